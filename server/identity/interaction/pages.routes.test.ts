import { afterAll, beforeAll, expect, test } from "vitest";
import {
  bindMobile,
  bindMobileOnPage,
  loginWithPassword,
  loginWithSms,
  register,
  showInteraction,
} from "#contract/identity/identity.ts";
import { lookupKeyParameter } from "../../database/encryption/encrypted-columns.ts";
import { TestBrowser } from "../test-browser.ts";
import {
  authorizeUrl,
  exchangeAuthorizationCode,
  replaceLoggedInAccount,
  jsonOf,
  loginBySms,
  returnToApp,
  fetchSmsCode,
  interactionUidOf,
  requestUserInfo,
  openInteractionPage,
} from "../test-login.ts";
import { startIdentity, type TestServer } from "../test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startIdentity({ RATE_LIMITS: "off" });
});
afterAll(() => server.close());

const infoOf = async (back: URL) => {
  const tokens = jsonOf(await exchangeAuthorizationCode(server, back.searchParams.get("code") ?? ""));
  return jsonOf(await requestUserInfo(server, tokens["access_token"]));
};
const password = "Shanlu-2026";
const withPassword = { showPwdLogin: "true" };

test("F21 the page gets its prompt, whether to offer a password, and the client's name", async () => {
  const plain = await openInteractionPage(authorizeUrl(server));
  expect((await plain.call(showInteraction, {})).data).toEqual({
    prompt: "login",
    joins: false,
    showPasswordLogin: false,
    asksPassword: true,
    clientName: "青岚汽车",
  });
  const wide = await openInteractionPage(authorizeUrl(server, { ...withPassword, prompt: "create" }));
  expect((await wide.call(showInteraction, {})).data).toEqual({
    prompt: "create",
    joins: false,
    showPasswordLogin: true,
    asksPassword: true,
    clientName: "青岚汽车",
  });
});

test("an interaction of another browser or an unknown one is refused with a message", async () => {
  const page = await openInteractionPage(authorizeUrl(server));
  const stranger = new TestBrowser();
  const answers = [
    await stranger.send(server.origin, showInteraction, { uid: page.uid }),
    await stranger.send(server.origin, loginWithSms, {
      uid: page.uid,
      mobile: "13700000001",
      smsCode: "000000",
      consent: true,
    }),
    await page.browser.send(server.origin, showInteraction, { uid: `${page.uid}x` }),
  ];
  expect(answers.map(({ status, message }) => [status, message])).toEqual(
    Array<unknown>(3).fill([404, "登录页面已失效，请返回后重新登录"]),
  );
  await loginBySms(server, "13700000001", { browser: page.browser });
});

test("the cookie of one login does not give access to another", async () => {
  const opened = await Promise.all([1, 2].map(() => new TestBrowser().request(authorizeUrl(server))));
  const [mine, other] = opened.map(interactionUidOf);
  const cookie = (opened[0]?.headers.getSetCookie() ?? []).map((line) => line.split(";")[0]).join("; ");
  const details = (uid = "") =>
    new TestBrowser().request(`${server.origin}/pass/interaction/${uid}/details`, { headers: { cookie } });
  expect([(await details(mine)).status, (await details(other)).status]).toEqual([200, 404]);
});

test("B13 registration creates an account with a password and returns with a code", async () => {
  const mobile = "13700000002";
  const page = await openInteractionPage(authorizeUrl(server, { prompt: "create" }));
  const answer = await page.call(register, {
    mobile,
    smsCode: await fetchSmsCode(server, mobile),
    password,
    consent: true,
  });
  expect(await infoOf(await returnToApp(page.browser, answer))).toMatchObject({
    mobile,
    nickname: "青岚用户0002",
  });
  const again = await openInteractionPage(authorizeUrl(server, withPassword));
  const login = await again.call(loginWithPassword, { account: mobile, password, consent: true });
  expect(await infoOf(await returnToApp(again.browser, login))).toMatchObject({ mobile });
});

