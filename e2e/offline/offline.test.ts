import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { launch, phoneWithWorker, openVisit } from "../testing/chromium.ts";
import { cachedUrls, waitForServiceWorker } from "../testing/service-worker-cache.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { simulator } from "../testing/simulator.ts";
import { appAddress, fillForm, formPath, openAppPage, solveByDragging } from "../testing/page-actions.ts";
import { classSelector, signUpForm } from "../testing/class-selector.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let activityId: string;
let title: string;
beforeAll(async () => {
  browser = await launch();
  ({ activityId, title } = await findActivity(origin, activityFilters.plain));
});
beforeEach(() => simulator(origin).fail());
afterAll(() => browser.close());

type Stored = { key: string; value: unknown; created_time: number; expiration_time?: number };
/** Reads the browser's database: its stores with key path and records; null if there is none. */
const databaseIn = (page: Page) =>
  page.evaluate(async () => {
    const found = (await indexedDB.databases()).find(({ name }) => name === "marketing_activity");
    if (!found) return null;
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open("marketing_activity");
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(new Error("cannot be opened"));
    });
    const stores: Record<string, { keyPath: unknown; records: Stored[] }> = {};
    for (const name of database.objectStoreNames) {
      const store = database.transaction(name).objectStore(name);
      const records = await new Promise<Stored[]>((resolve) => {
        const reading = store.getAll() as IDBRequest<Stored[]>;
        reading.onsuccess = () => resolve(reading.result);
      });
      stores[name] = { keyPath: store.keyPath, records };
    }
    database.close();
    return { version: found.version, stores };
  });
const recordsIn = async (page: Page, store: string): Promise<Stored[]> =>
  (await databaseIn(page))?.stores[store]?.records ?? [];
const slow = { timeout: 60_000 };

/** Ends the first screen, after which pages, scripts and answers are cached; waits until they are. */
async function waitForCaches(page: Page, { withAnswers = true } = {}): Promise<void> {
  const least = withAnswers ? 1 : 0;
  await page.keyboard.press("Shift");
  await expect.poll(() => cachedUrls(page, "pages-1"), slow).toContain(page.url());
  // The first pages are cached while the worker is still being installed.
  await waitForServiceWorker(page);
  const answers = async () =>
    (await recordsIn(page, "interface_data_cache")).length + (await recordsIn(page, "activities")).length;
  await expect.poll(answers, slow).toBeGreaterThanOrEqual(least);
}

test("Q01 Q02 Q03 Q04 Q05 Q06 Q07 Q08 Q09 the database has its name, version, stores, key path and timestamps", async () => {
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin), phoneWithWorker);
  await openAppPage(page, `${app}offline/${activityId}`);
  await page.getByRole("button", { name: "收藏" }).click();
  await page.getByRole("button", { name: "收藏", pressed: true }).waitFor();
  await expect.poll(() => recordsIn(page, "favorites"), slow).toHaveLength(1);
  const database = await databaseIn(page);
  expect(database?.version).toBe(1);
  expect(Object.keys(database?.stores ?? {}).sort()).toEqual(
    ["activities", "cache", "favorites", "interface_data_cache", "signups", "users"].sort(),
  );
  for (const { keyPath } of Object.values(database?.stores ?? {})) expect(keyPath).toBe("key");
  const [favourite] = database?.stores["favorites"]?.records ?? [];
  expect(favourite).toMatchObject({ key: activityId, created_time: expect.any(Number) as number });
  expect(favourite).not.toHaveProperty("expiration_time");
  await openAppPage(page, `${app}offline/${activityId}`);
  await page.getByRole("button", { name: "收藏", pressed: true }).waitFor();
  await context.close();
});

test("Q11 an expired record is deleted when it is read", async () => {
  const { context, page } = await openVisit(browser, phoneWithWorker);
  await openAppPage(page, `${app}offline/${activityId}`);
  await page.getByRole("button", { name: "收藏" }).click();
  await expect.poll(() => recordsIn(page, "favorites"), slow).toHaveLength(1);
  await page.evaluate(async (key) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open("marketing_activity");
      opening.onsuccess = () => resolve(opening.result);
    });
    const record = { key, value: {}, created_time: 1, expiration_time: Date.now() - 1 };
    const change = database.transaction("favorites", "readwrite");
    change.objectStore("favorites").put(record);
    await new Promise((resolve) => (change.oncomplete = resolve));
    database.close();
  }, activityId);
  await openAppPage(page, `${app}offline/${activityId}`);
  await expect.poll(() => recordsIn(page, "favorites"), slow).toEqual([]);
  expect(await page.getByRole("button", { name: "收藏", pressed: false }).count()).toBe(1);
  await context.close();
});

