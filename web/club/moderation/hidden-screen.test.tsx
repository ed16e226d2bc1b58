import axe from "axe-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { renewPictures } from "#contract/club/articles.ts";
import { listHiddenContent, moderate, type HiddenContent } from "#contract/club/moderation.ts";
import { blockFromGroup, leaveGroup, listGroupMembers } from "#contract/club/club.ts";
import type { RaisedChallenge } from "../../platform/http/challenges.ts";
import {
  fakeServer,
  responseOf,
  type FakeAnswer,
  type FakeRequest,
} from "../../platform/testing/fake-server.ts";
import { GroupScreen } from "../group/group-screen.tsx";
import HiddenScreen from "./hidden-screen.tsx";
import { articleFor, commentFor, groupDetail, groupMember } from "../testing/samples.ts";
import { logIn, raisedWith, show, resetClub, toasts } from "../testing/show.tsx";
import * as feedCss from "../feed/feed.module.css";
import * as hiddenCss from "./hidden.module.css";

let shown: ReturnType<typeof show> | null;
let requests: FakeRequest[];
let raised: RaisedChallenge[];
let answers: Record<string, FakeAnswer>;
const nameOf = (call: { paths: readonly string[] }) => call.paths[0]?.split("/").at(-1) ?? "";
const sentTo = (call: { paths: readonly string[] }) =>
  requests.filter(({ url }) => url.pathname.endsWith(call.paths[0] ?? "")).map(({ body }) => body);
const named = (name: string) => page.getByRole("button", { name, exact: true });

const article: HiddenContent = {
  kind: "article",
  targetId: "7",
  article: articleFor("7", { title: "转让车位", images: ["/media/a.svg"] }),
  comment: null,
  byOperators: false,
};
const comment: HiddenContent = {
  kind: "comment",
  targetId: "11",
  article: null,
  comment: commentFor("11"),
  byOperators: true,
};

beforeEach(async () => {
  await page.viewport(390, 844);
  resetClub();
  logIn();
  shown = null;
  raised = raisedWith();
  answers = {};
  requests = fakeServer(({ name }) => responseOf(answers[name] ?? { status: 503, message: "请稍后再试" }));
});
afterEach(() => {
  shown?.unmount();
  vi.restoreAllMocks();
});
const lists = (hidden: readonly HiddenContent[], blocked: ReturnType<typeof groupMember>[] = []) => {
  answers[nameOf(listHiddenContent)] = { data: { list: hidden, nextCursor: null } };
  answers[nameOf(listGroupMembers)] = { data: { list: blocked, nextCursor: null } };
};
const showGroup = (over: Parameters<typeof groupDetail>[0] = {}) => {
  const group = groupDetail(over);
  const data = { screen: "group", tab: "newest", group, feed: group.feed } as const;
  shown = show(<GroupScreen shown={data} isOwn path="group/101" />);
};