test("B13 registration during another session logs in the new account", async () => {
  const browser = new TestBrowser();
  await loginBySms(server, "13700000003", { browser });
  const page = await openInteractionPage(authorizeUrl(server, { prompt: "create" }), browser);
  const mobile = "13700000004";
  const answer = await page.call(register, {
    mobile,
    smsCode: await fetchSmsCode(server, mobile),
    password,
    consent: true,
  });
  const form = await browser.request(String(answer.data["redirectTo"]));
  const [, action = ""] = /action="([^"]+)"/.exec(form.text) ?? [];
  const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(form.text) ?? [];
  const { location } = await browser.submit(action, { xsrf, logout: "yes" });
  const end = await browser.follow(location ?? "", (next) => new URL(next).pathname.startsWith("/pass/"));
  expect(await infoOf(new URL(end.location ?? ""))).toMatchObject({ mobile });
});

test("a registered mobile is reported only after a correct code; the registration page accepts a login too", async () => {
  const mobile = "13700000005";
  await server.identity.addAccount({ mobile, nickname: "有人" });
  const page = await openInteractionPage(authorizeUrl(server, { prompt: "create" }));
  const body = { mobile, password, consent: true };
  const guess = await page.call(register, { ...body, smsCode: "000000" });
  const proved = await page.call(register, { ...body, smsCode: await fetchSmsCode(server, mobile) });
  expect([guess.code, proved.code]).toEqual(["SMS_CODE_WRONG", "MOBILE_TAKEN"]);
  const login = await page.call(loginWithSms, {
    mobile,
    smsCode: await fetchSmsCode(server, mobile),
    consent: true,
  });
  expect(await infoOf(await returnToApp(page.browser, login))).toMatchObject({ mobile, nickname: "有人" });
});

test("a weak password and missing consent are refused with their fields", async () => {
  const page = await openInteractionPage(authorizeUrl(server, { prompt: "create" }));
  const answer = await page.call(register, {
    mobile: "13700000006",
    smsCode: "000000",
    password: "12345678",
  });
  expect([answer.status, answer.data["fields"]]).toEqual([
    601,
    { password: "密码需含字母", consent: "请先阅读并同意" },
  ]);
});

test("F21 a user name logs in by password; a wrong password and an unknown account get the same response", async () => {
  await server.identity.addAccount({ mobile: null, userName: "tester", password, nickname: "测试" });
  const page = await openInteractionPage(authorizeUrl(server, withPassword));
  const wrong = await page.call(loginWithPassword, {
    account: "tester",
    password: "qinglan2027",
    consent: true,
  });
  const unknown = await page.call(loginWithPassword, { account: "nobody", password, consent: true });
  expect(unknown.text).toBe(wrong.text);
  expect(wrong.code).toBe("PASSWORD_WRONG");
  const right = await page.call(loginWithPassword, { account: "tester", password, consent: true });
  const info = await infoOf(await returnToApp(page.browser, right));
  expect(info).toMatchObject({ nickname: "测试" });
  expect(Object.keys(info)).not.toContain("mobile");
});

test("F03 without showPwdLogin there is no password login", async () => {
  const page = await openInteractionPage(authorizeUrl(server));
  expect((await page.call(loginWithPassword, { account: "tester", password, consent: true })).status).toBe(
    406,
  );
});

test("I01 I02 binding is requested and done on the page; then the account has the mobile", async () => {
  await server.identity.addAccount({ mobile: null, userName: "unbound", password, nickname: "未绑定" });
  const browser = new TestBrowser();
  const page = await openInteractionPage(
    authorizeUrl(server, { ...withPassword, prompt: "bind_mobile" }),
    browser,
  );
  const login = await page.call(loginWithPassword, { account: "unbound", password, consent: true });
  const resumed = await browser.request(String(login.data["redirectTo"]));
  const uid = interactionUidOf(resumed);
  const details = await browser.send(server.origin, showInteraction, { uid });
  expect(details.data["prompt"]).toBe("bindMobile");
  const mobile = "13700000007";
  const bound = await browser.send(server.origin, bindMobileOnPage, {
    uid,
    mobile,
    smsCode: await fetchSmsCode(server, mobile, "bind"),
    consent: true,
  });
  expect(await infoOf(await returnToApp(browser, bound))).toMatchObject({ mobile, nickname: "未绑定" });
  // Requested again, the page is skipped, since the account has a mobile.
  const again = await browser.request(authorizeUrl(server, { prompt: "bind_mobile" }));
  expect(new URL(again.location ?? "").searchParams.get("code")).toMatch(/./);
});

