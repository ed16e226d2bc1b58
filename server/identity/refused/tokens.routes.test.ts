import { afterAll, beforeAll } from "vitest";
import type { BrowserAnswer, TestBrowser } from "../test-browser.ts";
import { jsonOf } from "../test-login.ts";
import { signedByOwnKey, signedWithText, unsigned, withOtherClaims } from "./test-forged.ts";
import {
  challengeOf,
  home,
  startProviderSite,
  siteVerifier,
  web,
  type Parameters,
  type ProviderSite,
} from "./test-site.ts";
import { testRefusals, type RefusalCase, type RefusalOutcome } from "./test-table.ts";

let site: ProviderSite;
let other: ProviderSite;
let person: TestBrowser;
let tokens: Record<string, unknown>;
let publicKeys: string;
beforeAll(async () => {
  site = await startProviderSite();
  // Another installation with the same origin and client but other keys and secrets.
  other = await startProviderSite();
  person = await site.loggedIn("13300000003");
  tokens = await site.tokensOf(person);
  publicKeys = (await person.request(`${home}/pass/jwks`)).text;
});
afterAll(() => Promise.all([site.server.close(), other.server.close()]));

const wrong = (name: string, expected: RefusalOutcome, send: () => Promise<BrowserAnswer>): RefusalCase => ({
  name,
  send,
  expected,
});
/** Case with a new code in a valid token request with some changes. */
const withCode = (name: string, changes: () => Parameters, expected: RefusalOutcome): RefusalCase =>
  wrong(name, expected, async () => site.token({ code: await site.codeOf(person), ...changes() }));
/** Sends a request after the server's clock was moved forward. */
const later = async (seconds: number, send: () => Promise<BrowserAnswer>): Promise<BrowserAnswer> => {
  site.server.context.clock.set(Date.now() + seconds * 1000);
  try {
    return await send();
  } finally {
    site.server.context.clock.set(null);
  }
};
const usedCode = async (): Promise<string> => {
  const code = await site.codeOf(person);
  await site.token({ code });
  return code;
};
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
});
const post = (body: string, headers: Record<string, string>): Promise<BrowserAnswer> =>
  site.browser().request(`${home}/pass/token`, { method: "POST", body, headers });
const form = { "content-type": "application/x-www-form-urlencoded" };
const bodyOf = (code: string) =>
  `grant_type=authorization_code&code=${code}&redirect_uri=${encodeURIComponent(web)}&code_verifier=${siteVerifier}`;

const invalidGrant: RefusalOutcome = [400, "invalid_grant"];
const invalidRequest: RefusalOutcome = [400, "invalid_request"];
const invalidClient: RefusalOutcome = [401, "invalid_client"];
testRefusals("F17 F25 token endpoint: the code", home, [
  wrong("no code", invalidRequest, () => site.token({})),
  wrong("a made-up code", invalidGrant, () => site.token({ code: "made-up" })),
  wrong("a code with a NUL", invalidGrant, () => site.token({ code: "a\u0000b" })),
  wrong("a code used before", invalidGrant, async () => site.token({ code: await usedCode() })),
  wrong("a code older than 60 s", invalidGrant, async () => {
    const code = await site.codeOf(person);
    return later(61, () => site.token({ code }));
  }),
  wrong("a code of another installation", invalidGrant, async () =>
    site.token({ code: await other.codeOf(await other.loggedIn("13300000003")) }),
  ),
  wrong("an access token for a code", invalidGrant, () =>
    site.token({ code: String(tokens["access_token"]) }),
  ),
  withCode("another redirect_uri of ours", () => ({ redirect_uri: `${web}list` }), invalidGrant),
  withCode("the same redirect_uri with a query", () => ({ redirect_uri: `${web}?a=1` }), invalidGrant),
  withCode("no redirect_uri", () => ({ redirect_uri: null }), invalidRequest),
  withCode("no verifier", () => ({ code_verifier: null }), invalidGrant),
  withCode("an empty verifier", () => ({ code_verifier: "" }), invalidGrant),
  withCode("a verifier too short", () => ({ code_verifier: "short" }), invalidRequest),
  withCode("a verifier too long", () => ({ code_verifier: "a".repeat(129) }), invalidRequest),
  withCode(
    "a verifier with invalid characters",
    () => ({ code_verifier: `${siteVerifier}ü` }),
    invalidRequest,
  ),
  withCode("another verifier", () => ({ code_verifier: `${siteVerifier}x` }), invalidGrant),
  withCode(
    "the challenge for a verifier",
    () => ({ code_verifier: challengeOf(siteVerifier) }),
    invalidGrant,
  ),
]);

