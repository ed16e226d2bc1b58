import axe from "axe-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { requestModerationReview, listNotifications, type Notification } from "#contract/club/members.ts";
import type { RaisedChallenge } from "../../platform/http/challenges.ts";
import {
  fakeServer,
  responseOf,
  type FakeAnswer,
  type FakeRequest,
} from "../../platform/testing/fake-server.ts";
import NoticesScreen from "./notices-screen.tsx";
import { author } from "../testing/samples.ts";
import { logIn, raisedWith, show, resetClub, toasts } from "../testing/show.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as peopleCss from "../member/people.module.css";

const nameOf = (call: { paths: readonly string[] }) => call.paths[0]?.split("/").at(-1) ?? "";
let unmount: () => void;
let requests: FakeRequest[];
let raised: RaisedChallenge[];
let answers: Record<string, FakeAnswer>;
beforeEach(async () => {
  await page.viewport(390, 844);
  resetClub();
  unmount = () => {};
  raised = raisedWith();
  answers = {};
  requests = fakeServer(({ name }) => responseOf(answers[name] ?? { status: 503, message: "请稍后再试" }));
});
afterEach(() => {
  unmount();
  vi.restoreAllMocks();
});

const hidden: Notification = {
  notificationId: "7",
  kind: "moderation",
  actor: author,
  article: { articleId: "1", title: "莫干山的雾", imageUrl: null },
  comment: null,
  group: { groupId: "101", name: "远山 · 华东车友会" },
  outcome: "hidden",
  moderation: { by: "leaders", reason: null, explanation: "重复发布", review: "none" },
  createdTime: "2026-11-21T09:40:00+08:00",
  read: true,
};
/** @param who another person for each test, who has no cached data */
function open(who: string, ...list: Notification[]): void {
  logIn(who);
  answers[nameOf(listNotifications)] = { data: { list, nextCursor: null, unread: 0 } };
  ({ unmount } = show(<NoticesScreen />));
}
const button = page.getByRole("button", { name: "申请复核" });

it("P23 a notice about hidden content shows the reason and a request for review, which can be retried", async () => {
  open("a", hidden);
  await expect.element(page.getByText("你的文章被车友会的群主或管理员隐藏了")).toBeVisible();
  await expect.element(page.getByText("莫干山的雾")).toBeVisible();
  await expect.element(page.getByText("理由：重复发布")).toBeVisible();
  // The author can read the hidden article on its page.
  const link = page.getByRole("link", { name: "莫干山的雾" });
  await expect.element(link).toHaveAttribute("href", "/club/article/1");
  expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  const { violations } = await axe.run(`.${peopleCss.notices}`);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await button.click();
  await page.getByRole("textbox", { name: /^说明（选填）/ }).fill("只发过一次");
  await page.getByRole("button", { name: "提交" }).click();
  await expect.poll(() => toasts(raised)).toEqual(["请稍后再试"]);
  await expect.element(page.getByRole("textbox", { name: /^说明（选填）/ })).toHaveValue("只发过一次");
  answers[nameOf(requestModerationReview)] = { data: null };
  await page.getByRole("button", { name: "提交" }).click();
  await expect.element(page.getByText("已申请复核，等待处理")).toHaveFocus();
  expect(button.elements()).toEqual([]);
  expect(
    requests.filter(({ name }) => name === nameOf(requestModerationReview)).map(({ body }) => body),
  ).toEqual([
    { kind: "article", targetId: "1", detail: "只发过一次" },
    { kind: "article", targetId: "1", detail: "只发过一次" },
  ]);
});

it("P23 notices differ for content hidden by complaints, hidden by operators and restored", async () => {
  const of = (by: "complaints" | "operators", review: "none" | "waiting" | "decided", id: string) => ({
    ...hidden,
    notificationId: id,
    comment: { commentId: "11", text: "包过" },
    moderation: { by, reason: "spam" as const, explanation: "", review },
  });
  open("b", of("complaints", "none", "9"), of("operators", "waiting", "8"), of("operators", "decided", "7"), {
    ...hidden,
    notificationId: "6",
    outcome: "shown",
    read: false,
  });
  await expect.element(page.getByText("你的评论被多位车友举报，先隐藏起来了")).toBeVisible();
  await expect.element(page.getByText("你的评论被运营人员隐藏了")).toBeVisible();
  await expect.element(page.getByText("已申请复核，等待处理")).toBeVisible();
  await expect.element(page.getByText("你的评论复核过了，维持隐藏")).toBeVisible();
  expect(page.getByText("理由：广告或刷屏").elements()).toHaveLength(3);
  // A hidden comment has no page.
  expect(page.getByRole("link", { name: "包过" }).elements()).toEqual([]);
  // A review can be requested only once.
  expect(button.elements()).toHaveLength(1);
  await expect
    .element(page.getByRole("link", { name: /你的文章已恢复显示/ }))
    .toHaveAttribute("href", "/club/article/1");
});

