import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  loginWithPassword,
  loginWithSms,
  quickLogin,
  register,
  resetPassword,
  showInteraction,
} from "#contract/identity/identity.ts";
import { lookupKeyParameter } from "../../database/encryption/encrypted-columns.ts";
import { TestBrowser } from "../test-browser.ts";
import {
  authorizeUrl,
  exchangeAuthorizationCode,
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

const [old, fresh] = ["qinglan2026", "Shanlu-2027"];
const withPassword = { showPwdLogin: "true" };
const person = async (mobile: string) =>
  (await server.identity.addAccount({ mobile, password: old, nickname: mobile })).accountId;
const tokenOf = async (back: URL) =>
  jsonOf(await exchangeAuthorizationCode(server, back.searchParams.get("code") ?? ""))["access_token"];
const reset = async (mobile: string, browser = new TestBrowser(), changes: object = {}) => {
  const page = await openInteractionPage(authorizeUrl(server, withPassword), browser);
  const args = { mobile, smsCode: await fetchSmsCode(server, mobile, "reset"), password: fresh, ...changes };
  return { page, answer: await page.call(resetPassword, args) };
};
const logIn = async (account: string, password: string) => {
  const page = await openInteractionPage(authorizeUrl(server, withPassword));
  return page.call(loginWithPassword, { account, password, consent: true });
};

test("a password is reset by an SMS code; the new one logs in, the old one does not", async () => {
  const mobile = "13100000001";
  await person(mobile);
  const { page, answer } = await reset(mobile);
  const token = await tokenOf(await returnToApp(page.browser, answer));
  expect(jsonOf(await requestUserInfo(server, token))).toMatchObject({ mobile });
  expect((await logIn(mobile, old)).code).toBe("PASSWORD_WRONG");
  expect((await logIn(mobile, fresh)).code).toBe("00");
});

test("16.3.1 a reset is in the audit log with account and host; a refused one is not", async () => {
  const mobile = "13100000011";
  const accountId = await person(mobile);
  expect((await reset(mobile, undefined, { smsCode: "000000" })).answer.code).toBe("SMS_CODE_WRONG");
  expect((await reset(mobile)).answer.code).toBe("00");
  const { rows } = await sql`
    select actor_kind, actor_id, host, action, outcome from audit_entry where about_id = ${accountId}`.execute(
    server.context.db,
  );
  expect(rows).toEqual([
    {
      actor_kind: "user",
      actor_id: accountId,
      host: "pc",
      action: "account.reset-password",
      outcome: "done",
    },
  ]);
});

test("an account without a password sets its first one in the same way", async () => {
  const mobile = "13100000002";
  await loginBySms(server, mobile);
  expect((await reset(mobile)).answer.code).toBe("00");
  expect((await logIn(mobile, fresh)).code).toBe("00");
});

test("a reset ends all other sessions of the account, at the gateway too, but not those of other people", async () => {
  const mobile = "13100000003";
  const accountId = await person(mobile);
  const thief = new TestBrowser();
  const stolen = await tokenOf((await loginBySms(server, mobile, { browser: thief })).back);
  const other = await tokenOf((await loginBySms(server, "13100000004")).back);
  const own = new TestBrowser();
  await loginBySms(server, mobile, { browser: own });
  expect((await requestUserInfo(server, stolen)).status).toBe(200);

  // The browser that resets the password is logged in, and its session stays.
  const page = await openInteractionPage(authorizeUrl(server, { ...withPassword, prompt: "login" }), own);
  const args = { mobile, smsCode: await fetchSmsCode(server, mobile, "reset"), password: fresh };
  const token = await tokenOf(await returnToApp(own, await page.call(resetPassword, args)));
  expect((await requestUserInfo(server, token)).status).toBe(200);
  expect((await requestUserInfo(server, stolen)).status).toBe(401);
  expect((await requestUserInfo(server, other)).status).toBe(200);
  expect(server.ended.at(-1)).toBe(accountId);
  const again = await thief.request(authorizeUrl(server));
  expect(new URL(again.location ?? "").pathname).toMatch(/^\/pass\/interaction\//);
  const silent = await own.request(authorizeUrl(server));
  expect(new URL(silent.location ?? "").searchParams.get("code")).toMatch(/./);
});

test("a mobile without an account is reported only after a correct code", async () => {
  const mobile = "13100000005";
  expect((await reset(mobile, new TestBrowser(), { smsCode: "000000" })).answer.code).toBe("SMS_CODE_WRONG");
  const { answer } = await reset(mobile);
  expect([answer.code, answer.message]).toEqual(["ACCOUNT_UNKNOWN", "该手机号还没有注册，请先注册"]);
});

test("a code of another scene does not reset a password, and a reset code does not log in", async () => {
  const mobile = "13100000006";
  await person(mobile);
  const login = await fetchSmsCode(server, mobile);
  const page = await openInteractionPage(authorizeUrl(server, withPassword));
  expect((await page.call(resetPassword, { mobile, smsCode: login, password: fresh })).code).toBe(
    "SMS_CODE_WRONG",
  );
  const code = await fetchSmsCode(server, mobile, "reset");
  await fetchSmsCode(server, mobile);
  expect((await new TestBrowser().send(server.origin, quickLogin, { mobile, smsCode: code })).code).toBe(
    "SMS_CODE_WRONG",
  );
});

test("without password login there is no password reset", async () => {
  const page = await openInteractionPage(authorizeUrl(server));
  const args = { mobile: "13100000007", smsCode: "000000", password: fresh };
  expect((await page.call(resetPassword, args)).status).toBe(406);
});

test("a new password clears the lock after wrong ones", async () => {
  const limited = await startIdentity();
  try {
    const mobile = "13100000008";
    await limited.identity.addAccount({ mobile, password: old, nickname: "n" });
    const page = await openInteractionPage(authorizeUrl(limited, withPassword));
    const by = (password: string) =>
      page.call(loginWithPassword, { account: mobile, password, consent: true });
    for (let time = 0; time < 5; time++) await by("wrong2026");
    expect((await by(old)).status).toBe(429);
    const args = { mobile, smsCode: await fetchSmsCode(limited, mobile, "reset"), password: fresh };
    expect((await page.call(resetPassword, args)).code).toBe("00");
    const again = await openInteractionPage(authorizeUrl(limited, withPassword));
    const login = await again.call(loginWithPassword, { account: mobile, password: fresh, consent: true });
    expect(login.code).toBe("00");
  } finally {
    await limited.close();
  }
});

test("F21 with PASSWORD_LOGIN=never no password is requested, and one that is sent is not stored", async () => {
  const without = await startIdentity({ RATE_LIMITS: "off", PASSWORD_LOGIN: "never" });
  try {
    const mobile = "13100000009";
    const page = await openInteractionPage(authorizeUrl(without, { ...withPassword, prompt: "create" }));
    expect((await page.call(showInteraction, {})).data).toMatchObject({
      showPasswordLogin: false,
      asksPassword: false,
    });
    const body = { mobile, smsCode: await fetchSmsCode(without, mobile), consent: true };
    expect((await page.call(register, { ...body, password: fresh })).code).toBe("00");
    const { rows } = await (
      await import("kysely")
    ).sql<{ password_hash: string | null }>`
      select password_hash from identity_account where mobile_key = ${lookupKeyParameter(mobile)}`.execute(
      without.context.db,
    );
    expect(rows).toEqual([{ password_hash: null }]);
  } finally {
    await without.close();
  }
});

test("F21 with password login, registering without a password is refused with its field", async () => {
  const mobile = "13100000010";
  const page = await openInteractionPage(authorizeUrl(server, { prompt: "create" }));
  const body = { mobile, smsCode: await fetchSmsCode(server, mobile), consent: true };
  const answer = await page.call(register, body);
  expect([answer.status, answer.data["fields"]]).toEqual([601, { password: "请设置密码" }]);
  // The refusal does not consume the code.
  expect((await page.call(loginWithSms, body)).code).toBe("00");
});

test.each([
  ["common", "Passw0rd1", "这个密码太常见，容易被猜到，请换一个"],
  ["a brand name", "QingLan-2026", "密码不能只是品牌名、手机号或常见词加数字，请换一个"],
  ["the person's mobile", "a00000009b", "密码不能只是品牌名、手机号或常见词加数字，请换一个"],
  ["of few distinct characters", "a1a1a1b1", "密码重复的字符太多，请换一个"],
])(
  "a password that is %s is refused on reset and on registration, and the code still works for a better one",
  async (_name, password, message) => {
    const mobile = "13100000009";
    const page = await openInteractionPage(authorizeUrl(server, withPassword));
    const args = { mobile, smsCode: await fetchSmsCode(server, mobile, "reset"), password };
    const answer = await page.call(resetPassword, args);
    expect([answer.status, answer.data["fields"]]).toEqual([601, { password: message }]);
    const newcomer = await openInteractionPage(authorizeUrl(server, { prompt: "create" }));
    const registered = await newcomer.call(register, { ...args, consent: true });
    expect([registered.status, registered.data["fields"]]).toEqual([601, { password: message }]);
    await person(mobile);
    expect((await page.call(resetPassword, { ...args, password: fresh })).code).toBe("00");
  },
);