testRefusals("token endpoint: the client", home, [
  withCode("an unknown client", () => ({ client_id: "somebody-else" }), invalidClient),
  withCode("no client", () => ({ client_id: null, client_secret: null }), invalidRequest),
  withCode("no secret", () => ({ client_secret: null }), invalidClient),
  withCode("a wrong secret", () => ({ client_secret: "wrong" }), invalidClient),
  withCode("an empty secret", () => ({ client_secret: "" }), invalidClient),
  withCode(
    "the secret of another installation",
    () => ({ client_secret: other.clientSecret }),
    invalidClient,
  ),
  withCode(
    "the secret in another case",
    () => ({ client_secret: site.clientSecret.toLowerCase() }),
    invalidClient,
  ),
  withCode(
    "an unsigned assertion",
    () => ({
      client_secret: null,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: unsigned(String(tokens["id_token"])),
    }),
    invalidRequest,
  ),
  wrong("by header and body at once", invalidRequest, async () =>
    post(
      `${bodyOf(await site.codeOf(person))}&client_id=${site.clientId}&client_secret=${site.clientSecret}`,
      {
        ...form,
        ...basic(site.clientId, site.clientSecret),
      },
    ),
  ),
  wrong("a broken header", invalidRequest, async () =>
    post(bodyOf(await site.codeOf(person)), { ...form, authorization: "Basic nonsense" }),
  ),
  wrong("the secret in the address", invalidClient, async () =>
    site
      .browser()
      .submitText(
        `${home}/pass/token?client_secret=${site.clientSecret}`,
        `${bodyOf(await site.codeOf(person))}&client_id=${site.clientId}`,
      ),
  ),
]);

const grant = (grant_type: string, more: () => Parameters = () => ({})): RefusalCase =>
  wrong(`grant type ${grant_type}`, [400, "unsupported_grant_type"], () =>
    site.token({ redirect_uri: null, code_verifier: null, grant_type, ...more() }),
  );
testRefusals("token endpoint: the request", home, [
  grant("password", () => ({ username: "13300000003", password: "qinglan2026" })),
  grant("client_credentials", () => ({ scope: "openid" })),
  grant("refresh_token", () => ({ refresh_token: "made-up" })),
  grant("refresh_token", () => ({ refresh_token: String(tokens["access_token"]) })),
  grant("implicit"),
  grant("urn:ietf:params:oauth:grant-type:device_code", () => ({ device_code: "x" })),
  grant("urn:ietf:params:oauth:grant-type:jwt-bearer", () => ({ assertion: String(tokens["id_token"]) })),
  grant("urn:ietf:params:oauth:grant-type:token-exchange", () => ({
    subject_token: String(tokens["access_token"]),
  })),
  withCode("no grant type", () => ({ grant_type: null }), invalidRequest),
  wrong("two codes", invalidRequest, async () =>
    site
      .browser()
      .submitText(
        `${home}/pass/token`,
        `${bodyOf(await site.codeOf(person))}&code=other&client_id=${site.clientId}&client_secret=${site.clientSecret}`,
      ),
  ),
  wrong("two grant types", invalidRequest, async () =>
    site
      .browser()
      .submitText(
        `${home}/pass/token`,
        `${bodyOf(await site.codeOf(person))}&grant_type=password&client_id=${site.clientId}&client_secret=${site.clientSecret}`,
      ),
  ),
  wrong("as JSON", invalidRequest, async () =>
    site.browser().post(`${home}/pass/token`, {
      grant_type: "authorization_code",
      code: await site.codeOf(person),
      redirect_uri: web,
      code_verifier: siteVerifier,
      client_id: site.clientId,
      client_secret: site.clientSecret,
    }),
  ),
  wrong("as plain text", invalidRequest, async () =>
    post(bodyOf(await site.codeOf(person)), {
      "content-type": "text/plain",
      ...basic(site.clientId, site.clientSecret),
    }),
  ),
  wrong("by GET, everything in the address", [405, "405"], async () =>
    site
      .browser()
      .request(
        `${home}/pass/token?${bodyOf(await site.codeOf(person))}&client_id=${site.clientId}&client_secret=${site.clientSecret}`,
      ),
  ),
  wrong("revoking without the client's secret", invalidClient, () =>
    site.browser().submit(`${home}/pass/token/revocation`, {
      token: String(tokens["access_token"]),
      client_id: site.clientId,
    }),
  ),
  wrong("introspection, which is not supported", [404, "404"], () =>
    site.browser().submit(`${home}/pass/token/introspection`, { token: String(tokens["access_token"]) }),
  ),
]);

