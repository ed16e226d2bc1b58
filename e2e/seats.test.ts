import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { findActivity } from "./activities.ts";
import { launch } from "./chromium.ts";
import { newPerson, visitAs } from "./people.ts";
import { appOf, fillForm, open, solveByDragging } from "./walk.ts";

const origin = inject("origin");
const app = appOf(origin);
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test("C33 after a sign-up, going back finds detail and list as they were left, with the seats that are left now", async () => {
  const { title, remaining } = await findActivity(
    origin,
    ({ activityType, pageType, status, quota, remaining: seats, conditions = [] }) =>
      conditions.length === 0 &&
      activityType === "localoffline" &&
      pageType === "signup" &&
      status === 2 &&
      (seats ?? 0) > (quota ?? 0) / 4,
  );
  const left = remaining ?? 0;
  const { context, page } = await visitAs(browser, origin, await newPerson(origin));
  await open(page, `${app}list?keyword=${encodeURIComponent(title)}`);
  const card = page.locator("a.lcard", { hasText: title }).first();
  await card.getByText(`剩 ${left} 席`).waitFor();
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
