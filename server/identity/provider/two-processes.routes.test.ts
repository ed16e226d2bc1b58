import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from "jose";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loginWithSms, quickLogin, sendSms } from "#contract/identity/identity.ts";
import { TestBrowser, type BrowserAnswer } from "../test-browser.ts";
import {
  authorizeUrl,
  jsonOf,
  returnPath,
  returnToApp,
  pkceVerifier,
  openInteractionPage,
} from "../test-login.ts";
import { startTwoServers, type TestServer } from "../test-server.ts";

/** Public origin; TLS ends at a proxy that distributes the requests over two processes. */
const origin = "https://m.qinglan.example";
let servers: [TestServer, TestServer];
let requests = 0;
beforeAll(async () => {
  servers = await startTwoServers({ PUBLIC_ORIGIN: origin, TRUST_PROXY: "1", RATE_LIMITS: "off" });
});
afterAll(async () => {
  for (const server of servers) await server.close();
});

/** @param given the process that responds; without it the two take turns */
const browserOf = (given?: TestServer) =>
  new TestBrowser((url) => {
    const { port } = given ?? servers[requests++ % 2 === 0 ? 0 : 1];
    const target = new URL(url.pathname + url.search, `http://127.0.0.1:${port}`);
    const headers = {
      "x-forwarded-proto": "https",
      "x-forwarded-host": url.host,
      "x-forwarded-for": "203.0.113.5",
    };
    return { target, headers };
  });
const sendCode = async (mobile: string): Promise<string> => {
  await browserOf().send(origin, sendSms, { mobile, scene: "login", captchaVerifyId: "solved" });
  return (await servers[0].identity.lastSmsCode(mobile)) ?? "";
};
async function loginThrough(browser: TestBrowser, mobile: string): Promise<URL> {
  const page = await openInteractionPage(authorizeUrl(servers[0], {}, origin), browser);
  const answer = await page.call(loginWithSms, { mobile, smsCode: await sendCode(mobile), consent: true });
  return returnToApp(browser, answer);
}
const exchange = async (browser: TestBrowser, code: string): Promise<BrowserAnswer> =>
  browser.submit(`${origin}/pass/token`, {
    grant_type: "authorization_code",
    code,
    redirect_uri: origin + returnPath,
    code_verifier: pkceVerifier,
    client_id: servers[0].identity.client.clientId,
    client_secret: await servers[1].identity.client.clientSecret(),
  });
const jwksOf = async (server: TestServer): Promise<JSONWebKeySet> =>
  jsonOf(await browserOf(server).request(`${origin}/pass/jwks`)) as unknown as JSONWebKeySet;
const kidsOf = async (server: TestServer) => (await jwksOf(server)).keys.map(({ kid }) => kid);

test("behind a proxy both processes use the public address", async () => {
  for (const server of servers) {
    const found = jsonOf(await browserOf(server).request(`${origin}/pass/.well-known/openid-configuration`));
    expect(found).toMatchObject({ issuer: `${origin}/pass`, token_endpoint: `${origin}/pass/token` });
  }
});

test("a login can alternate between two processes; its cookies are secure", async () => {
  const browser = browserOf();
  const back = await loginThrough(browser, "13400000001");
  expect(back.href).toMatch(origin + returnPath);
  expect(back.searchParams.get("iss")).toBe(`${origin}/pass`);
  const tokens = jsonOf(await exchange(browser, back.searchParams.get("code") ?? ""));
  const { payload } = await jwtVerify(
    String(tokens["id_token"]),
    createLocalJWKSet(await jwksOf(servers[1])),
    { issuer: `${origin}/pass`, audience: servers[1].identity.client.clientId },
  );
  expect(payload["mobile"]).toBe("13400000001");
  const names = browser.cookieLines.map((line) => line.slice(0, line.indexOf("=")));
  expect(names).toEqual(expect.arrayContaining(["__Host-pass_session", "__Secure-pass_interaction"]));
  // Browsers require this for the prefix: no Domain attribute and the path /.
  for (const line of browser.cookieLines.filter((one) => one.startsWith("__Host-")))
    expect(line.toLowerCase()).toMatch(/^(?!.*; ?domain=).*; path=\/(;|$)/);
  for (const line of browser.cookieLines) expect(line.toLowerCase()).toMatch(/; secure(;|$)/);
  for (const line of browser.cookieLines) expect(line.toLowerCase()).toMatch(/; httponly(;|$)/);
  for (const line of browser.cookieLines) expect(line.toLowerCase()).toMatch(/; samesite=lax(;|$)/);
});