test("Q13 list and last activity are readable offline, with their time; online they are fresh again", async () => {
  const { context, page } = await openVisit(browser, phoneWithWorker);
  await openAppPage(page, `${app}list`);
  await waitForCaches(page);
  await openAppPage(page, `${app}offline/${activityId}`);
  await waitForCaches(page);
  await context.setOffline(true);
  const asOf = page.getByText(/^离线内容，更新于 .*\d{2}:\d{2}$/);
  await openAppPage(page, `${app}offline/${activityId}`);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(title);
  await asOf.waitFor();
  await openAppPage(page, `${app}list`);
  await asOf.waitFor();
  expect(await page.locator(`${classSelector("card", "list")} a`).count()).toBeGreaterThan(5);
  await context.setOffline(false);
  await asOf.waitFor({ state: "detached" });
  await context.close();
});

test("Q04 L21 the ticket can be shown offline", async () => {
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin), phoneWithWorker);
  await openAppPage(page, app + formPath(activityId));
  await fillForm(page, "林晓岚");
  await page.getByRole("button", { name: "提交报名" }).click();
  await solveByDragging(page);
  const ticket = page.getByRole("article", { name: "报名凭证" });
  await ticket.waitFor();
  const text = await ticket.textContent();
  await expect.poll(() => recordsIn(page, "signups"), slow).toHaveLength(1);
  expect(JSON.stringify(await recordsIn(page, "signups"))).not.toMatch(/(?<!\d)1\d{10}(?!\d)/);
  await openAppPage(page, app + formPath(activityId));
  await waitForCaches(page, { withAnswers: false });
  await context.setOffline(true);
  await openAppPage(page, app + formPath(activityId));
  await ticket.waitFor();
  expect(await ticket.textContent()).toBe(text);
  await page.getByText("网络不可用，显示的是上次保存的凭证。").waitFor();
  await context.close();
});

test.each(["throws", "never answers", "is missing"])(
  "Q12 a database that %s does not block the page",
  async (fault) => {
    const { context, page, complaints } = await openVisit(browser, phoneWithWorker);
    await page.addInitScript((what) => {
      if (what === "is missing") Object.defineProperty(window, "indexedDB", { value: undefined });
      else
        IDBFactory.prototype.open = () => {
          if (what === "throws") throw new DOMException("denied", "SecurityError");
          return {} as IDBOpenDBRequest;
        };
    }, fault);
    await openAppPage(page, `${app}list`);
    await page.locator("a[href*='/offline/']").first().click();
    await page.getByRole("button", { name: "收藏" }).click();
    await page.getByRole("button", { name: "收藏", pressed: true }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test("V28 the form has its own message for a lost network, and the same sign-up succeeds after it", async () => {
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin), phoneWithWorker);
  await openAppPage(page, app + formPath(activityId));
  await fillForm(page, "林晓岚");
  const submit = page.locator(`${signUpForm()} button[type=submit]`);
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await submit.click();
  const told = page.locator(classSelector("toast", "toast"), { hasText: "网络不可用，请检查网络后重试" });
  await told.waitFor();
  await context.setOffline(false);
  await submit.click();
  await solveByDragging(page);
  const done = page.getByRole("status").getByText("报名成功");
  await done.waitFor();
  expect(await done.isVisible()).toBe(true);
  await context.close();
});

test("V28 K23 a list that was never loaded says that the network is gone, and loads by itself once online", async () => {
  const { context, page } = await openVisit(browser, phoneWithWorker);
  await openAppPage(page, `${app}list`);
  await page.getByRole("link", { name: "首页" }).first().click();
  await page.getByText("附近活动").waitFor();
  await waitForCaches(page);
  await context.setOffline(true);
  await page.getByRole("link", { name: /^全部 \d+ 场/ }).click();
  await page.getByText("网络好像断开了").first().waitFor();
  await context.setOffline(false);
  await page.locator("a[href*='/offline/']").first().waitFor();
  expect(page.url()).toBe(`${app}list?activityType=localoffline`);
  await context.close();
});

test("V28 an address that was never opened shows an offline page, and loads by itself once online", async () => {
  const { context, page } = await openVisit(browser, phoneWithWorker);
  await openAppPage(page, app);
  await waitForCaches(page);
  await context.setOffline(true);
  const answer = await page.goto(`${app}list?keyword=%E5%B1%B1`);
  expect(answer?.status()).toBe(503);
  expect(await page.locator("body").textContent()).toMatch(/网络/);
  await context.setOffline(false);
  await page.getByRole("heading", { level: 1, name: "活动" }).waitFor();
  expect(page.url()).toBe(`${app}list?keyword=%E5%B1%B1`);
  await context.close();
});
