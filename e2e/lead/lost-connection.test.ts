import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { findActivity } from "../testing/activities.ts";
import { launch, phone } from "../testing/chromium.ts";
import { bar, field, fill } from "../testing/lead-page.ts";
import { appAddress, openAppPage, solveByDragging } from "../testing/page-actions.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { simulator } from "../testing/simulator.ts";

const origin = inject("origin");
let browser: Browser;
let activityId: string;
let address: string;
beforeAll(async () => {
  browser = await launch();
  ({ activityId } = await findActivity(
    origin,
    ({ activityType, pageType, status }) =>
      activityType === "online" && pageType === "localOfflineLead" && status === 2,
  ));
  address = `${appAddress(origin)}online/${activityId}`;
});
afterAll(() => browser.close());

test("V10 after a lost answer the form stays; sending again gives one lead", async () => {
  const person = await newPerson(origin);
  const { context, page } = await openVisitAs(browser, origin, person, phone);
  await openAppPage(page, address);
  await fill(page);
  await simulator(origin).fail({
    path: `/mall-api/cop-marketing-activity/api/v1/activity/page/lead/${activityId}`,
    method: "POST",
    status: 504,
    code: "504",
    message: "upstream timeout",
    times: 1,
  });
  await bar(page).getByRole("button", { name: "立即预约" }).click();
  await page.getByRole("alert").getByText("没有收到结果").waitFor();
  expect(await field(page, "姓名").inputValue()).toBe("林晓岚");
  await bar(page).getByRole("button", { name: "立即预约" }).click();
  await solveByDragging(page);
  await page.getByRole("status").getByText("已预约").waitFor();
  await context.close();
});

test("Q13 V28 a lead submitted offline: the page says that nothing was sent, keeps the form, and sends it once online", async () => {
  const person = await newPerson(origin);
  const { context, page } = await openVisitAs(browser, origin, person, phone);
  await openAppPage(page, address);
  await page.getByRole("radiogroup", { name: "门店" }).waitFor();
  await context.setOffline(true);
  await fill(page);
  await bar(page).getByRole("button", { name: "立即预约" }).click();
  await page.getByRole("alert").getByText("还没有预约").waitFor();
  expect(await field(page, "姓名").inputValue()).toBe("林晓岚");
  await context.setOffline(false);
  await bar(page).getByRole("button", { name: "立即预约" }).click();
  await solveByDragging(page);
  await page.getByRole("status").getByText("已预约").waitFor();
  await context.close();
});
