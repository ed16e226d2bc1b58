import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { loginWithPassword, quickLogin } from "#contract/identity/identity.ts";
import { lookupKeyParameter } from "../database/encryption/encrypted-columns.ts";
import { sha256 } from "../core/secrets.ts";
import { deviceCookie } from "../http/security/test-device.ts";
import { rateLimitStore } from "./rate-limit-store.ts";
import { smsPerAddress } from "./rate-limit-rules.ts";
import { TestBrowser } from "./test-browser.ts";
import { authorizeUrl, openInteractionPage } from "./test-login.ts";
import { rowCountOf, startIdentity, type TestServer } from "./test-server.ts";

const HOUR = 3_600_000;
let server: TestServer | null = null;
const start = async (settings: Record<string, string> = {}) => (server = await startIdentity(settings));
afterEach(async () => {
  await server?.close();
  server = null;
});

/** Settings of a server behind a trusted proxy, which reports the client's address. */
const behindProxy = { TRUST_PROXY: "1" };
const sendFrom = (at: TestServer, mobile: string, address: string, browser = new TestBrowser()) =>
  browser.request(`${at.origin}/pass/api/v1/thirdparty/idp/common/smsWithSliderCaptcha`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: JSON.stringify({ mobile, scene: "login", captchaVerifyId: "solved" }),
  });

/** A browser with a cookie that is 30 hours old; with a proof, of a known device. */
async function oldBrowser(at: TestServer, by: "login" | "slider" | null): Promise<TestBrowser> {
  const time = at.context.clock.now();
  const cookie = await deviceCookie(at.context, time - 30 * HOUR, by && { by, time: time - 29 * HOUR });
  return new TestBrowser((target) => ({ target, headers: { cookie } }));
}

test("F22 an address may send ten SMS an hour; a device on which somebody logged in may send five more", async () => {
  const at = await start(behindProxy);
  const now = Date.now();
  at.context.clock.set(now);
  const statuses = [];
  for (let nth = 1; nth <= 10; nth++)
    statuses.push((await sendFrom(at, `136000000${nth + 10}`, "203.0.113.7")).status);
  expect(statuses).toEqual(Array<number>(10).fill(200));
  const eleventh = await sendFrom(at, "13600000031", "203.0.113.7");
  expect([eleventh.status, eleventh.headers.get("retry-after")]).toEqual([429, "3600"]);
  const [known, minted, slider] = [
    await oldBrowser(at, "login"),
    await oldBrowser(at, null),
    await oldBrowser(at, "slider"),
  ];
  for (let nth = 0; nth < 5; nth++) {
    expect((await sendFrom(at, `1360000004${nth}`, "203.0.113.7", known)).status).toBe(200);
    for (const browser of [minted, slider])
      expect((await sendFrom(at, `1360000005${nth}`, "203.0.113.7", browser)).status).toBe(429);
  }
  expect((await sendFrom(at, "13600000045", "203.0.113.7", known)).status).toBe(429);
  expect((await sendFrom(at, "13600000046", "203.0.113.8")).status).toBe(200);
  at.context.clock.set(now + HOUR);
  expect((await sendFrom(at, "13600000047", "203.0.113.7")).status).toBe(200);
});

test("F22 SMS_DAILY_PER_ADDRESS bounds an address, whatever its devices", async () => {
  const at = await start({ ...behindProxy, SMS_DAILY_PER_ADDRESS: "7" });
  at.context.clock.set(Date.now());
  const statuses = [];
  for (let nth = 10; nth < 19; nth++)
    statuses.push(
      (await sendFrom(at, `136000007${nth}`, "203.0.113.7", await oldBrowser(at, "login"))).status,
    );
  expect(statuses).toEqual([...Array<number>(7).fill(200), 429, 429]);
  at.context.clock.set(at.context.clock.now() + 24 * HOUR);
  expect((await sendFrom(at, "13600000719", "203.0.113.7")).status).toBe(200);
});

