import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launch, openVisit } from "../testing/chromium.ts";
import { openHost } from "../testing/hosts.ts";
import {
  appAddress,
  goToProviderLogin,
  logInAtProvider,
  openAppPage,
  solveByDragging,
} from "../testing/page-actions.ts";
import { newMobile } from "../testing/people.ts";
import { testSettings } from "../testing/product.ts";
import { sessionTokenIn } from "../testing/session-token.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Paths of the exchanges for a session that a page requests, with the rest of their addresses and bodies. */
function exchangesOf(page: Page) {
  const found: { path: string; query: string[]; body: string[] }[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!/(token-login|sessions-code|wechat-sessions)$/.test(pathname)) return;
    const body = (request.postDataJSON() as object | null) ?? {};
    found.push({
      path: pathname.replace("/mall-api/", ""),
      query: [...searchParams.keys()],
      body: Object.keys(body).toSorted(),
    });
  });
  return found;
}
const openSheet = async (page: Page) => {
  await page.getByRole("button", { name: "登录", exact: true }).first().click();
  return page.getByRole("dialog").last();
};

test.each([
  ["mall/orders", "cop-auth/api/v1/vip/third/sessions-code", []],
  ["mine/signups", "cop-marketing-base/api/v1/vip/third/sessions-code", ["clientId"]],
])("F12 F13 a login by the provider on %s exchanges its code at %s", async (path, exchange, query) => {
  const { context, page } = await openVisit(browser);
  const exchanges = exchangesOf(page);
  await openAppPage(page, app + path);
  await goToProviderLogin(page);
  await logInAtProvider(page, newMobile());
  await expect.poll(() => sessionTokenIn(page)).not.toBeNull();
  expect(new URL(page.url()).pathname).toBe(new URL(app + path).pathname);
  const body = ["code", "codeVerifier", "redirectUri", ...(query.length > 0 ? ["loginType"] : [])].toSorted();
  expect(exchanges).toEqual([{ path: exchange, query, body }]);
  await context.close();
});

test.each([
  ["mall/orders", "cop-auth/api/v1/cop/token-login"],
  ["mine/signups", "cop-marketing-base/api/v1/cop/token-login"],
])("F12 H01 a login by SMS on %s exchanges its token at %s", async (path, exchange) => {
  const { context, page } = await openVisit(browser);
  const exchanges = exchangesOf(page);
  await openAppPage(page, app + path);
  const sheet = await openSheet(page);
  await sheet.getByRole("button", { name: "手机号验证码登录" }).click();
  await sheet.getByRole("checkbox").check();
  await sheet.getByRole("textbox", { name: "手机号", exact: true }).fill(newMobile());
  await sheet.getByRole("button", { name: "获取验证码" }).click();
  await solveByDragging(page);
  await page.getByText("验证码已发送至").first().waitFor();
  await page.getByRole("textbox", { name: "短信验证码" }).fill(testSettings.SMS_TEST_CODE);
  await page.getByRole("button", { name: "登录", exact: true }).last().click();
  await expect.poll(() => sessionTokenIn(page)).not.toBeNull();
  expect(exchanges.map((one) => one.path)).toEqual([exchange]);
  await context.close();
});

test.each([
  ["mall", "cop-auth/api/v1/cop/token-login"],
  ["list", "cop-marketing-base/api/v1/cop/token-login"],
])("F12 H01 the app's token is exchanged on %s at %s", async (path, exchange) => {
  const { context, page } = await openHost(browser, "app-ios", { native: { mobile: newMobile() } });
  const exchanges = exchangesOf(page);
  await openAppPage(page, app + path);
  await expect.poll(() => sessionTokenIn(page)).not.toBeNull();
  expect(exchanges.map((one) => one.path)).toEqual([exchange]);
  await context.close();
});

test.each([
  ["mall/orders", "cop-auth/api/v1/cop/third/wechat-sessions"],
  ["mine/signups", "cop-marketing-base/api/v1/cop/third/wechat-sessions"],
])("F12 WeChat's code is exchanged on %s at %s", async (path, exchange) => {
  const { context, page } = await openHost(browser, "wechat");
  const name = `mobile.${newMobile()}`;
  await context.addCookies([{ name: "sim_wechat_person", value: name, url: origin }]);
  const exchanges = exchangesOf(page);
  await openAppPage(page, app + path);
  const sheet = await openSheet(page);
  await sheet.getByRole("checkbox").check();
  await sheet.getByRole("button", { name: "微信登录" }).click();
  await expect.poll(() => sessionTokenIn(page)).not.toBeNull();
  expect(exchanges.map((one) => one.path)).toEqual([exchange]);
  await context.close();
});
