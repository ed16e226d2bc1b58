import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { listBenefits, sendBenefit } from "#contract/benefit/benefit.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findActivity } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { desktop, hydrated, launch, phone, openVisit } from "../testing/chromium.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { appAddress, openAppPage, solveByDragging } from "../testing/page-actions.ts";
import { classSelector } from "../testing/class-selector.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test.each([
  ["phone", phone],
  ["desktop", desktop],
])(
  "U29 U26 C11 C33 the mall's home: banners, series, campaigns and their links: %s",
  async (name, device) => {
    const { context, page, complaints } = await openVisit(browser, device);
    await openAppPage(page, `${app}mall?utm_source=poster`);
    expect(await page.title()).toBe("商城 - 青岚汽车");
    expect(await accessibilityFindings(page, `mall, ${name}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.getByRole("navigation", { name: "车系" }).getByRole("link", { name: "行云" }).click();
    await page.waitForURL("**/list?seriesCode=xingyun");
    await page.goBack();
    await page.locator(classSelector("mall", "card")).first().click();
    await page.waitForURL("**/online/*");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole("region", { name: "推荐" }).getByRole("link").first().click();
    await page.waitForURL("**/list?activityType=online&businessType=1");
    await page.getByRole("link", { name: "商城" }).locator("visible=true").first().click();
    await page.waitForURL("**/mall");
    await expect.poll(() => page.title()).toBe("商城 - 青岚汽车");
    await page.reload();
    await hydrated(page);
    await page.getByText("登录后查看卡券").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test("M17 the mall counts the person's usable coupons, and links to them", async () => {
  const { activityId } = await findActivity(
    origin,
    ({ hasCoupons, status, activityType, conditions }) =>
      hasCoupons && status === 2 && activityType === "online" && conditions === undefined,
  );
  const benefits = await contractClient(origin)(listBenefits, { activityId });
  const [benefit] = benefits.filter(({ name }) => !name.includes("检测券"));
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin));
  await openAppPage(page, `${app}mall`);
  await page.getByText("还没有可用的卡券").waitFor();
  await openAppPage(page, `${app}coupon/result/${activityId}`);
  const sent = page.waitForResponse(
    (answer) => answer.url().includes(sendBenefit.paths[0].split(":")[0] ?? "") && answer.status() === 200,
  );
  await page.getByRole("button", { name: `领取${benefit?.name ?? ""}` }).click();
  await solveByDragging(page);
  await sent;
  await page.getByText("领取成功").waitFor();
  await openAppPage(page, `${app}mall`);
  await page.getByRole("link", { name: /你有 1 张可用的卡券/ }).click();
  await page.waitForURL("**/mine/coupons");
  await page.getByRole("heading", { name: "我的卡券" }).waitFor();
  await page
    .getByText(benefit?.name ?? "none")
    .locator("visible=true")
    .first()
    .waitFor();
  expect(await page.getByText("还没有可用的卡券").count()).toBe(0);
  await context.close();
});
