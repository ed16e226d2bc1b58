import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useLoaderData } from "react-router";
import { type ArticleDetail } from "#contract/club/articles.ts";
import { moderate } from "#contract/club/moderation.ts";
import { blockMember, reportContent, type MemberDetail } from "#contract/club/members.ts";
import { blockFromGroup, listGroupMembers, reviewJoin } from "#contract/club/club.ts";
import type { RaisedChallenge } from "../../platform/http/challenges.ts";
import {
  fakeServer,
  responseOf,
  type FakeAnswer,
  type FakeRequest,
} from "../../platform/testing/fake-server.ts";
import { ArticleScreen } from "../article/article-screen.tsx";
import { GroupScreen } from "../group/group-screen.tsx";
import { MemberScreen } from "../member/member-screen.tsx";
import { articleDetail, author, groupDetail, groupMember } from "../testing/samples.ts";
import { logIn, raisedWith, show, resetClub, toasts } from "../testing/show.tsx";

let unmount: () => void;
let requests: FakeRequest[];
let raised: RaisedChallenge[];
let answers: Record<string, FakeAnswer>;
const nameOf = (call: { paths: readonly string[] }) => call.paths[0]?.split("/").at(-1) ?? "";
const sentTo = (call: { paths: readonly string[] }) =>
  requests.filter(({ url }) => url.pathname.endsWith(call.paths[0] ?? "")).map(({ body }) => body);

beforeEach(async () => {
  await page.viewport(390, 844);
  resetClub();
  logIn();
  raised = raisedWith();
  answers = {};
  requests = fakeServer(({ name }) => responseOf(answers[name] ?? { status: 503, message: "请稍后再试" }));
});
afterEach(() => {
  unmount();
  vi.restoreAllMocks();
});
const showArticle = (over: Partial<ArticleDetail> = {}) => {
  const article = articleDetail({ title: "莫干山的雾", ...over });
  ({ unmount } = show(<ArticleScreen shown={{ screen: "article", article }} isOwn path="article/1" />));
};
const showMembers = (over: Parameters<typeof groupDetail>[0] = {}) => {
  const group = groupDetail(over);
  const shown = { screen: "group", tab: "members", group, feed: group.feed } as const;
  ({ unmount } = show(<GroupScreen shown={shown} isOwn path="group/101/members" />));
};
const more = () => page.getByRole("button", { name: "更多", exact: true }).click();
const press = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
const named = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

it("P12 P23 deleting an article confirms it and returns to the previous page", async () => {
  answers["1"] = { data: null };
  const article = articleDetail({ title: "莫干山的雾", own: true });
  const shown = show(
    <ArticleScreen shown={{ screen: "article", article }} isOwn path="article/1" />,
    "/club/mine",
  );
  ({ unmount } = shown);
  await shown.router.navigate("/club/article/1");
  const before: unknown = history.state;
  history.replaceState({ idx: 1 }, "");
  await more();
  await press("删除");
  await expect.poll(() => toasts(raised)).toEqual(["已删除"]);
  await expect.poll(() => shown.router.state.location.pathname).toBe("/club/mine");
  history.replaceState(before, "");
});

it("P12 P23 a manager features an article, and hides it with the gone screen shown at once", async () => {
  answers[nameOf(moderate)] = { data: null };
  showArticle({ manages: true });
  await more();
  await press("设为精选");
  await expect.poll(() => toasts(raised)).toEqual(["已设为精选"]);
  await more();
  await press("隐藏");
  await page.getByRole("textbox", { name: /^理由（选填，作者会看到）/ }).fill("重复发布");
  await press("隐藏");
  await expect.element(page.getByText("这篇文章看不到了")).toBeVisible();
  expect(sentTo(moderate)).toEqual([
    { kind: "article", targetId: "1", action: "feature" },
    { kind: "article", targetId: "1", action: "hide", reason: "重复发布" },
  ]);
});

