import { createRemoteJWKSet, jwtVerify } from "jose";
import { allowInsecureRequests, discovery, fetchUserInfo, genericGrantRequest } from "openid-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loginWithSms } from "#contract/identity/identity.ts";
import {
  authorizeUrl,
  exchangeAuthorizationCode,
  jsonOf,
  loginBySms,
  returnPath,
  returnToApp,
  fetchSmsCode,
  requestUserInfo,
  pkceVerifier,
  openInteractionPage,
} from "../test-login.ts";
import { startIdentity, type TestServer } from "../test-server.ts";
import { TestBrowser } from "../test-browser.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startIdentity({ RATE_LIMITS: "off" });
});
afterAll(() => server.close());

const codeOf = (back: URL) => back.searchParams.get("code") ?? "";

test("F14 the whole flow by discovery with an independent OpenID client", async () => {
  const issuer = `${server.origin}/pass`;
  const { client } = server.identity;
  const config = await discovery(new URL(issuer), client.clientId, await client.clientSecret(), undefined, {
    execute: [allowInsecureRequests],
  });
  expect(config.serverMetadata()).toMatchObject({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/me`,
    end_session_endpoint: `${issuer}/session/end`,
    revocation_endpoint: `${issuer}/token/revocation`,
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
  });
  const { back } = await loginBySms(server, "13800005678");
  expect(back.href).toMatch(`${server.origin}${returnPath}&code=`);
  expect([back.searchParams.get("state"), back.searchParams.get("iss")]).toEqual(["1763700000000", issuer]);
  // The client's authorizationCodeGrant would mistake the query of our redirect_uri for the response's.
  const redirect_uri = server.origin + returnPath;
  const tokens = await genericGrantRequest(config, "authorization_code", {
    code: codeOf(back),
    redirect_uri,
    code_verifier: pkceVerifier,
  });
  const claims = tokens.claims();
  expect(claims).toMatchObject({
    iss: issuer,
    aud: client.clientId,
    mobile: "13800005678",
    phone_number: "+8613800005678",
    nickname: "青岚用户5678",
  });
  expect(claims?.sub).toMatch(/^\d{19}$/);
  const info = await fetchUserInfo(config, tokens.access_token, claims?.sub ?? "");
  expect(info).toMatchObject({ mobile: "13800005678", phone_number: "+8613800005678" });
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`));
  await expect(
    jwtVerify(tokens.id_token ?? "", keys, { issuer, audience: client.clientId }),
  ).resolves.toMatchObject({
    protectedHeader: { alg: "ES256" },
  });
});

test("private parts of the keys are not published", async () => {
  const jwks = await new TestBrowser().request(`${server.origin}/pass/jwks`);
  expect(jwks.text).toContain('"kty":"EC"');
  expect(jwks.text).not.toMatch(/"d":/);
});

test("F17 a code works once; a second exchange revokes the tokens of the first", async () => {
  const code = codeOf((await loginBySms(server, "13800000001")).back);
  const first = jsonOf(await exchangeAuthorizationCode(server, code));
  expect((await requestUserInfo(server, first["access_token"])).status).toBe(200);
  const second = await exchangeAuthorizationCode(server, code);
  expect([second.status, jsonOf(second)["error"]]).toEqual([400, "invalid_grant"]);
  expect((await requestUserInfo(server, first["access_token"])).status).toBe(401);
});

test("E17 F17 of ten parallel exchanges of one code at most one succeeds, and the grant is revoked", async () => {
  const code = codeOf((await loginBySms(server, "13800000002")).back);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => exchangeAuthorizationCode(server, code)),
  );
  const good = answers.filter(({ status }) => status === 200);
  expect(good.length).toBeLessThanOrEqual(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10 - good.length);
  for (const answer of good)
    expect((await requestUserInfo(server, jsonOf(answer)["access_token"])).status).toBe(401);
});

test("F17 a code is bound to its redirect_uri and its client", async () => {
  const code = codeOf((await loginBySms(server, "13800000003")).back);
  const elsewhere = await exchangeAuthorizationCode(server, code, {
    redirect_uri: `${server.origin}/marketing/area/activity/`,
  });
  expect([elsewhere.status, jsonOf(elsewhere)["error"]]).toEqual([400, "invalid_grant"]);
  const stranger = await exchangeAuthorizationCode(server, code, { client_secret: "wrong" });
  expect([stranger.status, jsonOf(stranger)["error"]]).toEqual([401, "invalid_client"]);
});

test("F17 a code expires after 60 s", async () => {
  const code = codeOf((await loginBySms(server, "13800000004")).back);
  server.context.clock.set(Date.now() + 61_000);
  try {
    const late = await exchangeAuthorizationCode(server, code);
    expect([late.status, jsonOf(late)["error"]]).toEqual([400, "invalid_grant"]);
  } finally {
    server.context.clock.set(null);
  }
});

