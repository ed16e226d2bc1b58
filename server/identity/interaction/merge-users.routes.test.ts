import { afterAll, beforeAll, expect, test } from "vitest";
import { bindMobileOnPage, showInteraction } from "#contract/identity/identity.ts";
import { TestBrowser } from "../test-browser.ts";
import {
  authorizeUrl,
  exchangeAuthorizationCode,
  replaceLoggedInAccount,
  jsonOf,
  loginBySms,
  returnToApp,
  fetchSmsCode,
  requestUserInfo,
  openInteractionPage,
} from "../test-login.ts";
import { startIdentity, type TestServer } from "../test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startIdentity({ RATE_LIMITS: "off" });
});
afterAll(() => server.close());

test("I01 a WeChat user gets the mobile's person, new or known, whatever account was logged in before", async () => {
  const browser = new TestBrowser();
  await loginBySms(server, "13700000021", { browser });
  const mobile = "13700000022";
  for (const isSecond of [false, true]) {
    const page = await openInteractionPage(authorizeUrl(server, { prompt: "login bind_mobile" }), browser);
    expect((await page.call(showInteraction, {})).data).toMatchObject({ prompt: "bindMobile", joins: true });
    const given = { mobile, consent: true };
    const loginCode = await fetchSmsCode(server, mobile);
    expect((await page.call(bindMobileOnPage, { ...given, smsCode: loginCode })).code).toMatch(/SMS_CODE/);
    const bound = await page.call(bindMobileOnPage, {
      ...given,
      smsCode: await fetchSmsCode(server, mobile, "bind"),
    });
    const end = await (isSecond
      ? returnToApp(browser, bound)
      : replaceLoggedInAccount(server, browser, bound));
    const tokens = jsonOf(await exchangeAuthorizationCode(server, end.searchParams.get("code") ?? ""));
    expect(jsonOf(await requestUserInfo(server, tokens["access_token"]))).toMatchObject({ mobile });
  }
});
