import axe from "axe-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { reportContent } from "#contract/club/members.ts";
import type { RaisedChallenge } from "../../platform/http/challenges.ts";
import {
  fakeServer,
  responseOf,
  type FakeAnswer,
  type FakeRequest,
} from "../../platform/testing/fake-server.ts";
import { GroupScreen } from "./group-screen.tsx";
import { groupDetail } from "../testing/samples.ts";
import { logIn, raisedWith, show, resetClub, toasts } from "../testing/show.tsx";

let unmount: () => void;
let requests: FakeRequest[];
let raised: RaisedChallenge[];
let answer: FakeAnswer;
const sent = () =>
  requests.filter(({ url }) => url.pathname.endsWith(reportContent.paths[0] ?? "")).map(({ body }) => body);
const named = (name: string) => page.getByRole("button", { name, exact: true });

beforeEach(async () => {
  await page.viewport(390, 844);
  resetClub();
  raised = raisedWith();
  answer = { data: null };
  requests = fakeServer(({ name }) => responseOf(name === "report" ? answer : { status: 503 }));
});
afterEach(() => {
  unmount();
  vi.restoreAllMocks();
});
function open(over: Parameters<typeof groupDetail>[0] = {}): void {
  const group = groupDetail({ standing: "none", manages: false, ...over });
  const shown = { screen: "group", tab: "newest", group, feed: group.feed } as const;
  ({ unmount } = show(<GroupScreen shown={shown} isOwn path="group/101" />));
}
async function isClean(): Promise<void> {
  await expect.element(page.getByRole("dialog")).toBeVisible();
  const { violations } = await axe.run("[role=dialog]");
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

it("P23 members and non-members report a group from its menu; a refusal keeps the input", async () => {
  logIn();
  open();
  await named("更多").click();
  await isClean();
  expect(named("退出车友会").elements()).toEqual([]);
  await named("举报").click();
  await expect.element(page.getByRole("dialog", { name: "举报车友会资料" })).toBeVisible();
  await expect.element(page.getByText(/^针对车友会的名称、封面、简介和约定/)).toBeVisible();
  await isClean();
  await page.getByText("虚假信息").click();
  await page.getByRole("textbox", { name: /^补充说明/ }).fill("收钱不办事");
  answer = { status: 503, message: "请稍后再试" };
  await named("提交举报").click();
  await expect.poll(() => toasts(raised)).toEqual(["请稍后再试"]);
  await expect.element(page.getByRole("textbox", { name: /^补充说明/ })).toHaveValue("收钱不办事");
  answer = { data: null };
  await named("提交举报").click();
  await expect.poll(() => toasts(raised).at(-1)).toBe("已收到举报，我们会尽快查看");
  expect(sent().at(-1)).toEqual({ kind: "group", targetId: "101", reason: "false", detail: "收钱不办事" });
  await expect.poll(() => page.getByRole("dialog").elements()).toEqual([]);
});

it("P23 a visitor is asked to log in when they report a group", async () => {
  open();
  answer = { status: 401, code: "401", message: "请先登录" };
  raised = raisedWith({ login: false });
  await named("更多").click();
  await named("举报").click();
  await named("提交举报").click();
  await expect.poll(() => raised.some(({ kind }) => kind === "login")).toBe(true);
});

it("P23 a member can report and leave the group; the leader can do neither", async () => {
  logIn();
  open({ standing: "joined" });
  await named("更多").click();
  await expect.element(named("举报")).toBeVisible();
  await expect.element(named("退出车友会")).toBeVisible();
  unmount();
  open({ standing: "joined", manages: true, leads: true });
  await named("更多").click();
  await expect.element(named("编辑车友会")).toBeVisible();
  expect(named("举报").elements()).toEqual([]);
  expect(named("退出车友会").elements()).toEqual([]);
});
