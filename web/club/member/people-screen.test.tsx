import axe from "axe-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { blockMember, followUser, listRelatedMembers, type RelatedMember } from "#contract/club/members.ts";
import type { RaisedChallenge } from "../../platform/http/challenges.ts";
import {
  fakeServer,
  responseOf,
  type FakeAnswer,
  type FakeRequest,
} from "../../platform/testing/fake-server.ts";
import PeopleScreen from "./people-screen.tsx";
import { author } from "../testing/samples.ts";
import { logIn, raisedWith, show, resetClub, toasts } from "../testing/show.tsx";
import * as clubCss from "../club.module.css";

const nameOf = (call: { paths: readonly string[] }) => call.paths[0]?.split("/").at(-1) ?? "";
const personFor = (id: string, over: Partial<RelatedMember> = {}): RelatedMember => ({
  ...author,
  id,
  displayName: `车友 ${id}`,
  seriesName: "远山",
  followed: false,
  own: false,
  ...over,
});
const named = (name: string) => page.getByRole("button", { name, exact: true });
let unmount: () => void;
let requests: FakeRequest[];
let raised: RaisedChallenge[];
let answers: Record<string, FakeAnswer>;
beforeEach(async () => {
  await page.viewport(390, 844);
  resetClub();
  logIn();
  unmount = () => {};
  raised = raisedWith();
  answers = {};
  requests = fakeServer(({ name }) => responseOf(answers[name] ?? { status: 503, message: "请稍后再试" }));
});
afterEach(() => {
  unmount();
  vi.restoreAllMocks();
});
const lists = (...list: RelatedMember[]) => {
  answers[nameOf(listRelatedMembers)] = { data: { list, nextCursor: null } };
};
const open = (path: string) => ({ unmount } = show(<PeopleScreen />, `/club/${path}`));
const listRequests = () =>
  requests
    .filter(({ name }) => name === nameOf(listRelatedMembers))
    .map(({ url }) => [url.searchParams.get("kind"), url.searchParams.get("userId")]);

it("P03 P12 followers are listed with follow buttons, except for the viewer", async () => {
  lists(personFor("5"), personFor("6", { own: true }), personFor("7", { followed: true }));
  answers[nameOf(followUser)] = { data: { followed: true, followers: 3 } };
  open("member/2/followers");
  await named("关注车友 5").click();
  await expect.element(named("已关注车友 5")).toHaveAttribute("aria-pressed", "true");
  await expect.element(named("已关注车友 7")).toHaveAttribute("aria-pressed", "true");
  // Waits for the request, which the next test's server would answer otherwise.
  await expect.poll(() => requests.filter(({ name }) => name === nameOf(followUser))).toHaveLength(1);
  expect(named("关注车友 6").elements()).toEqual([]);
  await expect
    .element(page.getByRole("link", { name: "车友 6 远山" }))
    .toHaveAttribute("href", "/club/member/6");
  expect(listRequests()).toEqual([["followers", "2"]]);
  const { violations } = await axe.run(document.querySelector(`.${clubCss.narrow}`) ?? document);
  expect(violations.map(({ id }) => id)).toEqual([]);
});

it("P23 blocked members are listed and removed when unblocked; a refusal keeps them", async () => {
  lists(personFor("5"), personFor("6"));
  open("blocked");
  await named("取消拉黑 车友 5").click();
  await expect.poll(() => raised.length).toBeGreaterThan(0);
  await expect.element(named("取消拉黑 车友 5")).toBeVisible();
  answers[nameOf(blockMember)] = { data: { blocked: false } };
  await named("取消拉黑 车友 5").click();
  await expect.poll(() => named("取消拉黑 车友 5").elements()).toEqual([]);
  expect(toasts(raised).at(-1)).toBe("已取消拉黑 车友 5");
  await expect.element(page.getByRole("region", { name: "拉黑名单" })).toHaveFocus();
  expect(requests.at(-1)?.body).toEqual({ userId: "5", blocked: false });
  await named("取消拉黑 车友 6").click();
  await expect.element(page.getByText("没有拉黑任何人")).toBeVisible();
  expect(listRequests()).toEqual([["blocked", null]]);
});

it("P12 an empty list shows a text; a failure can be retried", async () => {
  open("member/me/following");
  await named("重试").click();
  // Waits for the second failure before the server answers.
  await expect.poll(() => listRequests().length).toBe(2);
  lists();
  await named("重试").click();
  await expect.element(page.getByText("还没有关注车友")).toBeVisible();
  expect(listRequests().at(-1)).toEqual(["following", null]);
});
