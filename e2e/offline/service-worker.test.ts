import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { deleteArticle, publishArticle } from "#contract/club/articles.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { findOpenGroup, newGroupMember } from "../testing/club-groups.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch, phoneWithWorker, openVisit } from "../testing/chromium.ts";
import { waitForCachedPageFiles, waitForCachedPages, cachedUrls } from "../testing/service-worker-cache.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";
import { classSelector, listCard } from "../testing/class-selector.ts";

const app = appAddress(inject("origin"));
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test("Z10 V28 a page whose script was never loaded says that the network is gone, and loads by itself once online", async () => {
  const { context, page } = await openVisit(browser, phoneWithWorker);
  // Without connection information the app preloads no scripts.
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, "connection", { value: undefined }),
  );
  await openAppPage(page, app);
  await waitForCachedPages(page, app);
  await openAppPage(page, app);
  expect((await cachedUrls(page, "assets-1")).some((url) => url.includes("/detail-page-"))).toBe(false);
  await expect
    .poll(() => cachedUrls(page, "assets-1"))
    .toContainEqual(expect.stringContaining("/error-page-"));
  const card = page.locator(`a${classSelector("card", "nearbyCard")}`).first();
  const heading = page.getByRole("heading", { level: 1 });
  const title = (await card.getByRole("heading").textContent()) ?? "";
  await context.setOffline(true);
  await card.click();
  await heading.filter({ hasText: "网络好像断开了" }).waitFor();
  await context.setOffline(false);
  await heading.filter({ hasText: title }).waitFor();
  await page.goBack();
  await card.click();
  await heading.filter({ hasText: title }).waitFor();
  await context.close();
});

test("V28 after a fast connection a page that was never visited opens offline with its style", async () => {
  const { context, page } = await openVisit(browser, phoneWithWorker);
  await openAppPage(page, app);
  await waitForCachedPageFiles(page);
  await context.setOffline(true);
  await page.getByRole("navigation").getByRole("link", { name: "我的" }).last().click();
  await page.getByRole("button", { name: /^登录 \/ 注册/ }).waitFor();
  const styles = () =>
    page.evaluate(() => Array.from(document.styleSheets).flatMap(({ href }) => (href === null ? [] : href)));
  expect(await styles()).toContainEqual(expect.stringContaining("/mine-entry-"));
  await context.close();
});

test("Q13 a page whose update is interrupted stays cached as it was", async () => {
  const { context, page } = await openVisit(browser, phoneWithWorker);
  await openAppPage(page, app);
  await waitForCachedPages(page, app);
  const [worker] = context.serviceWorkers();
  const brokenOff = await worker?.evaluate((key) => {
    const body = new ReadableStream({ start: (stream) => stream.error(new Error("broken off")) });
    const { cachePage } = globalThis as unknown as { cachePage(key: string, page: Response): Promise<void> };
    const renewed = cachePage(key, new Response(body, { headers: { "x-page": "public" } }));
    return renewed.catch((error: unknown) => String(error));
  }, app);
  expect(brokenOff).toContain("TypeError");
  expect(await cachedUrls(page, "pages-1")).toContain(app);
  await context.close();
});

test("Q13 pages visited within the app are cached too; those with a login or a draft are not", async () => {
  const { context, page } = await openVisit(browser, phoneWithWorker);
  await openAppPage(page, `${app}list?utm_source=poster`);
  await waitForCachedPages(page, `${app}list`);
  await page.locator(listCard()).first().click();
  await page.waitForURL(/\/(offline|online)\/\d+/);
  await waitForCachedPages(page, `${app}list`, page.url());
  for (const query of ["code=c&state=1", "tk=t", "loginType=SSO", "preview=1"])
    await openAppPage(page, `${app}?${query}`);
  const { activityId } = await findActivity(inject("origin"), activityFilters.plain);
  await openAppPage(page, `${app}offline/${activityId}`);
  await waitForCachedPages(page, `${app}offline/${activityId}`);
  for (const url of await cachedUrls(page, "pages-1")) expect(url).not.toMatch(/code=|tk=|loginType|preview/);
  await context.close();
});

type Visited = PerformanceNavigationTiming & { workerFinalSourceType?: string };
/** Source of the current page, as the browser reports it; "cache": without starting the worker. */
const sourceOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => (performance.getEntriesByType("navigation")[0] as Visited).workerFinalSourceType);
/** Opens a page as after a while: stops the worker first. */
async function openLater(page: Page, url: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("ServiceWorker.enable");
  const visit = async () => {
    await session.send("ServiceWorker.stopAllWorkers");
    await openAppPage(page, url);
    return sourceOf(page);
  };
  // The page that was just left may wake the worker again.
  await expect.poll(visit).toBe("cache");
  await session.detach();
}

