import { afterAll, beforeAll, expect, test } from "vitest";
import {
  bindMobileOnPage,
  cancelLogin,
  loginWithPassword,
  register,
  showInteraction,
  switchAccount,
} from "#contract/identity/identity.ts";
import { TestBrowser } from "../test-browser.ts";
import {
  authorizeUrl,
  exchangeAuthorizationCode,
  jsonOf,
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

const password = "Shanlu-2026";
const taken = "13000000001";
beforeAll(() => server.identity.addAccount({ mobile: taken, nickname: "已有" }));
const infoOf = async (back: URL) => {
  const tokens = jsonOf(await exchangeAuthorizationCode(server, back.searchParams.get("code") ?? ""));
  return jsonOf(await requestUserInfo(server, tokens["access_token"]));
};

/** Opens the binding page for a person who is logged in without a mobile. */
async function binding(userName: string) {
  await server.identity.addAccount({ mobile: null, userName, password, nickname: userName });
  const browser = new TestBrowser();
  const first = await openInteractionPage(authorizeUrl(server, { showPwdLogin: "true" }), browser);
  const login = await first.call(loginWithPassword, { account: userName, password, consent: true });
  await returnToApp(browser, login);
  return openInteractionPage(authorizeUrl(server, { prompt: "bind_mobile" }), browser);
}
const bindTaken = async (page: Awaited<ReturnType<typeof binding>>) =>
  page.call(bindMobileOnPage, {
    mobile: taken,
    smsCode: await fetchSmsCode(server, taken, "bind"),
    consent: true,
  });

test("I06 a verified mobile of another account logs in to that account without another code", async () => {
  const page = await binding("late1");
  const refused = await bindTaken(page);
  expect(refused.code).toBe("MOBILE_TAKEN");
  const { ticket } = refused.data;
  const switched = await page.call(switchAccount, { ticket });
  // Replaces the account that is logged in by the provider's own form.
  const form = await page.browser.request(String(switched.data["redirectTo"]));
  const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(form.text) ?? [];
  const { location } = await page.browser.submit(`${server.origin}/pass/session/end/confirm`, {
    xsrf,
    logout: "yes",
  });
  const end = await page.browser.follow(location ?? "", (next) =>
    new URL(next).pathname.startsWith("/pass/"),
  );
  expect(await infoOf(new URL(end.location ?? ""))).toMatchObject({ mobile: taken, nickname: "已有" });
});

test("I06 a verified mobile that is already registered logs in from the registration page", async () => {
  const page = await openInteractionPage(authorizeUrl(server, { prompt: "create" }));
  const args = { mobile: taken, smsCode: await fetchSmsCode(server, taken), password, consent: true };
  const { ticket } = (await page.call(register, args)).data;
  const back = await returnToApp(page.browser, await page.call(switchAccount, { ticket }));
  expect(await infoOf(back)).toMatchObject({ mobile: taken });
});

test("a ticket is invalid on another page, in another browser, if forged, and after five minutes", async () => {
  const page = await binding("late2");
  const { ticket } = (await bindTaken(page)).data;
  const other = await openInteractionPage(authorizeUrl(server));
  expect((await other.call(switchAccount, { ticket })).code).toBe("SMS_CODE_WRONG");
  const stranger = await new TestBrowser().send(server.origin, switchAccount, { uid: page.uid, ticket });
  expect(stranger.status).toBe(404);
  for (const forged of ["x", "x.y", `${String(ticket)}x`, `x${String(ticket)}`])
    expect((await page.call(switchAccount, { ticket: forged })).code).toBe("SMS_CODE_WRONG");
  server.context.clock.set(Date.now() + 300_000);
  try {
    expect((await page.call(switchAccount, { ticket })).code).toBe("SMS_CODE_WRONG");
  } finally {
    server.context.clock.set(null);
  }
});

test("a wrong code gives no ticket", async () => {
  const page = await binding("late3");
  const guess = await page.call(bindMobileOnPage, { mobile: taken, smsCode: "000000", consent: true });
  expect([guess.code, guess.data]).toEqual(["SMS_CODE_WRONG", {}]);
});

test("cancelling a login returns to the page where it started, with the error access_denied", async () => {
  const page = await openInteractionPage(authorizeUrl(server, { state: "状态" }));
  const back = await returnToApp(page.browser, await page.call(cancelLogin, {}));
  expect(back.pathname).toBe("/marketing/area/activity/offline/101");
  expect(Object.fromEntries(back.searchParams)).toMatchObject({
    utm_source: "a",
    error: "access_denied",
    state: "状态",
    iss: `${server.origin}/pass`,
  });
  expect(back.searchParams.has("code")).toBe(false);
  expect((await page.call(showInteraction, {})).status).toBe(404);
});