test("F22 of SMS_DAILY_BUDGET strangers get four fifths, and refused requests use up nothing", async () => {
  const at = await start({ ...behindProxy, SMS_DAILY_BUDGET: "10" });
  at.context.clock.set(Date.now());
  const send = async (nth: number, browser?: TestBrowser) =>
    (await sendFrom(at, `136000008${nth}`, `203.0.113.${nth}`, browser)).status;
  for (let nth = 10; nth < 18; nth++) {
    expect(await send(nth)).toBe(200);
    // The same mobile within a minute.
    expect(await send(nth)).toBe(429);
  }
  expect(await send(18)).toBe(429);
  for (const nth of [21, 22]) expect(await send(nth, await oldBrowser(at, "login"))).toBe(200);
  expect(await send(23, await oldBrowser(at, "login"))).toBe(429);
});

test("F22 all addresses of an IPv6 network share one limit", async () => {
  const at = await start(behindProxy);
  const statusFrom = async (mobile: string, address: string) => (await sendFrom(at, mobile, address)).status;
  for (let nth = 10; nth < 20; nth++)
    expect(await statusFrom(`136000006${nth}`, `2001:db8:1:2::${nth}`)).toBe(200);
  expect(await statusFrom("13600000630", "2001:db8:1:2:ffff::1")).toBe(429);
  expect(await statusFrom("13600000630", "2001:db8:1:3::1")).toBe(200);
});

test("a request that the address's limit refuses does not count for the mobile", async () => {
  const at = await start(behindProxy);
  for (let nth = 10; nth < 20; nth++) await sendFrom(at, `136000001${nth}`, "203.0.113.7");
  expect((await sendFrom(at, "13600000200", "203.0.113.7")).status).toBe(429);
  expect((await sendFrom(at, "13600000200", "203.0.113.8")).status).toBe(200);
});

test("RATE_LIMITS=off disables the rate limits but not the five tries of a code", async () => {
  const at = await start({ RATE_LIMITS: "off", SMS_TEST_CODE: "123456" });
  const quick = (code: string) =>
    new TestBrowser().send(at.origin, quickLogin, {
      mobile: "13600000300",
      smsCode: code,
    });
  for (let time = 0; time < 12; time++)
    expect((await sendFrom(at, "13600000300", "127.0.0.1")).status).toBe(200);
  for (let time = 0; time < 5; time++) await quick("000000");
  expect((await quick("123456")).code).toBe("SMS_CODE_LOCKED");
});

test("without simulators no code can be read, and a missing SMS provider is reported", async () => {
  const at = await start({ SIMULATORS: "0" });
  const answer = await sendFrom(at, "13600000400", "127.0.0.1");
  expect([answer.status, answer.message]).toEqual([502, "短信暂时发不出去，请稍后再试"]);
  expect([
    await rowCountOf(at, "sms_outbox"),
    await rowCountOf(at, "sms_request"),
    await at.identity.lastSmsCode("13600000400"),
  ]).toEqual([0, 0, null]);
});

const right = "qinglan2026";
const login = async (at: TestServer, account: string, password: string, address = "203.0.113.1") => {
  const browser = new TestBrowser((target) => ({ target, headers: { "x-forwarded-for": address } }));
  const page = await openInteractionPage(authorizeUrl(at, { showPwdLogin: "true" }), browser);
  return page.call(loginWithPassword, { account, password, consent: true });
};

test("five wrong passwords lock the account for the address for 15 min, even for the correct password", async () => {
  const at = await start();
  const now = Date.now();
  at.context.clock.set(now);
  for (const userName of ["locked", "other"])
    await at.identity.addAccount({ mobile: null, userName, password: right, nickname: userName });
  for (let time = 0; time < 5; time++)
    expect((await login(at, "locked", "wrong")).code).toBe("PASSWORD_WRONG");
  const refused = await login(at, "locked", right);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "900"]);
  expect((await login(at, "other", right)).code).toBe("00");
  at.context.clock.set(now + 900_000);
  expect((await login(at, "locked", right)).code).toBe("00");
});

test("a correct password clears the failures before it", async () => {
  const at = await start();
  await at.identity.addAccount({ mobile: null, userName: "forgiven", password: right, nickname: "f" });
  for (let round = 0; round < 2; round++) {
    for (let time = 0; time < 4; time++)
      expect((await login(at, "forgiven", "wrong")).code).toBe("PASSWORD_WRONG");
    expect((await login(at, "forgiven", right)).code).toBe("00");
  }
});