it("P12 P23 a featured article has its tag at once, and the menu removes it", async () => {
  answers[nameOf(moderate)] = { data: null };
  // State on the server.
  let featured = false;
  const Loaded = () => {
    const article = articleDetail({ manages: true, featured: useLoaderData<boolean>() });
    return <ArticleScreen shown={{ screen: "article", article }} isOwn path="article/1" />;
  };
  ({ unmount } = show(<Loaded />, "/club/article/1", () => featured));
  await more();
  featured = true;
  await press("设为精选");
  await expect.element(page.getByText("精选", { exact: true })).toBeVisible();
  await more();
  featured = false;
  await press("取消精选");
  await expect.element(page.getByText("精选", { exact: true })).not.toBeInTheDocument();
  expect(sentTo(moderate).map((body) => (body as { action: string }).action)).toEqual([
    "feature",
    "unfeature",
  ]);
});

it("P23 a refused hiding is shown and the article stays; a member who is no manager cannot hide it", async () => {
  showArticle({ manages: true });
  await more();
  await press("隐藏");
  await expect.element(page.getByRole("dialog", { name: "隐藏这篇文章？" })).toBeVisible();
  await press("隐藏");
  await expect.poll(() => toasts(raised)).toEqual(["请稍后再试"]);
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("heading", { name: "莫干山的雾" })).toBeVisible();
  unmount();
  showArticle();
  await more();
  await expect.element(named("举报")).toBeVisible();
  expect(named("隐藏").query()).toBeNull();
});

it("P23 a hidden comment disappears from the list and the count", async () => {
  answers[nameOf(moderate)] = { data: null };
  showArticle({ manages: true });
  await press("更多：老周 Zhou的评论");
  await press("隐藏");
  await expect.element(page.getByRole("dialog", { name: "隐藏这条评论？" })).toBeVisible();
  await press("隐藏");
  await expect.element(page.getByText("还没有评论，来说第一句。")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "评论 0" })).toBeVisible();
  expect(sentTo(moderate)).toEqual([{ kind: "comment", targetId: "11", action: "hide", reason: "" }]);
});

it("P23 an author deletes others' comments below their article after confirming", async () => {
  answers[nameOf({ paths: ["comment/11"] })] = { data: { comments: 0 } };
  showArticle({ own: true });
  await named("更多：老周 Zhou的评论").click();
  await press("删除");
  await expect.element(page.getByText("下次带帐篷，营地我来订。")).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { name: "评论 0" })).toHaveFocus();
  expect(raised.find(({ kind }) => kind === "dialog")?.args).toMatchObject({ title: "删除这条评论？" });
  expect(requests.at(-1)?.method).toBe("DELETE");
});

it("P23 a report has a reason and details, which stay after a failure", async () => {
  showArticle();
  await more();
  await press("举报");
  await page.getByText("辱骂或骚扰").click();
  const detail = page.getByRole("textbox", { name: /补充说明/ });
  await detail.fill("追着骂人");
  await press("提交举报");
  await expect.poll(() => toasts(raised)).toEqual(["请稍后再试"]);
  await expect.element(detail).toHaveValue("追着骂人");
  answers[nameOf(reportContent)] = { data: null };
  await press("提交举报");
  await expect.poll(() => toasts(raised).at(-1)).toBe("已收到举报，我们会尽快查看");
  expect(sentTo(reportContent).at(-1)).toEqual({
    kind: "article",
    targetId: "1",
    reason: "abuse",
    detail: "追着骂人",
  });
  await expect.poll(() => detail.query()).toBeNull();
});

it("P23 blocking a member requires confirmation and hides their content", async () => {
  answers[nameOf(blockMember)] = { data: { blocked: true } };
  raised = raisedWith({ dialog: false });
  showArticle();
  await more();
  await press("拉黑 阿澈的副驾");
  await expect.poll(() => raised.some(({ kind }) => kind === "dialog")).toBe(true);
  expect(sentTo(blockMember)).toEqual([]);
  raised = raisedWith();
  await more();
  await press("拉黑 阿澈的副驾");
  await expect.element(page.getByText("这篇文章看不到了")).toBeVisible();
  expect(sentTo(blockMember)).toEqual([{ userId: "2", blocked: true }]);
});