const me = (headers: Record<string, string>, more = ""): Promise<BrowserAnswer> =>
  site.browser().request(`${home}/pass/me${more}`, { headers });
const bearer = (name: string, token: () => Promise<unknown>): RefusalCase =>
  wrong(name, [401, "invalid_token"], async () => site.userInfo(await token()));
testRefusals("userinfo", home, [
  wrong("no token", [401, "invalid_token"], () => me({})),
  bearer("a made-up token", () => Promise.resolve("made-up")),
  bearer("a code for a token", () => site.codeOf(person)),
  bearer("the ID token", () => Promise.resolve(tokens["id_token"])),
  bearer(
    "a token of another installation",
    async () => (await other.tokensOf(await other.loggedIn("13300000003")))["access_token"],
  ),
  bearer("a revoked token", async () => {
    const token = String((await site.tokensOf(person))["access_token"]);
    const fields = { token, client_id: site.clientId, client_secret: site.clientSecret };
    await site.browser().submit(`${home}/pass/token/revocation`, fields);
    return token;
  }),
  bearer("a token whose code was used again", async () => {
    // Uses a separate login, since the whole grant is revoked.
    const code = await site.codeOf(await site.loggedIn("13300000004"));
    const token = jsonOf(await site.token({ code }))["access_token"];
    await site.token({ code });
    return token;
  }),
  wrong("a token older than an hour", [401, "invalid_token"], async () => {
    const { accessToken } = await site.server.identity.mintAccessToken("13300000003");
    return later(3_601, () => site.userInfo(accessToken));
  }),
  wrong("the token as a password (Basic)", invalidRequest, () =>
    me(basic("token", String(tokens["access_token"]))),
  ),
  wrong("the token in the address", invalidRequest, () =>
    me({}, `?access_token=${String(tokens["access_token"])}`),
  ),
]);

const end = (parameters: Parameters): Promise<BrowserAnswer> =>
  person.request(
    `${home}/pass/session/end?${new URLSearchParams(
      Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null),
    ).toString()}`,
  );
const hinted = (name: string, hint: () => string): RefusalCase =>
  wrong(name, invalidRequest, () => end({ id_token_hint: hint(), post_logout_redirect_uri: web }));
const idToken = () => String(tokens["id_token"]);
const backTo = (name: string, post_logout_redirect_uri: string): RefusalCase =>
  wrong(name, invalidRequest, () => end({ client_id: site.clientId, post_logout_redirect_uri }));
testRefusals("logging out", home, [
  backTo("to a foreign address", "https://evil.example/"),
  backTo(
    "to a foreign host with ours as its beginning",
    "https://m.qinglan.example.evil.example/marketing/area/activity/",
  ),
  backTo("to our host outside the web app", `${home}/pass/auth`),
  backTo("to a script", "javascript:alert(1)"),
  backTo("to ours with a fragment", `${web}#x`),
  wrong("for an unknown client", [400, "invalid_client"], () =>
    end({ client_id: "somebody-else", post_logout_redirect_uri: web }),
  ),
  wrong("with the hint of one client for another", invalidRequest, () =>
    end({ id_token_hint: idToken(), client_id: "somebody-else" }),
  ),
  hinted("with a hint that is no token", () => "nonsense"),
  hinted("with an unsigned hint", () => unsigned(idToken())),
  hinted("with a hint signed with the public keys (HS256)", () => signedWithText(idToken(), publicKeys)),
  hinted("with a hint signed with the client's secret (HS256)", () =>
    signedWithText(idToken(), site.clientSecret),
  ),
  hinted("with a hint signed by a key in its own header", () => signedByOwnKey(idToken())),
  hinted("with a hint of another issuer", () => withOtherClaims(idToken(), { iss: "https://evil.example" })),
  wrong("confirmed without the page's token", invalidRequest, () =>
    person.submit(`${home}/pass/session/end/confirm`, { logout: "yes" }),
  ),
  wrong("confirmed with a made-up one", invalidRequest, async () => {
    await end({ client_id: site.clientId });
    return person.submit(`${home}/pass/session/end/confirm`, { xsrf: "made-up", logout: "yes" });
  }),
  wrong("confirmed by another browser", invalidRequest, async () => {
    const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec((await end({})).text) ?? [];
    return site.browser().submit(`${home}/pass/session/end/confirm`, { xsrf, logout: "yes" });
  }),
  wrong("confirmed by an address alone", [405, "405"], () =>
    person.request(`${home}/pass/session/end/confirm?logout=yes`),
  ),
]);
