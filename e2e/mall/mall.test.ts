import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { listBenefits, sendBenefit } from "#contract/benefit/benefit.ts";
import { listCategories, listRushes } from "#contract/mall/product.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findActivity } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { desktop, hydrated, launch, phone, openVisit } from "../testing/chromium.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { appAddress, openAppPage, solveByDragging } from "../testing/page-actions.ts";

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
  "MA109 U29 U26 C11 C33 the mall's home: banners, categories, rush sales, products and campaigns: %s",
  async (name, device) => {
    const call = contractClient(origin);
    const [categories, rushes] = await Promise.all([call(listCategories, {}), call(listRushes, {})]);
    const { context, page, complaints } = await openVisit(browser, device);
    await openAppPage(page, `${app}mall?utm_source=poster`);
    expect(await page.title()).toBe("商城 - 青岚汽车");
    expect(await accessibilityFindings(page, `mall, ${name}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    const links = page.getByRole("navigation", { name: "分类" }).getByRole("link");
    expect(await links.allTextContents()).toEqual(categories.map((category) => category.name));
    const [rush] = rushes.list;
    const sales = page.locator("section", { has: page.getByRole("heading", { name: "限时抢购" }) });
    await sales.getByText(rush?.title ?? "none").waitFor();
    await links.first().click();
    await page.waitForURL(`**/mall/category/${categories[0]?.categoryId ?? ""}`);
    await expect.poll(() => page.title()).toBe(`${categories[0]?.name ?? ""} - 青岚汽车`);
    await page.goBack();
    await page.getByRole("region", { name: "推荐" }).getByRole("link").first().click();
    await page.waitForURL("**/list?activityType=online&businessType=1");
    await page.getByRole("link", { name: "商城" }).locator("visible=true").first().click();
    await page.waitForURL("**/mall");
    await expect.poll(() => page.title()).toBe("商城 - 青岚汽车");
    await page.getByRole("link", { name: "大家都在买，全部" }).click();
    await page.waitForURL("**/mall/category");
    await page.goBack();
    await page.reload();
    await hydrated(page);
    await page.getByText("登录后查看卡券").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test("MA105 the home and its lists stand without a script", async () => {
  const { context, page } = await openVisit(browser, { ...phone, javaScriptEnabled: false });
  await page.goto(`${app}mall`);
  await page.getByRole("navigation", { name: "分类" }).getByRole("link").first().click();
  await page.waitForURL("**/mall/category/*");
  const cards = page.getByRole("link").filter({ has: page.getByRole("heading", { level: 3 }) });
  const first = (await cards.first().getByRole("heading").textContent()) ?? "";
  await page.getByRole("link", { name: "价格", exact: true }).click();
  await page.waitForURL("**sort=priceUp");
  expect(await cards.first().getByRole("heading").textContent()).not.toBe(first);
  await context.close();
});

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
