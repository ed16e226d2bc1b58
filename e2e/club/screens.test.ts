import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { addComment, publishArticle } from "#contract/club/articles.ts";
import { blockMember, followUser, searchMembers, showMember } from "#contract/club/members.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findOpenGroup, newGroupMember } from "../testing/club-groups.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch, narrow, openVisit } from "../testing/chromium.ts";
import { newPerson, openVisitAs, type LoggedInPerson } from "../testing/people.ts";
import { simulator } from "../testing/simulator.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";
import { classSelector } from "../testing/class-selector.ts";

const origin = inject("origin");
const app = appAddress(origin);
const patiently = { timeout: 60_000 };
let browser: Browser;
let groupId: string;
beforeAll(async () => {
  browser = await launch();
  groupId = await findOpenGroup(origin);
});
beforeEach(() => simulator(origin).fail());
afterAll(() => browser.close());

const by = ({ token }: LoggedInPerson) => contractClient(origin, { token });
const member = (): Promise<LoggedInPerson> => newGroupMember(origin, groupId);
const idOf = async (person: LoggedInPerson): Promise<string> => (await by(person)(showMember, {})).id;

test("Z08 P12 a member's club: composer and its errors, comments, complaints, notices, lists of people", async () => {
  const [who, other, blocked] = [await member(), await member(), await newPerson(origin)];
  const { articleId } = await by(other)(publishArticle, {
    groupId,
    title: "莫干山的雾",
    content: "四点出发",
  });
  await by(who)(addComment, { articleId, content: "下次带上我" });
  await by(other)(addComment, { articleId, content: `<at data-id="${await idOf(who)}">x</at> 好` });
  await by(other)(followUser, { userId: await idOf(who) });
  await by(who)(blockMember, { userId: await idOf(blocked) });
  const { context, page } = await openVisitAs(browser, origin, who, narrow);
  const found: string[] = [];
  const judge = async (name: string) => void found.push(...(await accessibilityFindings(page, name)));
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  for (const [path, name] of [
    ["club/following", "what one follows"],
    ["club/find", "all groups"],
    [`club/member/${await idOf(other)}`, "a member"],
  ] as const) {
    await openAppPage(page, app + path);
    await judge(name);
  }
  await openAppPage(page, `${app}club/notices`);
  await page.getByRole("link", { name: /关注了你/ }).waitFor();
  await judge("notices");
  await openAppPage(page, `${app}club/member/me`);
  await page.getByRole("link", { name: /粉丝/ }).click();
  await page.getByRole("button", { name: /^关注/ }).waitFor();
  await judge("who follows one");
  await openAppPage(page, `${app}club/blocked`);
  await page.getByRole("button", { name: /^取消拉黑/ }).waitFor();
  await judge("whom one has blocked");

  await openAppPage(page, `${app}club/write`);
  await button("发布").click();
  await page.getByText("写点什么再发布").waitFor();
  await judge("composer with faults");
  await page.getByRole("textbox", { name: "正文" }).pressSequentially("谢谢 @");
  await page
    .locator(`${classSelector("mention", "options")} ${classSelector("mention", "option")}`)
    .first()
    .waitFor();
  await judge("composer, naming somebody");

  await openAppPage(page, `${app}club/article/${articleId}`);
  await button("更多").click();
  await judge("what else can be done");
  await button("举报").click();
  await page.getByRole("radiogroup", { name: "举报理由" }).waitFor();
  await judge("a complaint");
  await page.keyboard.press("Escape");
  await button("说点什么…").click();
  await page.getByRole("textbox", { name: "写评论" }).fill("说".repeat(501));
  await judge("a comment that is too long");
  await context.close();
  expect(found).toEqual([]);
});

test("Z08 P13 the dialog for a person who is no verified owner, and a page that fails to load offline", async () => {
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin), narrow);
  await openAppPage(page, `${app}club/group/${groupId}`);
  await page.getByRole("button", { name: "加入车友会" }).click();
  await page.getByRole("alertdialog").waitFor();
  const found = await accessibilityFindings(page, "no verified owner");
  await page.getByRole("button", { name: "暂不" }).click();
  await openAppPage(page, `${app}club`);
  await context.setOffline(true);
  await page.getByRole("link", { name: "同城" }).click();
  await page.getByRole("button", { name: "重试" }).waitFor();
  found.push(...(await accessibilityFindings(page, "a tab without a network")));
  await context.close();
  expect(found).toEqual([]);
});

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element.contains(document.activeElement));
/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < 60; stops++) {
    if (await isFocused(target)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never comes to ${String(target)}`);
}

test("U26 P12 P20 by keyboard alone: through the feed, a like, a comment with a mention", async () => {
  const [who, other] = [await member(), await member()];
  const name = (await by(other)(showMember, {})).displayName;
  const isKnown = async () => (await by(who)(searchMembers, { keyword: name, groupId })).list.length > 0;
  await expect.poll(isKnown, { interval: 500 }).toBe(true);
  const title = `键盘写的路书 ${Date.now()}`;
  await by(other)(publishArticle, { groupId, content: "另一篇" });
  await by(other)(publishArticle, { groupId, title, content: "四点出发" });
  const { context, page } = await openVisitAs(browser, origin, who, narrow);
  await openAppPage(page, `${app}club/group/${groupId}`);
  const articles = page.getByRole("article");
  const mine = articles.filter({ hasText: title });
  await tabTo(page, mine.getByRole("button", { name: /^赞/ }));
  await page.keyboard.press("Enter");
  await mine.getByRole("button", { name: /1 人觉得很赞/, pressed: true }).waitFor();
  await page.keyboard.press("PageDown");
  await expect.poll(() => isFocused(articles.filter({ hasText: "另一篇" }).first()), patiently).toBe(true);
  await page.keyboard.press("PageUp");
  await expect.poll(() => isFocused(mine), patiently).toBe(true);
  await tabTo(page, mine.locator(`a${classSelector("feed", "body")}`));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await tabTo(page, page.getByRole("button", { name: "说点什么…" }));
  await page.keyboard.press("Enter");
  const field = page.getByRole("textbox", { name: "写评论" });
  await expect.poll(() => isFocused(field), patiently).toBe(true);
  await page.keyboard.type(`谢谢 @${name}`);
  await page.getByRole("option", { name }).first().waitFor();
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "发布评论" }));
  await page.keyboard.press("Enter");
  await page.locator(`${classSelector("article", "comments")} at`, { hasText: `@${name}` }).waitFor();
  await context.close();
});

test("P12 Back restores the feed's length and position", async () => {
  const { context, page } = await openVisit(browser, narrow);
  await openAppPage(page, `${app}club`);
  const articles = page.getByRole("article");
  const before = await articles.count();
  await articles.last().scrollIntoViewIfNeeded();
  await expect.poll(() => articles.count()).toBeGreaterThan(before);
  const card = articles.nth(before);
  await card.scrollIntoViewIfNeeded();
  await card
    .locator(`a${classSelector("feed", "body")}`)
    .evaluate((link) => link.scrollIntoView({ block: "center" }));
  const count = await articles.count();
  const top = () => card.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const place = await top();
  await card.locator(`a${classSelector("feed", "body")}`).click();
  await page.waitForURL("**/club/article/*");
  await page.getByRole("heading", { name: /^评论/ }).waitFor();
  await page.goBack();
  await page.getByRole("feed", { name: "推荐" }).waitFor();
  await expect.poll(async () => Math.abs((await top()) - place)).toBeLessThan(8);
  expect(await articles.count()).toBe(count);
  await context.close();
});
