import type { Browser, Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { launch } from "../testing/chromium.ts";
import { device, frameOfDevice, logLines, openLab, positionIn } from "../testing/lab-page.ts";
import { simulator } from "../testing/simulator.ts";

const origin = inject("origin");
const LIST = "/marketing/area/activity/list";
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterEach(() => simulator(origin).fail());
afterAll(() => browser.close());

test("B12 the login flow runs by itself in every visible host, and ends logged in", async () => {
  const page = await openLab(browser, "?hosts=phone,pc&person=mobile");
  await page.getByRole("button", { name: "运行登录流程" }).click();
  for (const name of ["手机浏览器", "电脑浏览器"])
    await device(page, name).getByText("已登录", { exact: true }).waitFor({ timeout: 120_000 });
  expect(await logLines(page).filter({ hasText: "sessions-code" }).count()).toBe(2);
  await page.context().close();
});

test("Back closes a sheet of its own host, not that of the host beside it", async () => {
  const page = await openLab(browser, "?hosts=phone,wechat");
  const names = ["手机浏览器", "微信浏览器"];
  const sheet = (name: string): Locator =>
    frameOfDevice(page, name).getByRole("dialog", { name: "选择城市" });
  const show = (name: string) =>
    frameOfDevice(page, name)
      .getByRole("button", { name: /^当前城市/ })
      .first()
      .click();
  /** Waits for the task in which a frame adapts its history to its open overlays. */
  const overlaysSettled = async () => {
    for (const name of names)
      await frameOfDevice(page, name)
        .locator("html")
        .evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  };
  const length = await page.evaluate(() => history.length);
  for (const name of names) await show(name);
  for (const name of names) await sheet(name).waitFor();
  await overlaysSettled();
  // The frames share one session history: an entry of one sheet would be a step for the other one too.
  expect(await page.evaluate(() => history.length)).toBe(length);
  await device(page, "手机浏览器").getByRole("button", { name: "后退" }).click();
  await sheet("手机浏览器").waitFor({ state: "detached" });
  await overlaysSettled();
  expect(await sheet("微信浏览器").isVisible()).toBe(true);
  await show("手机浏览器");
  await sheet("手机浏览器").press("Escape");
  await sheet("手机浏览器").waitFor({ state: "detached" });
  await overlaysSettled();
  expect(await sheet("微信浏览器").isVisible()).toBe(true);
  expect(await page.evaluate(() => history.length)).toBe(length);
  await page.context().close();
});

test("B10 G01 R01 the maker's app logs in by its token, draws its own bars, and the log shows the messages", async () => {
  const page = await openLab(browser, "?hosts=app-android,app-ios&person=mobile&show=bridge");
  for (const name of ["原生 App 安卓", "原生 App iOS"]) {
    await device(page, name).getByText("139****1234").waitFor();
    await frameOfDevice(page, name).locator("marque-simulated-app").getByText("9:41").waitFor();
    await logLines(page).filter({ hasText: name }).filter({ hasText: "bridge:getSxToken" }).nth(1).waitFor();
  }
  // The request, and the answer with its duration; the token is masked.
  await logLines(page)
    .filter({ hasText: "getSxToken" })
    .filter({ hasText: " ms" })
    .first()
    .getByRole("button")
    .click();
  const message = await page.getByRole("region", { name: "消息" }).textContent();
  expect(message).toMatch(/"sxToken": "\S{3}…\S{2}"/);
  await page.context().close();
});

test("G10 R22 an app without an answer, or with an invalid one, leaves the page readable for a visitor", async () => {
  for (const fault of ["app-silent", "app-json", "app-none"]) {
    const page = await openLab(browser, `?hosts=app-ios&person=mobile&faults=${fault}`);
    await device(page, "原生 App iOS").getByText("访客").waitFor();
    const heading = frameOfDevice(page, "原生 App iOS").getByRole("heading").first();
    await expect.poll(() => heading.isVisible()).toBe(true);
    await page.context().close();
  }
});

test("J01 J11 an app that knows only the city: the page shows that city; other hosts receive a position", async () => {
  const page = await openLab(browser, "?hosts=app-ios,phone&place=city&city=330100");
  await frameOfDevice(page, "原生 App iOS")
    .getByRole("button", { name: /^当前城市：杭州/ })
    .first()
    .waitFor();
  expect(await positionIn(frameOfDevice(page, "手机浏览器"))).toBe("30.2741,120.1551");
  await page.context().close();
});

test("E16 a mini-program's own login page covers the web view, and returns to it with a number", async () => {
  const form = (await findActivity(origin, activityFilters.plain)).activityId;
  const path = encodeURIComponent(`/marketing/area/activity/offline/signUpUser?activityId=${form}`);
  const page = await openLab(browser, `?hosts=wechat-mini&person=no-mobile&path=${path}`);
  const mini = frameOfDevice(page, "微信小程序");
  await mini.getByRole("button", { name: /绑定/ }).first().click();
  await mini.getByRole("button", { name: "手机号快捷登录" }).click();
  await mini
    .getByText(/1\d\d\*{4}\d{4}/)
    .first()
    .waitFor();
  const facts = () => device(page, "微信小程序").getByText("小程序登录页").count();
  await expect.poll(facts).toBe(1);
  await page.context().close();
});

test.each([
  ["denied", "1"],
  ["unavailable", "2"],
  ["timeout", "3"],
])("J05 J07 a host may answer a position request with %s", async (place, code) => {
  const page = await openLab(browser, `?hosts=phone&place=${place}&path=${LIST}`);
  expect(await positionIn(frameOfDevice(page, "手机浏览器"))).toBe(code);
  await logLines(page).filter({ hasText: "geolocation:getCurrentPosition" }).first().waitFor();
  await page.context().close();
});
