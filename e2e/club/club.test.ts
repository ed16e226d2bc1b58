import sharp from "sharp";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { addComment, likeArticle, publishArticle } from "#contract/club/articles.ts";
import { searchMembers, showMember } from "#contract/club/members.ts";
import { findOpenGroup, newGroupMember } from "../testing/club-groups.ts";
import { contractClient } from "../testing/contract-client.ts";
import { hydrated, launch, openVisit } from "../testing/chromium.ts";
import { openHost } from "../testing/hosts.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { simulator } from "../testing/simulator.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";
import { classSelector } from "../testing/class-selector.ts";

const origin = inject("origin");
const app = appAddress(origin);
const sentence = "您还不是认证车主，请先完成认证之后再加入";
let browser: Browser;
let groupId: string;
beforeAll(async () => {
  browser = await launch();
  groupId = await findOpenGroup(origin);
});
beforeEach(() => simulator(origin).fail());
afterAll(() => browser.close());

const join = (page: Page) => page.getByRole("button", { name: "加入车友会" }).click();

test("P12 P13 P14 P16 P17 P20 P22 refused, verified, joined; an article with a picture and a mention; the mentioned member is notified and likes it", async () => {
  const [writer, friend] = await Promise.all([newPerson(origin), newPerson(origin)]);
  await simulator(origin).ownsCar(friend.mobile, []);
  const named = await contractClient(origin, { token: friend.token })(showMember, {});
  // The search index, which includes pinyin, is updated shortly after.
  const found = () =>
    contractClient(origin, { token: writer.token })(searchMembers, { keyword: named.displayName });
  await expect
    .poll(async () => (await found()).list.map(({ id }) => id), { interval: 500 })
    .toContain(named.id);

  const { context, page, complaints } = await openVisitAs(browser, origin, writer);
  await openAppPage(page, `${app}club/group/${groupId}`);
  await join(page);
  await page.getByRole("alertdialog").getByText(sentence, { exact: true }).waitFor();
  await page.getByRole("link", { name: "去认证" }).click();
  await page.waitForURL(`**/mine/owner?group=${groupId}`);
  // Waits for the page: leaving it earlier makes the browser warn of an unused style preload.
  await page.getByRole("heading", { level: 1, name: "认证车主" }).waitFor();
  await simulator(origin).ownsCar(writer.mobile, []);
  await page.goBack();
  await join(page);
  await page.getByRole("link", { name: "写动态" }).click();
  await page.waitForURL(`**/club/write?groupId=${groupId}`);

  await page.getByRole("textbox", { name: "标题（选填）" }).fill("雾里的二十分钟");
  const text = page.getByRole("textbox", { name: "正文" });
  await text.pressSequentially(`谢谢 @${named.displayName}`);
  await page.getByRole("option", { name: named.displayName }).first().click();
  await text.pressSequentially("带路 <b>😀</b>");
  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: "#2a6f73" } });
  await page.getByLabel(/拍照或从相册选择/).setInputFiles({
    name: "雾.jpg",
    mimeType: "image/jpeg",
    buffer: await picture.jpeg().toBuffer(),
  });
  await page.getByText("已上传", { exact: true }).waitFor();
  await page.reload();
  // The draft is restored, including the picture.
  await page.getByText("已恢复上次没写完的内容").waitFor();
  await page.getByText("已上传", { exact: true }).waitFor();
  await page.getByRole("button", { name: "发布", exact: true }).click();
  await page.waitForURL("**/club/article/*");
  await page.getByRole("heading", { level: 1, name: "雾里的二十分钟" }).waitFor();
  await page.locator(`at[data-id="${named.id}"]`, { hasText: `@${named.displayName}` }).waitFor();
  await page.getByText("带路 <b>😀</b>").waitFor();
  const shown = page.locator(`${classSelector("article", "lead")} img`).first();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  const theirs = await openVisitAs(browser, origin, friend);
  await openAppPage(theirs.page, `${app}club/notices`);
  await theirs.page.getByRole("link", { name: /在文章中提到了你/ }).click();
  await theirs.page.waitForURL("**/club/article/*");
  const liked = theirs.page.waitForRequest(
    (request) => request.method() === "PUT" && request.url().includes(likeArticle.paths[0]),
  );
  await theirs.page
    .locator(`${classSelector("frame", "bottomBar")} ${classSelector("feed", "like")}`)
    .click();
  const headers = await (await liked).allHeaders();
  expect(headers["x-cop-accesstoken"]).toBe(friend.token);
  expect(headers["x-cop-nonce"]?.length).toBeGreaterThanOrEqual(16);
  // The writer's open page shows the like without an action.
  await page
    .getByRole("button", { name: "赞《雾里的二十分钟》，1 人觉得很赞" })
    .waitFor({ timeout: 120_000 });
  expect(complaints).toEqual([]);
  await Promise.all([context.close(), theirs.context.close()]);
});