test("I06 a mobile of another account is refused after a correct code; the person can log in with it", async () => {
  const taken = "13700000008";
  await server.identity.addAccount({ mobile: taken, nickname: "已有" });
  await server.identity.addAccount({ mobile: null, userName: "late", password, nickname: "后来" });
  const browser = new TestBrowser();
  const first = await openInteractionPage(authorizeUrl(server, withPassword), browser);
  await returnToApp(
    browser,
    await first.call(loginWithPassword, { account: "late", password, consent: true }),
  );
  const page = await openInteractionPage(authorizeUrl(server, { prompt: "bind_mobile" }), browser);
  const refused = await page.call(bindMobileOnPage, {
    mobile: taken,
    smsCode: await fetchSmsCode(server, taken, "bind"),
    consent: true,
  });
  expect([refused.code, refused.message]).toEqual([
    "MOBILE_TAKEN",
    "该手机号已绑定其他账号，请更换号码，或用该号码登录",
  ]);
  const login = await page.call(loginWithSms, {
    mobile: taken,
    smsCode: await fetchSmsCode(server, taken),
    consent: true,
  });
  const end = await replaceLoggedInAccount(server, browser, login);
  expect(await infoOf(end)).toMatchObject({ mobile: taken, nickname: "已有" });
});

test("the binding call works on the binding page only", async () => {
  const page = await openInteractionPage(authorizeUrl(server));
  const answer = await page.call(bindMobileOnPage, {
    mobile: "13700000009",
    smsCode: "000000",
    consent: true,
  });
  expect(answer.status).toBe(404);
});

const bindCall = (access_token: string, body: { mobile: string; smsCode: string }) =>
  new TestBrowser().send(server.origin, bindMobile, { access_token, ...body });

test("I03 I06 binding by access token works once, with a code; not for another's mobile or with an invalid token", async () => {
  await server.identity.addAccount({ mobile: null, userName: "native", password, nickname: "原生" });
  const page = await openInteractionPage(authorizeUrl(server, withPassword));
  const back = await returnToApp(
    page.browser,
    await page.call(loginWithPassword, { account: "native", password, consent: true }),
  );
  const token = String(
    jsonOf(await exchangeAuthorizationCode(server, back.searchParams.get("code") ?? ""))["access_token"],
  );
  const mobile = "13700000010";
  expect((await bindCall("made-up", { mobile, smsCode: "000000" })).code).toBe("40102");
  expect((await bindCall(token, { mobile, smsCode: "000000" })).code).toBe("SMS_CODE_WRONG");
  await server.identity.addAccount({ mobile: "13700000011", nickname: "别人" });
  const elsewhere = await bindCall(token, {
    mobile: "13700000011",
    smsCode: await fetchSmsCode(server, "13700000011", "bind"),
  });
  expect(elsewhere.code).toBe("MOBILE_TAKEN");
  expect(
    (await bindCall(token, { mobile, smsCode: await fetchSmsCode(server, mobile, "bind") })).data,
  ).toEqual({
    mobile,
  });
  expect(jsonOf(await requestUserInfo(server, token))["mobile"]).toBe(mobile);
  expect((await bindCall(token, { mobile, smsCode: await fetchSmsCode(server, mobile, "bind") })).code).toBe(
    "00",
  );
  const other = "13700000012";
  const second = await bindCall(token, { mobile: other, smsCode: await fetchSmsCode(server, other, "bind") });
  expect([second.status, jsonOf(await requestUserInfo(server, token))["mobile"]]).toEqual([406, mobile]);
});

test("I06 when two accounts bind one mobile in parallel, only one gets it", async () => {
  const store = await import("../account-store.ts");
  const accounts = store.accountStore(server.context.db);
  const created = await Promise.all(
    ["race1", "race2"].map((userName) =>
      server.identity.addAccount({ mobile: null, userName, password, nickname: userName }),
    ),
  );
  const outcomes = await Promise.all(
    created.map(({ accountId }) => accounts.bind(accountId, "13700000013", Date.now())),
  );
  expect(outcomes.sort()).toEqual(["ok", "taken"]);
});

test("a session whose account was deleted requires a login", async () => {
  const browser = new TestBrowser();
  await loginBySms(server, "13700000014", { browser });
  const { sql } = await import("kysely");
  await sql`delete from identity_account where mobile_key = ${lookupKeyParameter("13700000014")}`.execute(
    server.context.db,
  );
  const page = await openInteractionPage(authorizeUrl(server), browser);
  expect((await page.call(showInteraction, {})).data["prompt"]).toBe("login");
});