it("P23 a manager sees hidden content and restores it, except for content that operators have hidden", async () => {
  lists([article, comment]);
  answers[nameOf(moderate)] = { status: 503, message: "请稍后再试" };
  shown = show(<HiddenScreen />);
  await expect.element(page.getByText("转让车位")).toBeVisible();
  await expect.element(page.getByText("下次带帐篷，营地我来订。")).toBeVisible();
  await expect.element(page.getByText("由运营人员隐藏，不能在这里恢复")).toBeVisible();
  expect(named("恢复显示 老周 Zhou的评论").query()).toBeNull();
  const { violations } = await axe.run(`.${hiddenCss.list}`, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await named("恢复显示 阿澈的副驾的文章").click();
  await expect.poll(() => toasts(raised)).toEqual(["请稍后再试"]);
  await expect.element(page.getByText("转让车位")).toBeVisible();
  answers[nameOf(moderate)] = { data: null };
  await named("恢复显示 阿澈的副驾的文章").click();
  await expect.poll(() => toasts(raised).at(-1)).toBe("已恢复显示");
  await expect.poll(() => page.getByText("转让车位").query()).toBeNull();
  await expect.element(page.getByRole("region", { name: "已隐藏与移出" })).toHaveFocus();
  expect(sentTo(moderate).at(-1)).toEqual({ kind: "article", targetId: "7", action: "show" });
});

it("P09 P23 a removed member is listed with the reason and can be readmitted", async () => {
  lists([], [groupMember("5", { reason: "广告" })]);
  answers[nameOf(blockFromGroup)] = { data: { blocked: false } };
  shown = show(<HiddenScreen />);
  await expect.element(page.getByText("理由：广告")).toBeVisible();
  await named("允许加入：车友 5").click();
  await expect.poll(() => toasts(raised)).toEqual(["车友 5 可以再加入了"]);
  await expect.element(page.getByRole("heading", { name: "没有隐藏的内容" })).toBeVisible();
  await expect.element(page.getByRole("region", { name: "已隐藏与移出" })).toHaveFocus();
  expect(sentTo(blockFromGroup)).toMatchObject([{ userId: "5", blocked: false }]);
});

it("P09 P23 members on further pages can be readmitted, too", async () => {
  logIn("manager of a large group");
  lists([], [groupMember("5")]);
  const further = Array.from({ length: 3 }, (_, at) => groupMember(String(60 + at)));
  requests = fakeServer(({ name, url }) => {
    const isFurther = name === nameOf(listGroupMembers) && url.searchParams.get("cursor") === "n0.5";
    if (isFurther) return responseOf({ data: { list: further, nextCursor: null } });
    return responseOf(
      name === nameOf(listGroupMembers)
        ? { data: { list: [groupMember("5")], nextCursor: "n0.5" } }
        : (answers[name] ?? { status: 503 }),
    );
  });
  answers[nameOf(blockFromGroup)] = { data: { blocked: false } };
  shown = show(<HiddenScreen />);
  await named("允许加入：车友 62").click();
  await expect.poll(() => toasts(raised)).toEqual(["车友 62 可以再加入了"]);
  await expect.element(named("允许加入：车友 62")).not.toBeInTheDocument();
  await expect.element(named("允许加入：车友 5")).toBeVisible();
});

it("P23 an empty list shows a text; a failure can be retried", async () => {
  // Another person, who has no cached data.
  logIn("another manager");
  shown = show(<HiddenScreen />);
  await expect.element(named("重试")).toBeVisible();
  lists([]);
  await named("重试").click();
  await expect.element(page.getByRole("heading", { name: "没有隐藏的内容" })).toBeVisible();
});

it("P23 a person who does not manage the group sees an explanation and a link to the group", async () => {
  logIn("a member");
  lists([]);
  answers[nameOf(listHiddenContent)] = { status: 406, code: "406", message: "您没有权限进行该操作" };
  shown = show(<HiddenScreen />);
  await expect.element(page.getByRole("heading", { name: "只有群主和管理员能看" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "进入车友会" })).toBeVisible();
  expect(named("重试").query()).toBeNull();
});

it("P12 P23 the group's menu: leaving requires confirmation; hidden content is for managers; a non-member has neither", async () => {
  answers[nameOf(leaveGroup)] = { data: { standing: "none", members: 3267 } };
  showGroup();
  await named("更多").click();
  await expect.element(page.getByRole("link", { name: "已隐藏与移出" })).toBeVisible();
  await named("退出车友会").click();
  await expect.poll(() => sentTo(leaveGroup)).toEqual([{ groupId: "101" }]);
  expect(raised.find(({ kind }) => kind === "dialog")?.args).toMatchObject({
    title: "退出远山 · 华东车友会？",
  });
  await named("更多").click();
  await expect.element(named("举报")).toBeVisible();
  await expect.poll(() => named("退出车友会").query()).toBeNull();
  shown?.unmount();
  resetClub();
  logIn();
  showGroup({ manages: false });
  await named("更多").click();
  await expect.element(named("退出车友会")).toBeVisible();
  expect(page.getByRole("link", { name: "已隐藏与移出" }).query()).toBeNull();
});

it("P23 a manager sees the pictures of hidden articles; expired URLs are renewed", async () => {
  const expired = "/media/expired.jpg?expires=1&sign=a";
  lists([{ ...article, article: articleFor("7", { title: "转让车位", images: [expired] }) }]);
  answers[nameOf(renewPictures)] = {
    data: { list: [{ articleId: "7", images: ["/media/renewed.jpg?expires=9999999999999&sign=b"] }] },
  };
  shown = show(<HiddenScreen />);
  const pictures = () => [
    ...document.querySelectorAll<HTMLImageElement>(`.${hiddenCss.item} .${feedCss.pictures} img`),
  ];
  await expect
    .poll(() =>
      pictures()
        .map((one) => one.src)
        .join(),
    )
    .toContain("/media/renewed.jpg");
  expect(named("阿澈的副驾的图片").query()).not.toBeNull();
});