it("P23 a blocked member can be unblocked on their page", async () => {
  answers[nameOf(blockMember)] = { data: { blocked: false } };
  const member: MemberDetail = {
    ...author,
    seriesNames: ["远山"],
    articles: 3,
    followers: 2,
    following: 1,
    followed: false,
    own: false,
    blocked: true,
    joinedTime: "2026-01-01T09:00:00+08:00",
    groups: [],
    feed: { list: [], nextCursor: null },
  };
  const shown = { screen: "member", member, feed: member.feed } as const;
  ({ unmount } = show(<MemberScreen shown={shown} isOwn path="member/2" />));
  await press("取消拉黑");
  await expect.poll(() => sentTo(blockMember)).toEqual([{ userId: "2", blocked: false }]);
});

it("P06 P12 a manager accepts and declines applications; a conflict reloads the list", async () => {
  const [first, second] = [groupMember("7", { reason: "周末常跑山" }), groupMember("8")];
  answers[nameOf(listGroupMembers)] = { data: { list: [first, second], nextCursor: null } };
  answers[nameOf(reviewJoin)] = { data: { standing: "joined", waiting: 1 } };
  showMembers({ waiting: 2, people: [groupMember("1", { role: "leader" })] });
  await expect.element(page.getByRole("heading", { name: "2 人申请加入" })).toBeVisible();
  await expect.element(page.getByText("理由：周末常跑山").first()).toBeVisible();
  // The applications come before the rules.
  const tops = ["2 人申请加入", "本圈约定"].map(
    (text) => page.getByText(text, { exact: true }).first().element().getBoundingClientRect().top,
  );
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  await press("同意 车友 7 加入");
  await expect.poll(() => toasts(raised)).toEqual(["车友 7 已加入"]);
  await expect.element(page.getByRole("heading", { name: "1 人申请加入" })).toHaveFocus();
  expect(sentTo(reviewJoin)).toEqual([{ groupId: "101", userId: "7", accepted: true }]);
  const lists = () => requests.filter(({ name }) => name === nameOf(listGroupMembers)).length;
  const before = lists();
  answers[nameOf(reviewJoin)] = {
    status: 633,
    headers: { flow_branch_remark: encodeURIComponent("已经处理过了") },
  };
  await press("拒绝 车友 8 加入");
  await expect.poll(() => toasts(raised).at(-1)).toBe("已经处理过了");
  await expect.poll(lists).toBeGreaterThan(before);
});

it("P23 removing a member takes a reason, which stays after a failure; the leader cannot be removed", async () => {
  showMembers();
  await expect.element(named("移出 车友 5")).toBeVisible();
  expect(named("移出 车友 1").query()).toBeNull();
  await press("移出 车友 5");
  await expect.element(page.getByRole("dialog", { name: "移出 车友 5？" })).toBeVisible();
  const reason = page.getByRole("textbox", { name: /^理由（选填，对方会看到）/ });
  await reason.fill("一直发广告");
  await press("移出");
  await expect.poll(() => raised.length).toBeGreaterThan(0);
  await expect.element(reason).toHaveValue("一直发广告");
  answers[nameOf(blockFromGroup)] = { data: { blocked: true } };
  await press("移出");
  await expect.poll(() => toasts(raised).at(-1)).toBe("已移出");
  await expect.poll(() => page.getByText("车友 5").query()).toBeNull();
  await expect.element(page.getByRole("list", { name: "成员" })).toHaveFocus();
  expect(sentTo(blockFromGroup).at(-1)).toEqual({
    groupId: "101",
    userId: "5",
    blocked: true,
    reason: "一直发广告",
  });
});

it("P23 the reason for hiding stays after a refusal and can be sent again", async () => {
  answers[nameOf(moderate)] = { status: 429, code: "429", message: "操作太频繁，请稍后再试" };
  showArticle({ manages: true });
  await more();
  await press("隐藏");
  const reason = page.getByRole("textbox", { name: /^理由（选填，作者会看到）/ });
  await reason.fill("重复发布");
  await press("隐藏");
  await expect.poll(() => toasts(raised)).toEqual(["操作太频繁，请稍后再试"]);
  await expect.element(reason).toHaveValue("重复发布");
  answers[nameOf(moderate)] = { data: null };
  await press("隐藏");
  await expect.element(page.getByText("这篇文章看不到了")).toBeVisible();
  expect(sentTo(moderate)).toHaveLength(2);
});
