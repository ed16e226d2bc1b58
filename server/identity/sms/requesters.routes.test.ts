import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  bindMobileOnPage,
  loginWithPassword,
  loginWithSms,
  quickLogin,
  resetPassword,
  sendSms,
  type SmsScene,
} from "#contract/identity/identity.ts";
import { visitor } from "../../http/pipeline/caller.ts";
import { TestBrowser, type BrowserAnswer, type Route } from "../test-browser.ts";
import { authorizeUrl, openInteractionPage } from "../test-login.ts";
import { startIdentity, type TestServer } from "../test-server.ts";

/** Addresses are those of X-Forwarded-For, so that loopback's exemption does not apply. */
let server: TestServer;
let now: number;
beforeAll(async () => {
  server = await startIdentity({ TRUST_PROXY: "1" });
});
afterAll(() => server.close());
beforeEach(() => {
  now = (now ?? Date.now()) + 25 * 3_600_000;
  server.context.clock.set(now);
});
const later = (ms: number) => server.context.clock.set((now += ms));
const MINUTE = 61_000;

const from =
  (address: string, headers: Record<string, string> = {}): Route =>
  (target) => ({ target, headers: { "x-forwarded-for": address, ...headers } });
const browserAt = (address: string) => new TestBrowser(from(address));
const ask = (browser: TestBrowser, mobile: string, scene: SmsScene = "login") =>
  browser.send(server.origin, sendSms, { mobile, scene, captchaVerifyId: "solved" });
const received = async (mobile: string) => (await server.identity.lastSmsCode(mobile)) ?? "";
const quick = (browser: TestBrowser, mobile: string, smsCode: string) =>
  browser.send(server.origin, quickLogin, { mobile, smsCode });
const wrong = (code: string) => (code === "271828" ? "314159" : "271828");
const codesOf = (answers: readonly BrowserAnswer[]) => answers.map(({ code }) => code);
/** Logs in with a new code. */
async function logIn(browser: TestBrowser, mobile: string): Promise<void> {
  expect((await ask(browser, mobile)).code).toBe("00");
  expect((await quick(browser, mobile, await received(mobile))).code).toBe("00");
}

const [OWNER, STRANGER] = ["203.0.113.20", "198.51.100.30"];

test.each([
  ["elsewhere", STRANGER],
  ["at the same address", OWNER],
])("F22 wrong tries of a stranger %s leave the owner's code as it is", async (_where, address) => {
  const mobile = address === OWNER ? "13700001001" : "13700001002";
  const owner = browserAt(OWNER);
  await ask(owner, mobile);
  const code = await received(mobile);
  for (let nth = 0; nth < 7; nth++) {
    await quick(browserAt(address), mobile, wrong(code));
    await openInteractionPage(authorizeUrl(server), browserAt(address)).then((page) =>
      page.call(loginWithSms, { mobile, smsCode: wrong(code), consent: true }),
    );
  }
  // The correct code of another browser is no code of the stranger's, either.
  expect((await quick(browserAt(STRANGER), mobile, code)).code).toBe("SMS_CODE_WRONG");
  const own = await quick(owner, mobile, wrong(code));
  expect([own.code, own.message]).toEqual(["SMS_CODE_WRONG", "验证码不正确，还可尝试 4 次"]);
  expect((await quick(owner, mobile, code)).code).toBe("00");
});

test("F22 the requester's own five wrong tries lock the code", async () => {
  const mobile = "13700001003";
  const owner = browserAt(OWNER);
  await ask(owner, mobile);
  const code = await received(mobile);
  const answers = [];
  for (let nth = 0; nth < 6; nth++) answers.push(await quick(owner, mobile, wrong(code)));
  expect(codesOf(answers)).toEqual([
    ...Array<string>(4).fill("SMS_CODE_WRONG"),
    "SMS_CODE_LOCKED",
    "SMS_CODE_LOCKED",
  ]);
  expect((await quick(owner, mobile, code)).code).toBe("SMS_CODE_LOCKED");
});