test("F22 all spellings of a mobile share one limit of wrong passwords", async () => {
  const at = await start();
  await at.identity.addAccount({ mobile: "13600000500", password: right, nickname: "n" });
  const spellings = ["13600000500", "136 0000 0500", "+8613600000500", "136-0000-0500", "0086 13600000500"];
  for (const spelling of spellings) expect((await login(at, spelling, "wrong")).code).toBe("PASSWORD_WRONG");
  expect((await login(at, "1 3600000500", right)).status).toBe(429);
});

test("F22 wrong passwords from all addresses of an IPv6 network share one limit", async () => {
  const at = await start(behindProxy);
  await at.identity.addAccount({ mobile: null, userName: "six", password: right, nickname: "s" });
  for (let nth = 1; nth <= 5; nth++)
    expect((await login(at, "six", "wrong", `2001:db8:1:2::${nth}`)).code).toBe("PASSWORD_WRONG");
  expect((await login(at, "six", right, "2001:db8:1:2:ffff::1")).status).toBe(429);
  expect((await login(at, "six", right, "2001:db8:1:3::1")).code).toBe("00");
});

/** Sets the number of earlier guesses of a subject. */
const setGuesses = (at: TestServer, subject: string, done: number) =>
  sql`insert into identity_count (subject, since_time, last_time, done) values (${lookupKeyParameter(subject)}, now(), now(), ${done})`.execute(
    at.context.db,
  );
test("an account is locked after 50 wrong passwords a day from many addresses; a correct one does not count", async () => {
  const at = await start(behindProxy);
  await at.identity.addAccount({ mobile: null, userName: "wanted", password: right, nickname: "w" });
  await setGuesses(at, `password account ${sha256("wanted")}`, 48);
  expect((await login(at, "wanted", right, "203.0.113.2")).code).toBe("00");
  for (const address of ["203.0.113.3", "203.0.113.4"])
    expect((await login(at, "wanted", "wrong", address)).code).toBe("PASSWORD_WRONG");
  const refused = await login(at, "wanted", right, "203.0.113.5");
  expect([refused.status, refused.message]).toEqual([429, "密码错误次数过多，请明天再试，或用验证码登录"]);
});

test("an address is locked after 200 wrong passwords an hour for many accounts", async () => {
  const at = await start(behindProxy);
  await setGuesses(at, "password address 203.0.113.6", 199);
  expect((await login(at, "anybody1", "wrong", "203.0.113.6")).code).toBe("PASSWORD_WRONG");
  expect((await login(at, "anybody2", "wrong", "203.0.113.6")).status).toBe(429);
  expect((await login(at, "anybody2", "wrong", "203.0.113.7")).code).toBe("PASSWORD_WRONG");
});

test("of twenty parallel guesses only five are verified", async () => {
  const at = await start();
  await at.identity.addAccount({ mobile: null, userName: "target", password: right, nickname: "t" });
  const page = await openInteractionPage(authorizeUrl(at, { showPwdLogin: "true" }));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_value, nth) =>
      page.call(loginWithPassword, { account: "target", password: `wrong${nth}`, consent: true }),
    ),
  );
  expect(answers.filter((answer) => answer.code === "PASSWORD_WRONG")).toHaveLength(5);
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(15);
});

test("of parallel takes no more than the rule allows succeed", async () => {
  const at = await start();
  const rateLimits = rateLimitStore(at.context.db);
  const taken = await Promise.all(
    Array.from({ length: 40 }, () => rateLimits.take("subject", smsPerAddress, Date.now())),
  );
  expect(taken.filter(({ isAllowed }) => isAllowed)).toHaveLength(10);
});

test("takes that are written out of order all count", async () => {
  const at = await start();
  const rateLimits = rateLimitStore(at.context.db);
  const now = Date.now();
  const taken = [];
  for (let nth = 0; nth < 11; nth++) taken.push(await rateLimits.take("backwards", smsPerAddress, now - nth));
  expect(taken.map(({ isAllowed }) => isAllowed)).toEqual([...Array<boolean>(10).fill(true), false]);
});
