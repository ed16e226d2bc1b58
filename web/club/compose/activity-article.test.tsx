import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import {
  fakeServer,
  responseOf,
  type FakeAnswer,
  type FakeRequest,
} from "../../platform/testing/fake-server.ts";
import { articleFor, groupFor } from "../testing/samples.ts";
import { logIn, raisedWith, show, resetClub } from "../testing/show.tsx";
import { WriteForm } from "./write-form.tsx";

let shown: ReturnType<typeof show>;
let requests: FakeRequest[];
let answers: FakeAnswer[];
const choices = { dialog: false };

beforeEach(() => {
  resetClub();
  logIn();
  choices.dialog = false;
  raisedWith(choices);
  answers = [];
  requests = fakeServer(() => responseOf(answers.shift() ?? { status: 500 }));
  shown = show(<WriteForm openId="o" groups={[groupFor("101")]} groupId={null} activityId="55" />);
});
afterEach(() => {
  shown.unmount();
  vi.restoreAllMocks();
});
const content = () => page.getByRole("textbox", { name: "正文" });
const ofActivity = () => page.getByRole("button", { name: "来自一场活动，点击不再关联" });
const send = () => page.getByRole("button", { name: "发布", exact: true }).click();
const path = () => shown.router.state.location.pathname;
const activities = () => requests.map(({ body }) => (body as { activityId?: string }).activityId);
const gone: FakeAnswer = {
  status: 404,
  code: "404",
  message: "活动不存在或已下线",
  data: { fields: { activityId: "活动不存在或已下线" } },
};

it("P12 an article of an activity can be unlinked by a press; the focus moves to the button beside it", async () => {
  await content().fill("雾里的路");
  await ofActivity().click();
  await expect.poll(() => ofActivity().query()).toBeNull();
  await expect.element(page.getByRole("button", { name: /^显示城市/ })).toHaveFocus();
  answers = [{ data: articleFor("77") }];
  await send();
  await expect.poll(path).toBe("/club/article/77");
  expect(activities()).toEqual([undefined]);
});

it("P12 if the activity has gone offline, the author can publish without it; otherwise the draft stays", async () => {
  await content().fill("雾里的路");
  answers = [gone];
  await send();
  await expect.element(page.getByRole("alert")).toHaveTextContent("活动不存在或已下线");
  await expect.element(content()).toHaveValue("雾里的路");
  await expect.element(ofActivity()).toBeVisible();
  choices.dialog = true;
  answers = [gone, { data: articleFor("77") }];
  await send();
  await expect.poll(path).toBe("/club/article/77");
  expect(activities()).toEqual(["55", "55", undefined]);
  expect(new Set(requests.map(({ headers }) => headers["Idempotency-Key"])).size).toBe(1);
});