test.each(["login", "bind", "reset", "signup", "erase"] as const)(
  "F22 a stranger's codes of scene %s neither replace the owner's code nor use up its sends",
  async (scene) => {
    const mobile = `1370000200${["login", "bind", "reset", "signup", "erase"].indexOf(scene)}`;
    const owner = browserAt(OWNER);
    await logIn(owner, mobile);
    later(MINUTE);
    await ask(owner, mobile);
    const code = await received(mobile);
    later(MINUTE);
    const strangers: number[] = [];
    const asksAgain = async (nth: number) => {
      strangers.push((await ask(browserAt(`198.51.100.${40 + nth}`), mobile, scene)).status);
      later(MINUTE);
    };
    await asksAgain(0);
    expect((await quick(owner, mobile, code)).code).toBe("00");
    for (let nth = 1; nth < 14; nth++) await asksAgain(nth);
    expect(strangers.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
    expect(strangers.at(-1)).toBe(429);
    await logIn(owner, mobile);
  },
);

test("F22 one address uses up no more than half of a mobile's codes; a new owner elsewhere gets one", async () => {
  const mobile = "13700003001";
  const statuses = [];
  for (let nth = 0; nth < 8; nth++) {
    statuses.push((await ask(browserAt(STRANGER), mobile, "reset")).status);
    // Asking again at once is refused and uses up nothing.
    expect((await ask(browserAt(STRANGER), mobile, "reset")).status).toBe(429);
    later(MINUTE);
  }
  expect(statuses).toEqual([...Array<number>(5).fill(200), 429, 429, 429]);
  await logIn(browserAt(OWNER), mobile);
});

test("F22 the holder's devices get ten codes a day, one a minute", async () => {
  const mobile = "13700003002";
  const owner = browserAt(OWNER);
  await logIn(owner, mobile);
  const statuses = [];
  for (let nth = 0; nth < 11; nth++) {
    statuses.push((await ask(owner, mobile)).status);
    expect((await ask(owner, mobile)).status).toBe(429);
    later(MINUTE);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
});

test("F22 a device is verified for its own mobile only", async () => {
  const mobile = "13700003003";
  const other = browserAt(STRANGER);
  await logIn(other, "13700003004");
  for (let nth = 0; nth < 10; nth++) {
    await ask(browserAt(`198.51.100.${100 + nth}`), mobile);
    later(MINUTE);
  }
  expect((await ask(other, mobile)).status).toBe(429);
});

test("F20 an app without cookies keeps its code by X-Device-Token, on any network", async () => {
  const mobile = "13700004001";
  const token = { "x-device-token": "app-1_".padEnd(32, "Zq7") };
  const [wifi, cellular] = [
    () => new TestBrowser(from(OWNER, token)),
    () => new TestBrowser(from("192.0.2.77", token)),
  ];
  await ask(wifi(), mobile);
  const code = await received(mobile);
  for (let nth = 0; nth < 6; nth++) await quick(new TestBrowser(from(OWNER)), mobile, wrong(code));
  const another = { "x-device-token": "app-2_".padEnd(32, "Zq7") };
  expect((await quick(new TestBrowser(from(OWNER, another)), mobile, code)).code).toBe("SMS_CODE_WRONG");
  expect((await quick(cellular(), mobile, code)).code).toBe("00");
  // The token is as good as a cookie for the reserve.
  for (let nth = 0; nth < 12; nth++) {
    later(MINUTE);
    await ask(browserAt(`198.51.100.${150 + nth}`), mobile, "bind");
  }
  expect((await ask(cellular(), mobile)).status).toBe(200);
});

test("F20 a client without cookie and token gets its code by its network; a guessable token is none", async () => {
  const mobile = "13700004002";
  const short = { "x-device-token": "short" };
  await ask(new TestBrowser(from(OWNER, short)), mobile);
  const code = await received(mobile);
  expect((await quick(new TestBrowser(from("192.0.2.78", short)), mobile, code)).code).toBe("SMS_CODE_WRONG");
  expect((await quick(new TestBrowser(from(OWNER)), mobile, code)).code).toBe("00");
});

test("F22 the new code of a browser replaces its older one", async () => {
  const mobile = "13700004003";
  const owner = browserAt(OWNER);
  await ask(owner, mobile);
  const old = await received(mobile);
  later(MINUTE);
  await ask(owner, mobile);
  const fresh = await received(mobile);
  expect((await quick(owner, mobile, old)).code).toBe("SMS_CODE_WRONG");
  expect((await quick(owner, mobile, fresh)).code).toBe("00");
});

test("F22 a session's user is the requester on every host: the code of a person is not another person's", async () => {
  const mobile = "13700004004";
  const person = (userId: string, address: string) => ({
    ...visitor,
    address,
    user: {
      userId,
      openId: userId,
      hasMobile: true,
      mobile: null,
      isMobile: () => false,
      owner: false,
      seriesCodes: [],
      msSinceWrite: null,
    },
  });
  await ask(browserAt(OWNER), mobile, "signup");
  const code = await received(mobile);
  const verify = (userId: string, address: string, smsCode: string) =>
    server.identity.verifySms(mobile, "signup", smsCode, person(userId, address));
  for (let nth = 0; nth < 6; nth++) expect(await verify("8", STRANGER, wrong(code))).toBe("wrong");
  expect(await verify("8", STRANGER, code)).toBe("wrong");
  expect(await verify("7", OWNER, code)).toBe("ok");
});

const password = "qinglan2026";
const pageAt = (browser: TestBrowser) =>
  openInteractionPage(authorizeUrl(server, { showPwdLogin: "true" }), browser);
const guess = async (browser: TestBrowser, account: string, text: string) =>
  (await pageAt(browser)).call(loginWithPassword, { account, password: text, consent: true });

test("F22 wrong passwords of strangers never lock out a device of the account's holder", async () => {
  const [mobile, userName] = ["13700005001", "holder"];
  await server.identity.addAccount({ mobile, password, nickname: "n" });
  await server.identity.addAccount({ mobile: null, userName, password, nickname: "n" });
  const [owner, namedOwner] = [browserAt(OWNER), browserAt(OWNER)];
  // One has logged in by SMS before, the other by password.
  await logIn(owner, mobile);
  expect((await guess(namedOwner, userName, password)).code).toBe("00");
  for (const login of [mobile, userName])
    for (let nth = 0; nth < 6; nth++) await guess(browserAt(OWNER), login, "wrong");
  expect((await guess(browserAt(OWNER), mobile, password)).status).toBe(429);
  expect((await guess(browserAt(OWNER), userName, password)).status).toBe(429);
  const answers = [await guess(owner, mobile, "wrong"), await guess(namedOwner, userName, "wrong")];
  expect(codesOf(answers)).toEqual(["PASSWORD_WRONG", "PASSWORD_WRONG"]);
  const secondPage = await guess(browserAt(OWNER), "nobody", "wrong");
  expect(secondPage.code).toBe("PASSWORD_WRONG");
  // The holder's own device is locked by its own wrong ones.
  for (let nth = 0; nth < 4; nth++) await guess(owner, mobile, "wrong");
  expect((await guess(owner, mobile, password)).status).toBe(429);
});

test("I01 F21 codes for binding and for a new password belong to their page's browser too", async () => {
  const mobile = "13700005002";
  await server.identity.addAccount({ mobile, password, nickname: "n" });
  const owner = browserAt(OWNER);
  const page = await pageAt(owner);
  await ask(owner, mobile, "reset");
  const code = await received(mobile);
  const strange = await pageAt(browserAt(STRANGER));
  for (let nth = 0; nth < 6; nth++) {
    await strange.call(resetPassword, { mobile, smsCode: wrong(code), password: "Neues-2026x" });
    await strange.call(bindMobileOnPage, { mobile, smsCode: wrong(code), consent: true });
  }
  expect((await strange.call(resetPassword, { mobile, smsCode: code, password: "Neues-2026x" })).code).toBe(
    "SMS_CODE_WRONG",
  );
  expect((await page.call(resetPassword, { mobile, smsCode: code, password: "Neues-2026x" })).code).toBe(
    "00",
  );
});
