import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { findActivity, wishes } from "./activities.ts";
import { launch, visit } from "./chromium.ts";
import { appOf, open } from "./walk.ts";

const app = appOf(inject("origin"));
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const keptIn = (page: Page, cache: string): Promise<string[]> =>
  page.evaluate(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url), cache);
/** Waits until these pages, among others, are kept. */
async function keepsPages(page: Page, ...urls: string[]): Promise<void> {
  await expect.poll(() => keptIn(page, "pages-1"), { timeout: 15_000 }).toEqual(expect.arrayContaining(urls));
}

test("Z10 V28 a page whose script was never loaded says that the network is gone, and comes by itself with it", async () => {
  const { context, page } = await visit(browser);
  // A browser that tells nothing of its connection loads no script ahead.
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, "connection", { value: undefined }),
  );
  await open(page, app);
  await keepsPages(page, app);
  await open(page, app);
  expect((await keptIn(page, "assets-1")).some((url) => url.includes("/detail-page-"))).toBe(false);
  const card = page.locator("a.ncard").first();
  const heading = page.getByRole("heading", { level: 1 });
  const title = await card.getByRole("heading").textContent();
  await context.setOffline(true);
  await card.click();
  await heading.filter({ hasText: "网络好像断开了" }).waitFor();
  await page.goBack();
  await context.setOffline(false);
  await card.click();
  await heading.filter({ hasText: title ?? "" }).waitFor();
  await context.close();
});

test("Q13 pages that are gone to within the app are kept too; what carries a login or a draft is not", async () => {
  const { context, page } = await visit(browser);
  await open(page, `${app}list?utm_source=poster`);
  await keepsPages(page, `${app}list`);
  await page.locator("a.lcard").first().click();
  await page.waitForURL(/\/(offline|online)\/\d+/);
  await keepsPages(page, `${app}list`, page.url());
  for (const query of ["code=c&state=1", "tk=t", "loginType=SSO", "preview=1"])
    await open(page, `${app}?${query}`);
  const { activityId } = await findActivity(inject("origin"), wishes.plain);
  await open(page, `${app}offline/${activityId}`);
  await keepsPages(page, `${app}offline/${activityId}`);
  for (const url of await keptIn(page, "pages-1")) expect(url).not.toMatch(/code=|tk=|loginType|preview/);
  await context.close();
});

test("a page that is loaded anew comes from the network", async () => {
  const { context, page } = await visit(browser);
  await open(page, app);
  await keepsPages(page, app);
  const again = await page.goto(app);
  expect(again?.headers()).toHaveProperty("x-kept-at");
  const anew = await page.reload();
  expect(anew?.headers()).not.toHaveProperty("x-kept-at");
  await context.close();
});