test("F17 a code used at one process is invalid at the other, which revokes the tokens of the first", async () => {
  const back = await loginThrough(browserOf(), "13400000002");
  const code = back.searchParams.get("code") ?? "";
  const [one, other] = [browserOf(servers[0]), browserOf(servers[1])];
  const token = String(jsonOf(await exchange(one, code))["access_token"]);
  const me = (browser: TestBrowser) =>
    browser.request(`${origin}/pass/me`, { headers: { authorization: `Bearer ${token}` } });
  expect((await me(other)).status).toBe(200);
  expect(jsonOf(await exchange(other, code))["error"]).toBe("invalid_grant");
  expect((await me(one)).status).toBe(401);
});

test("F17 of ten parallel exchanges at both processes at most one succeeds", async () => {
  const back = await loginThrough(browserOf(), "13400000003");
  const code = back.searchParams.get("code") ?? "";
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_none, nth) => exchange(browserOf(servers[nth % 2 === 0 ? 0 : 1]), code)),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
});

test("F22 the five tries of a code are counted across processes", async () => {
  const mobile = "13400000004";
  const code = await sendCode(mobile);
  const wrong = code === "000000" ? "000001" : "000000";
  const answers = [];
  for (let time = 0; time < 5; time++)
    answers.push(await browserOf().send(origin, quickLogin, { mobile, smsCode: wrong }));
  expect(answers.at(-1)?.code).toBe("SMS_CODE_LOCKED");
  const right = await browserOf(servers[0]).send(origin, quickLogin, { mobile, smsCode: code });
  expect(right.code).toBe("SMS_CODE_LOCKED");
});

/** Makes every stored key older. */
const age = (days: number) =>
  sql`update identity_key set created_time = created_time - ${days} * interval '1 day'`.execute(
    servers[0].context.db,
  );
test("keys rotate on time in both processes, and each verifies what the other signed until the grace period ends", async () => {
  const [one, other] = servers;
  const idToken = async (server: TestServer): Promise<string> => {
    const back = await loginThrough(browserOf(server), "13400000005");
    const answer = await exchange(browserOf(server), back.searchParams.get("code") ?? "");
    return String(jsonOf(answer)["id_token"]);
  };
  const verifies = async (token: string, at: TestServer) =>
    (await jwtVerify(token, createLocalJWKSet(await jwksOf(at)))).protectedHeader.kid;
  const [old] = await kidsOf(one);
  expect(await kidsOf(other)).toEqual([old]);

  // A new key is due: both processes create it in parallel, only one is stored, and it does not sign yet.
  await age(91);
  await Promise.all([one.identity.runMaintenance(), other.identity.runMaintenance()]);
  const [first, fresh, ...more] = await kidsOf(one);
  expect([first, more]).toEqual([old, []]);
  expect(await kidsOf(other)).toEqual([old, fresh]);
  expect(decodeProtectedHeader(await idToken(one)).kid).toBe(old);

  // The activation delay is over and one process has reloaded; the other knows the key already.
  await age(3 / 24);
  await one.identity.runMaintenance();
  const [byOne, byOther] = [await idToken(one), await idToken(other)];
  expect([await verifies(byOne, other), await verifies(byOther, one)]).toEqual([fresh, old]);
  await other.identity.runMaintenance();
  expect(await verifies(byOther, other)).toBe(old);

  // Tokens of the old key expire after an hour, sessions after 14 days; then the key is deleted.
  await age(29);
  await Promise.all([one.identity.runMaintenance(), other.identity.runMaintenance()]);
  expect([await kidsOf(one), await kidsOf(other)]).toEqual([
    [fresh, old],
    [fresh, old],
  ]);
  await age(1);
  await Promise.all([one.identity.runMaintenance(), other.identity.runMaintenance()]);
  expect([await kidsOf(one), await kidsOf(other)]).toEqual([[fresh], [fresh]]);
});
