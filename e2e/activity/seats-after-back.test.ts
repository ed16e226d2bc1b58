import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { showNearby } from "#contract/activity/activity.ts";
import { findActivity } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch } from "../testing/chromium.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { appAddress, fillForm, openAppPage, solveByDragging } from "../testing/page-actions.ts";
import { listCard } from "../testing/class-selector.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test("C33 after a sign-up, Back shows detail and list at their old position with the current seats", async () => {
  const { activityId, title } = await findActivity(
    origin,
    ({ activityType, pageType, status, quota, remaining: seats, conditions = [] }) =>
      conditions.length === 0 &&
      activityType === "localoffline" &&
      pageType === "signup" &&
      status === 2 &&
      (seats ?? 0) > (quota ?? 0) / 4,
  );
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin));
  const card = page.locator(listCard(), { hasText: title }).first();
  // Another test may have signed up a moment ago, and the shared page cache is some seconds old, longest for
  // the list.
  let left = 0;
  const isListed = async (): Promise<number> => {
    left = (await contractClient(origin)(showNearby, { id: activityId })).remaining ?? 0;
    await openAppPage(page, `${app}list?keyword=${encodeURIComponent(title)}`);
    await card.waitFor();
    return card.getByText(`剩 ${left} 席`).count();
  };
  await expect.poll(isListed, { interval: 2_000 }).toBe(1);
  await card.click();
  await page.getByRole("link", { name: `立即报名 · 剩 ${left} 席` }).click();
  await fillForm(page, "林晓岚");
  await page.getByRole("button", { name: "提交报名" }).click();
  await solveByDragging(page);
  await page.getByRole("article", { name: "报名凭证" }).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "查看报名凭证" }).waitFor();
  await page.goBack();
  await card.getByText(`剩 ${left - 1} 席`).waitFor();
  expect(await card.count()).toBe(1);
  await context.close();
});
