import axe from "axe-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import {
  decideComplaint,
  openComplaints,
  type Complaint,
  type ComplaintPage,
} from "#contract/club/complaints.ts";
import type { RaisedChallenge } from "../../platform/http/challenges.ts";
import {
  fakeServer,
  responseOf,
  type FakeAnswer,
  type FakeRequest,
} from "../../platform/testing/fake-server.ts";
import { articleFor, commentFor, complaintFor } from "../testing/samples.ts";
import { raisedWith, show, resetClub, toasts } from "../testing/show.tsx";
import ComplaintsScreen from "./complaints-screen.tsx";
import * as complaintsCss from "./complaints.module.css";
import * as feedCss from "../feed/feed.module.css";

const link = "A".repeat(43);
let unmount: () => void;
let requests: FakeRequest[];
let raised: RaisedChallenge[];
let waiting: Complaint[];
let decided: Complaint[];
let answer: FakeAnswer | null;
const sentTo = (call: { paths: readonly string[] }) =>
  requests.filter(({ url }) => url.pathname.endsWith(call.paths[0] ?? "")).map(({ body }) => body);
const pageOf = (list: Complaint[]): ComplaintPage => ({
  expiresTime: "2026-12-21T09:00:00+08:00",
  waiting: waiting.length,
  list,
  nextCursor: null,
});

beforeEach(async () => {
  await page.viewport(390, 844);
  resetClub();
  sessionStorage.clear();
  raised = raisedWith();
  waiting = [];
  decided = [];
  answer = null;
  requests = fakeServer(({ name, body }) => {
    if (name !== "open") return responseOf(answer ?? { status: 503, message: "请稍后再试" });
    return responseOf({ data: pageOf((body as { decided: boolean }).decided ? decided : waiting) });
  });
});
afterEach(() => {
  unmount();
  vi.restoreAllMocks();
});
/** Opens the screen as an operator who has entered their name. */
async function open(): Promise<void> {
  ({ unmount } = show(<ComplaintsScreen link={link} />));
  await page.getByRole("textbox", { name: /你的称呼/ }).fill("客服小陈");
  await page.getByRole("button", { name: "开始处理" }).click();
}
const press = (name: string) => page.getByRole("button", { name }).click();

