import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launch, phone, phoneWithWorker, openVisit } from "../testing/chromium.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";
import { listCard } from "../testing/class-selector.ts";

const origin = inject("origin");
const app = appAddress(origin);
/** A position on the Bund in Shanghai. */
const bund = { latitude: 31.2397, longitude: 121.4908 };
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test.each([
  ["provinceCode=330000", "杭州"],
  ["cityCode=440300", "深圳"],
  ["provinceCode=330000&cityCode=330200", "宁波"],
])("C20 ?%s is %s, before and after hydration, and the data are for that city", async (query, name) => {
  const { context, page, complaints } = await openVisit(browser);
  await page.goto(`${app}list?${query}`);
  const label = page.getByRole("button", { name: `当前城市：${name}，点击切换` });
  expect(await label.count()).toBeGreaterThan(0);
  await openAppPage(page, `${app}list?${query}`);
  const asked = page.waitForRequest(/page\/nearby\?/);
  await page.getByRole("button", { name: "本周末" }).click();
  const wanted = new URL((await asked).url()).searchParams;
  for (const [key, value] of new URLSearchParams(query)) expect(wanted.get(key)).toBe(value);
  expect(wanted.get("cityCode")).toMatch(/^\d{4}00$/);
  expect(await label.count()).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test("J15 a position in the current city shows distances at once, on home page and list", async () => {
  const { context, page } = await openVisit(browser, {
    ...phone,
    geolocation: bund,
    permissions: ["geolocation"],
  });
  const distance = page.getByText(/^\d+(\.\d)?k?m$/).first();
  await openAppPage(page, app);
  await distance.waitFor();
  await page.getByText("上海 · 按距离排序").waitFor();
  await page.getByRole("button", { name: "当前城市：上海，点击切换" }).first().click();
  await page.getByRole("dialog", { name: "选择城市" }).getByRole("button", { name: "重新定位" }).waitFor();
  expect(await page.getByRole("dialog").getByText("还没有获取位置").count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: /^全部 \d+ 场/ }).click();
  const card = page
    .locator(listCard())
    .filter({ hasText: /\d(\.\d)?k?m/ })
    .first();
  await card.waitFor();
  expect(await card.isVisible()).toBe(true);
  await context.close();
});

test("J15 the chosen city stays, even if the service worker delivers an older page", async () => {
  const { context, page } = await openVisit(browser, phoneWithWorker);
  await openAppPage(page, app);
  const isKept = () => page.evaluate((url) => caches.match(url).then((found) => found !== undefined), app);
  await expect.poll(isKept).toBe(true);
  await page.getByRole("button", { name: "当前城市：上海，点击切换" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "杭州", exact: true }).first().click();
  const chosen = page.getByRole("button", { name: "当前城市：杭州，点击切换" }).first();
  await chosen.waitFor();
  await page.goto(app);
  await chosen.waitFor();
  await context.close();
});

/** Records the page's position calls from now on. */
function askedAbout(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const call = /\/(location-(?:log|ip))\b/.exec(request.url())?.[1];
    if (call) asked.push(call);
  });
  return asked;
}
const sheetOf = (page: Page) => page.getByRole("dialog", { name: "选择城市" });

test("J05 J06 J16 a refusal in the browser is respected and shown; allowing it later locates the person", async () => {
  const { context, page, complaints } = await openVisit(browser, { ...phone, geolocation: bund });
  // A permission that is not granted is denied.
  await context.grantPermissions([], { origin });
  const asked = askedAbout(page);
  await openAppPage(page, `${app}?cityCode=330100`);
  await page.getByRole("button", { name: "当前城市：杭州，点击切换" }).first().click();
  const sheet = sheetOf(page);
  await sheet.getByRole("button", { name: "获取定位" }).click();
  await sheet.getByText("定位权限已关闭").waitFor();
  await sheet.getByText(/在系统或浏览器设置里允许使用位置/).waitFor();
  expect(asked).toEqual([]);
  expect(await page.evaluate(() => sessionStorage.getItem("vw_mall.locationRejected"))).toBe("1");
  // The reopened sheet still says so, without asking.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "当前城市：杭州，点击切换" }).first().click();
  await sheet.getByText("定位权限已关闭").waitFor();
  await context.grantPermissions(["geolocation"], { origin });
  await sheet.getByRole("button", { name: "重新定位" }).click();
  await sheet.getByRole("button", { name: "上海 刚刚更新" }).click();
  await page.getByRole("button", { name: "当前城市：上海，点击切换" }).first().waitFor();
  expect(asked).toEqual(["location-log"]);
  expect(await page.evaluate(() => sessionStorage.getItem("vw_mall.locationRejected"))).toBeNull();
  expect(complaints).toEqual([]);
  await context.close();
});

test("J12 J15 the list loads for the chosen city, which later visits start with and an address overrides", async () => {
  const { context, page } = await openVisit(browser);
  await openAppPage(page, `${app}list`);
  await page.getByRole("button", { name: "当前城市：上海，点击切换" }).first().click();
  const loaded = page.waitForRequest((request) => {
    const { pathname, searchParams } = new URL(request.url());
    return pathname.endsWith("/page/nearby") && searchParams.get("cityCode") === "440300";
  });
  await sheetOf(page).getByRole("searchbox").fill("shenz");
  await sheetOf(page).getByRole("button", { name: "深圳 广东省" }).waitFor();
  await page.keyboard.press("Enter");
  await loaded;
  await page.getByRole("button", { name: "当前城市：深圳，点击切换" }).first().waitFor();
  // A later visit is rendered for the city before any script runs.
  const again = await context.newPage();
  await again.route("**/*.js", (route) => route.abort());
  await again.goto(`${app}list`);
  await again.getByRole("button", { name: "当前城市：深圳，点击切换" }).first().waitFor();
  await again.unroute("**/*.js");
  await openAppPage(again, `${app}list?cityCode=420100`);
  await again.getByRole("button", { name: "当前城市：武汉，点击切换" }).first().waitFor();
  await openAppPage(again, `${app}list`);
  await again.getByRole("button", { name: "当前城市：深圳，点击切换" }).first().waitFor();
  // The city is among the recent ones.
  await again.getByRole("button", { name: "当前城市：深圳，点击切换" }).first().click();
  const chosenLast = sheetOf(again).locator("section").filter({ hasText: "最近选择" }).getByRole("button");
  await chosenLast.first().waitFor();
  expect(await chosenLast.allTextContents()).toEqual(["深圳"]);
  await context.close();
});