test("F25 after a request with a challenge, an exchange without or with a wrong verifier is refused", async () => {
  const { back } = await loginBySms(server, "13800000005");
  for (const code_verifier of [null, `${pkceVerifier}x`]) {
    const refused = await exchangeAuthorizationCode(server, codeOf(back), { code_verifier });
    expect([refused.status, jsonOf(refused)["error"]]).toEqual([400, "invalid_grant"]);
  }
  expect((await exchangeAuthorizationCode(server, codeOf(back))).status).toBe(200);
});

test("F25 outside production a request without a challenge is accepted, and its exchange must have no verifier", async () => {
  const bare = { code_challenge: "", code_challenge_method: "" };
  const url = new URL(authorizeUrl(server, bare));
  for (const name of Object.keys(bare)) url.searchParams.delete(name);
  const browser = new TestBrowser();
  await loginBySms(server, "13800000015", { browser });
  const code = async () => codeOf(new URL((await browser.request(url.href)).location ?? ""));
  // An attacker who removes the challenge from a request cannot pass with its verifier either.
  const downgraded = await exchangeAuthorizationCode(server, await code());
  expect([downgraded.status, jsonOf(downgraded)["error"]]).toEqual([400, "invalid_grant"]);
  expect((await exchangeAuthorizationCode(server, await code(), { code_verifier: null })).status).toBe(200);
});

test("F25 the weak challenge method is refused", async () => {
  const answer = await new TestBrowser().request(
    authorizeUrl(server, { code_challenge: pkceVerifier, code_challenge_method: "plain" }),
  );
  expect(new URL(answer.location ?? "").searchParams.get("error")).toBe("invalid_request");
});

test.each([
  ["Chinese, emoji and signs", `${"状态🚗".repeat(100)}&=+%?#/\\"'<>`],
  ["512 characters", "长".repeat(512)],
  ["controls and a lone surrogate's escape", "a\u0000b\u001fc\ufffd"],
])("F18 state comes back byte for byte: %s", async (_name, state) => {
  const { back } = await loginBySms(server, "13800000006", { extra: { state } });
  expect(back.searchParams.get("state")).toBe(state);
});

test("F24 two tabs of one browser log in in parallel and return to their own pages", async () => {
  const browser = new TestBrowser();
  const one = await openInteractionPage(authorizeUrl(server, { state: "one" }), browser);
  const other = await openInteractionPage(authorizeUrl(server, { state: "other" }), browser);
  const crossed = await browser.send(server.origin, loginWithSms, {
    uid: `${one.uid}x`,
    mobile: "13800000007",
    smsCode: "000000",
    consent: true,
  });
  expect(crossed.status).toBe(404);
  const login = async (page: typeof one) =>
    returnToApp(
      browser,
      await page.call(loginWithSms, {
        mobile: "13800000007",
        smsCode: await fetchSmsCode(server, "13800000007"),
        consent: true,
      }),
    );
  const second = await login(other);
  const first = await login(one);
  expect([first.searchParams.get("state"), second.searchParams.get("state")]).toEqual(["one", "other"]);
  expect((await exchangeAuthorizationCode(server, codeOf(first))).status).toBe(200);
  expect((await exchangeAuthorizationCode(server, codeOf(second))).status).toBe(200);
});

test("a logged-in person gets a code without a page, also after the grant was revoked", async () => {
  const browser = new TestBrowser();
  const { back } = await loginBySms(server, "13800000008", { browser });
  await exchangeAuthorizationCode(server, codeOf(back));
  await exchangeAuthorizationCode(server, codeOf(back)); // the second exchange revokes the grant
  const silent = await browser.request(authorizeUrl(server, { state: "again" }));
  const again = new URL(silent.location ?? "");
  expect(again.searchParams.get("state")).toBe("again");
  expect((await exchangeAuthorizationCode(server, codeOf(again))).status).toBe(200);
});

test("prompt=none without a session returns login_required without a page", async () => {
  const answer = await new TestBrowser().request(authorizeUrl(server, { prompt: "none" }));
  expect(new URL(answer.location ?? "").searchParams.get("error")).toBe("login_required");
});

test("another account can log in and replace the one that is logged in", async () => {
  const browser = new TestBrowser();
  await loginBySms(server, "13800000009", { browser });
  const page = await openInteractionPage(authorizeUrl(server, { prompt: "login" }), browser);
  const answer = await page.call(loginWithSms, {
    mobile: "13800000010",
    smsCode: await fetchSmsCode(server, "13800000010"),
    consent: true,
  });
  const form = await browser.request(String(answer.data["redirectTo"]));
  expect(form.headers.get("content-security-policy")).toMatch(/script-src 'self' 'sha256-/);
  const action = /action="([^"]+)"/.exec(form.text)?.[1] ?? "";
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(form.text)?.[1] ?? "";
  const confirmed = await browser.submit(action, { xsrf, logout: "yes" });
  const end = await browser.follow(confirmed.location ?? "", (next) =>
    new URL(next).pathname.startsWith("/pass/"),
  );
  const tokens = jsonOf(await exchangeAuthorizationCode(server, codeOf(new URL(end.location ?? ""))));
  expect(jsonOf(await requestUserInfo(server, tokens["access_token"]))["mobile"]).toBe("13800000010");
});
