import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { launch, phoneWithWorker } from "../testing/chromium.ts";
import { addFavourite, storeFavourite } from "../testing/favourites.ts";
import { waitForCachedPageFiles } from "../testing/service-worker-cache.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let activity: ActivityDetail;
let other: ActivityDetail;
beforeAll(async () => {
  browser = await launch();
  activity = await findActivity(origin, (one) => activityFilters.withSession(one) && one.dealers.length > 0);
  other = await findActivity(origin, activityFilters.plain);
});
afterAll(() => browser.close());

test("favourites: added on the detail page, listed, removed", async () => {
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin));
  await addFavourite(page, origin, activity);
  await openAppPage(page, `${app}mine`);
  await page.getByRole("link", { name: /^1\s*收藏$/ }).click();
  const kept = page.getByRole("link", { name: new RegExp(activity.title) });
  await kept.getByText("报名中").waitFor();
  await page.getByRole("button", { name: `取消收藏：${activity.title}` }).click();
  await page.getByText("还没有收藏").waitFor();
  await page.reload();
  await page.getByText("还没有收藏").waitFor();
  expect(await page.getByRole("listitem").count()).toBe(0);
  await context.close();
});

test("Q13 the states of all favourites are one call; an unpublished one is 已下线; offline shows the last known states with their time", async () => {
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin), phoneWithWorker);
  await addFavourite(page, origin, activity);
  await addFavourite(page, origin, other);
  await storeFavourite(page, {
    activityId: "404",
    activityType: "localoffline",
    title: "一场取消了的试驾",
    coverUrl: activity.coverUrl,
    startTime: "2999-01-01T10:00:00+08:00",
    endTime: "2999-01-01T12:00:00+08:00",
  });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/activity/page/nearby")) asked.push(request.url());
  });
  await openAppPage(page, `${app}mine/favourites`);
  const card = (title: string) => page.getByRole("listitem").filter({ hasText: title });
  await card("一场取消了的试驾").getByText("已下线").waitFor();
  await card(activity.title).getByText("报名中").waitFor();
  await card(other.title).getByText("报名中").waitFor();
  expect(asked).toHaveLength(1);
  expect(await page.getByText(/^离线内容/).count()).toBe(0);
  await waitForCachedPageFiles(page);
  await openAppPage(page, `${app}mine`);
  await context.setOffline(true);
  await page.getByRole("link", { name: /^3\s*收藏$/ }).click();
  await page.getByText(/^离线内容，更新于 .*\d{2}:\d{2}$/).waitFor();
  await card("一场取消了的试驾").getByText("已下线").waitFor();
  await card(activity.title).getByText("报名中").waitFor();
  await context.close();
});