it("P12 P23 notices of removal and of a closed group name no person and link to the next page", async () => {
  const out = (outcome: "removed" | "closed", id: string): Notification => ({
    ...hidden,
    notificationId: id,
    kind: "join",
    article: null,
    moderation: null,
    outcome,
  });
  open("c", out("removed", "9"), out("closed", "8"));
  await expect
    .element(page.getByRole("link", { name: /^你已被移出远山 · 华东车友会/ }))
    .toHaveAttribute("href", "/club/group/101");
  await expect
    .element(page.getByRole("link", { name: /^远山 · 华东车友会已解散/ }))
    .toHaveAttribute("href", "/club/member/me");
  expect(page.getByText(author.displayName).elements()).toEqual([]);
});

it("P23 a notice about cleared texts shows the reason and links to the group; there is no review", async () => {
  const moderation = { by: "operators", reason: "false", explanation: "", review: "none" } as const;
  open("g", { ...hidden, article: null, moderation, read: false });
  const notice = page.getByRole("link", { name: /^车友会的封面、简介和约定被运营人员清除了，请重新填写/ });
  await expect.element(notice).toHaveAttribute("href", "/club/group/101");
  await expect.element(notice.getByText("理由：虚假信息")).toBeVisible();
  await expect.element(notice.getByText("远山 · 华东车友会")).toBeVisible();
  expect(button.elements()).toEqual([]);
});

it("P12 P23 a notice about inherited leadership names no person and links to the members", async () => {
  open("d", {
    ...hidden,
    kind: "join",
    article: null,
    moderation: null,
    outcome: "leads",
    inherited: true,
  });
  await expect
    .element(page.getByRole("link", { name: /^群主已变更，你现在是远山 · 华东车友会的群主/ }))
    .toHaveAttribute("href", "/club/group/101/members");
  expect(page.getByText(author.displayName).elements()).toEqual([]);
});

/** Opens the list of a person with the given number of notices, two per page; the newest has the highest id. */
function openAll(who: string, notices: { count: number }): void {
  logIn(who);
  requests = fakeServer(({ name, url }) => {
    if (name !== nameOf(listNotifications)) return responseOf({ status: 503 });
    const from = Number(url.searchParams.get("cursor") ?? notices.count + 1);
    const ids = [from - 1, from - 2].filter((id) => id > 0);
    const list = ids.map((id) => ({
      ...hidden,
      notificationId: String(id),
      article: { articleId: String(id), title: `第 ${id} 篇`, imageUrl: null },
    }));
    const last = ids.at(-1) ?? 1;
    return responseOf({ data: { list, nextCursor: last > 1 ? String(last) : null, unread: 0 } });
  });
  ({ unmount } = show(<NoticesScreen />));
}
const titles = () =>
  page
    .getByRole("link", { name: /^第 \d+ 篇$/ })
    .elements()
    .map((link) => Number(/\d+/.exec(link.textContent)?.[0]));
/** Scrolls to the end; called repeatedly until all are loaded. */
const allShown = () => {
  document.querySelector(`.${contentCss.more}`)?.scrollIntoView();
  return titles();
};

it("P12 a refetched list shows new notices above the loaded ones without a gap", async () => {
  const notices = { count: 5 };
  openAll("e", notices);
  await expect.poll(allShown).toEqual([5, 4, 3, 2, 1]);
  notices.count = 6;
  dispatchEvent(new Event("online"));
  await expect.poll(titles).toEqual([6, 5, 4, 3, 2, 1]);
});

it("P12 with more new notices than a page the list restarts and continues without a gap", async () => {
  const notices = { count: 5 };
  openAll("f", notices);
  await expect.poll(allShown).toEqual([5, 4, 3, 2, 1]);
  notices.count = 9;
  dispatchEvent(new Event("online"));
  await expect.poll(titles).toContain(9);
  await expect.poll(allShown).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
});