it("P23 a waiting complaint shows reporter, content and reason as text; a decision removes it from the list", async () => {
  waiting = [complaintFor("1", { article: articleFor("1", { title: "内部渠道", content: "<p>加我</p>" }) })];
  await open();
  await expect.element(page.getByText("2 人投诉")).toBeVisible();
  await expect.element(page.getByText("广告或刷屏：<b>到处发</b>")).toBeVisible();
  await expect.element(page.getByText("内部渠道")).toBeVisible();
  const { violations } = await axe.run(`.${complaintsCss.complaints}`, {
    rules: { region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  const complaint = complaintFor("1", { status: "hidden" });
  answer = { data: { complaint, waiting: 0 } };
  await press("隐藏：阿澈的副驾");
  await expect.poll(() => toasts(raised)).toEqual(["已隐藏"]);
  await expect.element(page.getByText("没有待处理的投诉")).toBeVisible();
  expect(sentTo(decideComplaint)).toEqual([
    { link, by: "客服小陈", kind: "article", targetId: "1", newestId: "91", decision: "hide", again: false },
  ]);
});

it("P23 automatically hidden content can be kept hidden without barring its author", async () => {
  waiting = [complaintFor("1", { status: "hidden" })];
  answer = { data: { complaint: complaintFor("1", { status: "hidden" }), waiting: 0 } };
  await open();
  await press("保持隐藏：阿澈的副驾");
  await expect.poll(() => toasts(raised)).toEqual(["已隐藏"]);
  expect(sentTo(decideComplaint)).toMatchObject([{ targetId: "1", decision: "hide" }]);
});

it("P23 barring a person requires confirmation; a refusal changes nothing", async () => {
  waiting = [complaintFor("2", { kind: "member", article: null })];
  raised = raisedWith({ dialog: false });
  await open();
  await press("停用车友：阿澈的副驾");
  await expect.poll(() => raised.some(({ kind }) => kind === "dialog")).toBe(true);
  expect(sentTo(decideComplaint)).toEqual([]);
  expect(page.getByRole("button", { name: /^隐藏/ }).query()).toBeNull();
  raised = raisedWith();
  await press("停用车友：阿澈的副驾");
  await expect.poll(() => toasts(raised)).toEqual(["请稍后再试"]);
  await expect.element(page.getByRole("heading", { name: "阿澈的副驾" })).toBeVisible();
});

const group = {
  groupId: "101",
  name: "雾都车友会",
  coverUrl: "/media/cover.svg",
  intro: "低价<b>代办</b>",
  rules: "先交钱\n再进群",
};
const ofGroup = (over: Partial<Complaint> = {}): Complaint =>
  complaintFor("101", { kind: "group", article: null, group, ...over });

it("P23 a group is shown with its texts and leader; clearing the texts requires confirmation", async () => {
  waiting = [ofGroup()];
  raised = raisedWith({ dialog: false });
  await open();
  await expect.element(page.getByRole("heading", { name: "雾都车友会" })).toBeVisible();
  await expect.element(page.getByRole("img", { name: "雾都车友会的封面" })).toBeInTheDocument();
  for (const text of ["低价<b>代办</b>", /先交钱\s再进群/, /club-group close/])
    await expect.element(page.getByText(text)).toBeVisible();
  const links = { "群主：阿澈的副驾": "/club/member/2", 查看车友会: "/club/group/101" };
  for (const [name, to] of Object.entries(links))
    await expect.element(page.getByRole("link", { name })).toHaveAttribute("href", to);
  const { violations } = await axe.run(`.${complaintsCss.complaints}`, {
    rules: { region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(page.getByRole("button", { name: /^(隐藏|停用)/ }).elements()).toEqual([]);
  await press("清除资料：雾都车友会");
  await expect.poll(() => raised.some(({ kind }) => kind === "dialog")).toBe(true);
  expect(sentTo(decideComplaint)).toEqual([]);
  raised = raisedWith();
  answer = { data: { complaint: ofGroup(), waiting: 0 } };
  await press("清除资料：雾都车友会");
  await expect.poll(() => toasts(raised)).toEqual(["已清除封面、简介和约定"]);
  await expect.element(page.getByText("没有待处理的投诉")).toBeVisible();
  expect(sentTo(decideComplaint)).toMatchObject([{ kind: "group", targetId: "101", decision: "clear" }]);
});

it("P23 the name of a reported group is not truncated on a phone", async () => {
  await page.viewport(360, 740);
  const name = "雾都车友会低价代办加微信先交钱再进群不退不换";
  waiting = [ofGroup({ group: { ...group, name } })];
  await open();
  const heading = page.getByRole("heading", { name });
  await expect.element(heading).toBeVisible();
  const { scrollWidth, clientWidth } = heading.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

it("P23 a complaint about a group without a leader is rejected without confirmation; cleared texts cannot be restored", async () => {
  waiting = [ofGroup({ person: null })];
  const then = { decision: "clear", by: "小李", time: "2026-11-21T09:50:00+08:00" } as const;
  decided = [
    ofGroup({ decided: then }),
    { ...ofGroup({ status: "deleted", decided: then }), targetId: "102" },
  ];
  await open();
  await expect.element(page.getByText("暂无群主")).toBeVisible();
  answer = { data: { complaint: ofGroup(), waiting: 0 } };
  await press("驳回投诉：雾都车友会");
  await expect.poll(() => sentTo(decideComplaint)).toMatchObject([{ kind: "group", decision: "reject" }]);
  await page.getByText("已处理").click();
  await expect.element(page.getByText(/由 小李 清除资料/).first()).toBeVisible();
  await expect.element(page.getByText("已解散")).toBeVisible();
  expect(page.getByRole("button", { name: /雾都车友会$/ }).elements()).toEqual([]);
});

it("P23 a conflict with a colleague's decision is shown and the list is reloaded", async () => {
  waiting = [complaintFor("3", { kind: "comment", article: null, comment: commentFor("3") })];
  await open();
  await expect.element(page.getByText("下次带帐篷，营地我来订。")).toBeVisible();
  answer = { status: 409, code: "409", message: "同事已经处理过了，请刷新列表" };
  waiting = [];
  await press("驳回投诉：阿澈的副驾");
  await expect.element(page.getByText("没有待处理的投诉")).toBeVisible();
  expect(toasts(raised)).toEqual(["同事已经处理过了，请刷新列表"]);
});

it("P23 a decided complaint names the operator and can be decided again", async () => {
  const then = { decision: "hide", by: "小李", time: "2026-11-21T09:50:00+08:00" } as const;
  decided = [complaintFor("4", { status: "hidden", decided: then })];
  await open();
  await page.getByText("已处理").click();
  await expect.element(page.getByText(/由 小李 隐藏/)).toBeVisible();
  const now = { ...then, decision: "reject", by: "客服小陈" } as const;
  answer = { data: { complaint: complaintFor("4", { decided: now }), waiting: 0 } };
  await press("恢复显示：阿澈的副驾");
  await expect.element(page.getByText(/由 客服小陈 驳回/)).toBeVisible();
  expect(sentTo(decideComplaint)).toMatchObject([{ decision: "reject", again: true }]);
  expect(sentTo(openComplaints)).toMatchObject([{ decided: false }, { decided: true }]);
});

/** Picture that loads. */
const drawing = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/%3E";
const withPicture = (id: string, status: Complaint["status"], image: string): Complaint =>
  complaintFor(id, { status, article: articleFor(id, { images: [image] }) });

it("P23 expired picture URLs of hidden articles are renewed; the rest of the list stays", async () => {
  waiting = [
    withPicture("51", "hidden", `${drawing}?expires=1`),
    withPicture("52", "hidden", `${drawing}?expires=9999999999999`),
  ];
  await open();
  const images = () => [...document.querySelectorAll<HTMLImageElement>(`.${feedCss.pictures} img`)];
  await expect.poll(() => images().length).toBe(2);
  waiting = [withPicture("51", "hidden", `${drawing}?signed=51&expires=9999999999999`)];
  const before = sentTo(openComplaints).length;
  // The second picture has not expired: a new URL would not help.
  images()[1]?.dispatchEvent(new Event("error"));
  images()[0]?.dispatchEvent(new Event("error"));
  await expect.poll(() => images()[0]?.src).toContain("signed=51");
  expect(images()).toHaveLength(2);
  expect(sentTo(openComplaints)).toHaveLength(before + 1);
});

it("W11 P23 a wide window shows a table with the chosen complaint beside it; after a decision the next one is chosen", async () => {
  await page.viewport(1280, 800);
  waiting = [
    complaintFor("61", { count: 2, article: articleFor("61", { title: "第一篇" }) }),
    complaintFor("62", {
      count: 7,
      person: { ...complaintFor("62").person, displayName: "<i>林深</i>" } as Complaint["person"],
    }),
    ofGroup({ count: 3, newestTime: "2026-11-22T08:00:00+08:00" }),
  ];
  await open();
  const names = () => [...document.querySelectorAll("tbody button")].map(({ textContent }) => textContent);
  await expect.element(page.getByRole("table", { name: "投诉列表" })).toBeVisible();
  expect(names()).toEqual(["阿澈的副驾", "<i>林深</i>", "雾都车友会"]);
  await page.getByRole("button", { name: "人数" }).click();
  expect(names()[0]).toBe("<i>林深</i>");
  await page.getByRole("button", { name: "最近投诉" }).click();
  expect(names()[0]).toBe("雾都车友会");
  await page.getByRole("button", { name: "<i>林深</i>", exact: true }).click();
  const chosen = page.getByRole("list", { name: "选中的投诉" });
  await expect.element(chosen.getByRole("heading", { name: "<i>林深</i>" })).toBeVisible();
  const { violations } = await axe.run(`.${complaintsCss.complaints}`, {
    rules: { region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  answer = { data: { complaint: complaintFor("62", { status: "hidden" }), waiting: 2 } };
  await page.getByRole("button", { name: "人数" }).click();
  await press("隐藏：<i>林深</i>");
  await expect.element(chosen.getByRole("heading", { name: "雾都车友会" })).toBeVisible();
  expect(names()).toHaveLength(2);
  await expect.element(chosen).toHaveFocus();
});

it("without a link nothing is requested; an expired link shows a message", async () => {
  ({ unmount } = show(<ComplaintsScreen link={null} />));
  await expect.element(page.getByText("链接不完整")).toBeVisible();
  expect(requests).toEqual([]);
  unmount();
  const message = "投诉处理链接已失效，请向管理员要新的链接";
  requests = fakeServer(() => responseOf({ status: 404, code: "404", message }));
  await open();
  await expect.element(page.getByText(message)).toBeVisible();
});