test("P12 missing content has the club's own message on a 404 page; an invalid address leads to the app's 404", async () => {
  const { context, page } = await openVisit(browser);
  for (const [path, title, way] of [
    ["article/1", "这篇文章看不到了", "去车友圈"],
    ["group/1", "这个车友会看不到了", "找车友会"],
    ["member/1", "这位车友看不到了", "去车友圈"],
  ] as const) {
    const answer = await page.goto(`${app}club/${path}`);
    expect([path, answer?.status()]).toEqual([path, 404]);
    await hydrated(page);
    await page.getByRole("heading", { name: title }).waitFor();
    await page.getByRole("main").getByRole("link", { name: way }).waitFor();
  }
  expect((await fetch(`${app}club/article/abc`)).status).toBe(404);
  await page.getByRole("main").getByRole("link", { name: "去车友圈" }).click();
  await page.waitForURL("**/club");
  await page.getByRole("heading", { level: 1, name: "车友圈" }).waitFor();
  await context.close();
});

test("V28 a tab that fails to load offline says so within the club, whose tabs stay; it loads by itself once online", async () => {
  const { context, page } = await openVisit(browser);
  await openAppPage(page, `${app}club`);
  await context.setOffline(true);
  const tab = (name: string) => page.getByRole("navigation", { name: "车友圈" }).getByRole("link", { name });
  await tab("同城").click();
  const again = page.getByRole("main").getByRole("button", { name: "重试" });
  await again.waitFor();
  await page.getByRole("heading", { name: "网络好像断开了" }).waitFor();
  // Checks the app's own style, not only the route's: without it links are underlined, and the body has a
  // margin.
  const dressed = await tab("推荐").evaluate((link) => [
    getComputedStyle(link).textDecorationLine,
    getComputedStyle(document.body).marginTop,
  ]);
  expect(dressed).toEqual(["none", "0px"]);
  // Tabs that were loaded before still open.
  await tab("推荐").click();
  await page.getByRole("feed", { name: "推荐" }).waitFor();
  await tab("同城").click();
  await again.waitFor();
  await context.setOffline(false);
  await page.getByRole("feed", { name: "同城" }).waitFor();
  await context.close();
});

test("P12 where WeChat draws the title bar, the club's home still links to its search, notices and composer", async () => {
  const { context, page } = await openHost(browser, "wechat");
  for (const [name, path] of [
    ["全部车友会", "club/find"],
    ["消息", "club/notices"],
    ["写动态", "club/write"],
  ] as const) {
    await openAppPage(page, `${app}club`);
    await page.getByRole("link", { name, exact: true }).click();
    await page.waitForURL(`**/${path}`);
  }
  await expect.poll(() => new URL(page.url()).pathname).toContain("club/write");
  await context.close();
});

test("L14 P21 hostile texts are shown as text in the rendered page and in the browser", async () => {
  const title = "</script><script>alert(1)</script>";
  const attacks = [title, "<img src=x onerror=alert(1)>", '"><svg onload=alert(1)>', "<!--<script>"];
  const writer = await newGroupMember(origin, groupId);
  const by = contractClient(origin, { token: writer.token });
  // Escaped, so that the sanitiser has nothing to remove.
  const content = attacks.map((attack) => attack.replaceAll("<", "&lt;")).join(" ");
  const { articleId } = await by(publishArticle, { groupId, title, content });
  await by(addComment, { articleId, content });
  const keyword = "<svg onload=alert()>";
  const paths = [
    `club/article/${articleId}`,
    `club/group/${groupId}`,
    `club/find?keyword=${encodeURIComponent(keyword)}`,
  ];
  const pages = await Promise.all(paths.map(async (path) => (await fetch(app + path)).text()));
  for (const html of pages) for (const attack of [...attacks, keyword]) expect(html).not.toContain(attack);
  expect(pages[0]).toContain("&lt;/script&gt;&lt;script&gt;alert(1)");

  const { context, page, complaints } = await openVisitAs(browser, origin, writer);
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await openAppPage(page, `${app}club/article/${articleId}`);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  expect(await page.locator("main :is(script, img[src=x], [onload], [onerror])").count()).toBe(0);
  expect([dialogs, complaints]).toEqual([[], []]);
  await context.close();
});
