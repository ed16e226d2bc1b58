import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { launch, phoneWithWorker, openVisit } from "../testing/chromium.ts";
import { simulator } from "../testing/simulator.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";
import { classSelector } from "../testing/class-selector.ts";

const origin = inject("origin");
const sim = simulator(origin);
const DAY = 86_400_000;
const HOUR = 3_600_000;
let browser: Browser;
let activity: ActivityDetail;
let closing: number;
let address: string;
beforeAll(async () => {
  browser = await launch();
  activity = await findActivity(origin, activityFilters.plain);
  closing = Date.parse(activity.signUpEndTime);
  address = `${appAddress(origin)}offline/${activity.activityId}`;
});
afterEach(() => sim.setClock(null));
afterAll(() => browser.close());

/** Shifts the page's clock by this much, ms. */
const setPhone = (page: Page, off: number): Promise<unknown> =>
  page.addInitScript((shift) => {
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(given?: number | string) {
        super(given ?? Real.now() + shift);
      }
      static override now = () => Real.now() + shift;
    } as DateConstructor;
  }, off);
const timer = (page: Page) => page.getByRole("timer");

test.each([0, DAY, -DAY])(
  "K22 a phone %i ms off shows the server's countdown and status, on the detail and in the list",
  async (off) => {
    // 2 days, 3 hours and a half before the sign-up closes.
    await sim.setClock(closing - 2 * DAY - 3.5 * HOUR);
    const { context, page } = await openVisit(browser);
    await setPhone(page, off);
    await openAppPage(page, address);
    await page.waitForLoadState("networkidle");
    expect(await timer(page).getAttribute("aria-label")).toMatch(/^剩余 2 天 3 小时 (29|30) 分/);
    expect(
      await page
        .locator(`${classSelector("detail", "sheet")} ${classSelector("controls", "tag")}`)
        .first()
        .textContent(),
    ).toBe("报名中");
    await openAppPage(page, `${appAddress(origin)}list?keyword=${encodeURIComponent(activity.title)}`);
    await page.waitForLoadState("networkidle");
    expect(
      await page
        .locator(`${classSelector("card", "listCard")} ${classSelector("controls", "tag")}`)
        .first()
        .textContent(),
    ).toBe("报名中");
    await context.close();
  },
);

test("K22 a cached page follows the server's clock, also on a phone that is a day off", async () => {
  await sim.setClock(closing - 2 * DAY - 3.5 * HOUR);
  const { context, page } = await openVisit(browser, phoneWithWorker);
  await openAppPage(page, address);
  const isKept = () =>
    page.evaluate((url) => caches.match(url).then((found) => found !== undefined), address);
  await expect.poll(isKept).toBe(true);
  for (const off of [0, DAY]) {
    await sim.setClock(closing - 1 * DAY - 1.5 * HOUR);
    const later = await context.newPage();
    await setPhone(later, off);
    const answer = await later.goto(address);
    expect(answer?.fromServiceWorker()).toBe(true);
    await expect.poll(() => timer(later).getAttribute("aria-label")).toMatch(/^剩余 1 天 1 小时 (29|30) 分/);
    await later.close();
  }
  await sim.setClock(closing + HOUR);
  const ended = await context.newPage();
  await ended.goto(address);
  await ended.getByRole("button", { name: "报名已结束" }).waitFor();
  expect(await timer(ended).count()).toBe(0);
  await context.close();
});
