import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launch, phone, phoneWithWorker, visit } from "./chromium.ts";
import { appOf, open } from "./walk.ts";

const app = appOf(inject("origin"));
/** On the Bund in Shanghai. */
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
])("C20 ?%s is %s, before the script and with it, and what is loaded is for it", async (query, name) => {
  const { context, page, complaints } = await visit(browser);
  await page.goto(`${app}list?${query}`);
  const label = page.getByRole("button", { name: `当前城市：${name}，点击切换` });
  expect(await label.count()).toBeGreaterThan(0);
  await open(page, `${app}list?${query}`);
  const asked = page.waitForRequest(/page\/nearby\?/);
  await page.getByRole("button", { name: "本周末" }).click();
  const wanted = new URL((await asked).url()).searchParams;
  for (const [key, value] of new URLSearchParams(query)) expect(wanted.get(key)).toBe(value);
  expect(wanted.get("cityCode")).toMatch(/^\d{4}00$/);
  expect(await label.count()).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test("J15 whoever is located in the city already on show sees distances at once, on index and list", async () => {
  const { context, page } = await visit(browser, {
    ...phone,
    geolocation: bund,
    permissions: ["geolocation"],
  });
  const distance = page.getByText(/^\d+(\.\d)?k?m$/).first();
  await open(page, app);
  await distance.waitFor();
  await page.getByText("上海 · 按距离排序").waitFor();
  await page.getByRole("button", { name: "当前城市：上海，点击切换" }).first().click();
  await page.getByRole("dialog", { name: "选择城市" }).getByRole("button", { name: "重新定位" }).waitFor();
  expect(await page.getByRole("dialog").getByText("还没有获取位置").count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: /^全部 \d+ 场/ }).click();
  const card = page
    .locator("a.lcard")
    .filter({ hasText: /\d(\.\d)?k?m/ })
    .first();
  await card.waitFor();
  expect(await card.isVisible()).toBe(true);
  await context.close();
});

test("J15 the city that was chosen stays, also where an older page comes out of the service worker", async () => {
  const { context, page } = await visit(browser, phoneWithWorker);
  await open(page, app);
  const isKept = () => page.evaluate((url) => caches.match(url).then((found) => found !== undefined), app);
  await expect.poll(isKept, { timeout: 15_000 }).toBe(true);
  await page.getByRole("button", { name: "当前城市：上海，点击切换" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "杭州", exact: true }).first().click();
  const chosen = page.getByRole("button", { name: "当前城市：杭州，点击切换" }).first();
  await chosen.waitFor();
  await page.goto(app);
  await chosen.waitFor();
  await context.close();
});