test("home page and list come from the cache without the worker, from the first visit on; a reload uses the network", async () => {
  const { context, page, complaints } = await openVisit(browser, phoneWithWorker);
  await openAppPage(page, `${app}404`);
  await waitForCachedPages(page, app, `${app}list`);
  await openLater(page, `${app}list`);
  await page.locator(listCard()).first().waitFor();
  expect(complaints.filter((line) => !line.includes("404"))).toEqual([]);
  await page.reload();
  await expect.poll(() => sourceOf(page)).not.toBe("cache");
  // An address with a query is handled by the worker, which knows which pages may not be cached.
  await openAppPage(page, `${app}list?code=c&state=1`);
  expect(await sourceOf(page)).not.toBe("cache");
  await context.close();
});

test("visited detail pages come from the cache without the worker, then are updated", async () => {
  const { context, page } = await openVisit(browser, phoneWithWorker);
  const { activityId } = await findActivity(inject("origin"), activityFilters.plain);
  const seen = [`${app}offline/${activityId}`, `${app}club`];
  for (const address of seen) {
    await openAppPage(page, address);
    await waitForCachedPages(page, address);
  }
  for (const address of seen) await openLater(page, address);
  await page.getByRole("feed").waitFor();
  await page.reload();
  await expect.poll(() => sourceOf(page)).not.toBe("cache");
  await context.close();
});

test("V28 Z10 a page that came without the worker works offline too, and recovers if its scripts are gone", async () => {
  const { context, page } = await openVisit(browser, phoneWithWorker);
  await openAppPage(page, app);
  await waitForCachedPages(page, app, `${app}list`);
  await openLater(page, app);
  await context.setOffline(true);
  await openLater(page, app);
  await page
    .locator(`a${classSelector("card", "nearbyCard")}`)
    .first()
    .waitFor();
  await context.setOffline(false);
  // Simulates a release: the cached page names a script that no longer exists.
  await page.evaluate(async (url) => {
    const pages = await caches.open("pages-1");
    const kept = await pages.match(url);
    const text = (await kept?.text())?.replace(/entry\.client-/g, "entry.gone-");
    await pages.put(url, new Response(text, { headers: kept?.headers ?? {} }));
  }, app);
  await page.goto(`${app}404`);
  const session = await context.newCDPSession(page);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
  await openAppPage(page, app);
  expect(await page.getByRole("alert").isVisible()).toBe(false);
  await context.close();
});

test("J15 cached pages are for the chosen city", async () => {
  const { context, page } = await openVisit(browser, phoneWithWorker);
  await openAppPage(page, app);
  await waitForCachedPages(page, app, `${app}list`);
  await openAppPage(page, `${app}list?status=2`);
  await waitForCachedPages(page, `${app}list?status=2`);
  await page.getByRole("button", { name: "当前城市：上海，点击切换" }).first().click();
  await page
    .getByRole("dialog", { name: "选择城市" })
    .getByRole("button", { name: "北京", exact: true })
    .first()
    .click();
  const kept = (url: string) =>
    page.evaluate(async (key) => (await (await caches.match(key))?.text()) ?? "", url);
  for (const url of [app, `${app}list`]) await expect.poll(() => kept(url)).toContain("当前城市：北京");
  expect(await kept(`${app}list?status=2`)).not.toContain("当前城市：上海");
  await context.close();
});

/** Leaves the worker as it is. */
const leaveWorker = (): Promise<void> => Promise.resolve();
const stopWorker = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
  await session.detach();
};
test.each([
  ["with the worker", leaveWorker],
  ["without the worker", stopWorker],
])("P23 the page of deleted content is removed from the phone's cache: %s", async (_how, prepare) => {
  const origin = inject("origin");
  const groupId = await findOpenGroup(origin);
  const writer = await newGroupMember(origin, groupId);
  const by = contractClient(origin, { token: writer.token });
  const { articleId } = await by(publishArticle, { groupId, title: "雾里的路牌", content: "加我微信" });
  const address = `${app}club/article/${articleId}`;
  const { context, page } = await openVisit(browser, phoneWithWorker);
  await openAppPage(page, address);
  await waitForCachedPages(page, address);
  await by(deleteArticle, { articleId });
  await prepare(page);
  await page.goto(address);
  await page.getByRole("heading", { name: "这篇文章看不到了" }).waitFor();
  await expect.poll(() => cachedUrls(page, "pages-1")).not.toContain(address);
  await context.close();
});

test("a reload uses the network", async () => {
  const { context, page } = await openVisit(browser, phoneWithWorker);
  await openAppPage(page, app);
  await waitForCachedPages(page, app);
  const again = await page.goto(app);
  expect(again?.headers()).toHaveProperty("x-kept-at");
  const anew = await page.reload();
  expect(anew?.headers()).not.toHaveProperty("x-kept-at");
  await context.close();
});
