import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { launch, narrow, openVisit } from "../testing/chromium.ts";
import { storeFavourite } from "../testing/favourites.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";

const app = appAddress(inject("origin"));
let browser: Browser;
let activity: ActivityDetail;
beforeAll(async () => {
  browser = await launch();
  activity = await findActivity(inject("origin"), activityFilters.soon);
});
afterAll(() => browser.close());

test("L09 L20 a person without a login is reminded of an opening on the day, and when it opens", async () => {
  const { context, page } = await openVisit(browser, narrow);
  const { activityId, activityType, title, coverUrl, startTime, endTime } = activity;
  await openAppPage(page, `${app}offline/${activityId}`);
  await page.getByRole("button", { name: /^到点提醒我.*开放报名$/ }).click();
  await page.getByText("已收藏，开放报名时提醒你").waitFor();
  await page.getByRole("button", { name: /^已设提醒/ }).waitFor();
  await page.reload();
  await page.keyboard.press("Shift");
  await page.getByRole("button", { name: /^已设提醒/ }).waitFor();
  expect(await accessibilityFindings(page, "an opening to be reminded of")).toEqual([]);

  // Stores the same favourite with an opening in 20 s: the simulated clock would affect all tests.
  const openTime = new Date(Date.now() + 20_000).toISOString();
  await storeFavourite(page, { activityId, activityType, title, coverUrl, startTime, endTime, openTime });
  await openAppPage(page, app);
  await page.keyboard.press("Shift");
  const reminder = page.getByRole("complementary", { name: "提醒" });
  await reminder.getByText(/^(今天|明天) \d{2}:\d{2} 开放报名$/).waitFor();
  await reminder.getByText("你收藏的活动已开放报名").waitFor();
  await reminder.getByRole("link", { name: new RegExp(title) }).click();
  await page.waitForURL(`**/offline/${activityId}`);

  await page.getByRole("button", { name: /^已设提醒/ }).click();
  await page.getByText("已取消收藏").waitFor();
  await page.getByRole("button", { name: /^到点提醒我/ }).waitFor();
  await context.close();
});
