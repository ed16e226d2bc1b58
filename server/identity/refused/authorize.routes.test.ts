import { afterAll, beforeAll } from "vitest";
import type { TestBrowser } from "../test-browser.ts";
import { signedByOwnKey, signedWithText, unsigned, withOtherClaims } from "./test-forged.ts";
import { home, startProviderSite, siteVerifier, type Parameters, type ProviderSite } from "./test-site.ts";
import { testRefusals, type RefusalCase, type RefusalOutcome } from "./test-table.ts";

// Requests come from a logged-in person unless the case says otherwise, so one that is not refused gives a
// code.
let site: ProviderSite;
let person: TestBrowser;
let idToken: string;
let publicKeys: string;
beforeAll(async () => {
  site = await startProviderSite();
  person = await site.loggedIn("13300000002");
  idToken = String((await site.tokensOf(person))["id_token"]);
  publicKeys = (await person.request(`${home}/pass/jwks`)).text;
});
afterAll(() => site.server.close());

const with_ = (
  name: string,
  changes: () => Parameters,
  expected: RefusalOutcome,
  more = "",
): RefusalCase => ({
  name,
  send: () => person.request(site.authorize(changes(), more)),
  expected,
});
const page = (error: string): RefusalOutcome => [400, error];
/** Error that is reported to the web app in its address. */
const back = (error: string): RefusalOutcome => [303, error];

testRefusals("F16 client", home, [
  with_("an unknown one", () => ({ client_id: "somebody-else" }), page("invalid_client")),
  with_("in upper case", () => ({ client_id: site.clientId.toUpperCase() }), page("invalid_client")),
  with_("with a NUL", () => ({ client_id: `${site.clientId}\u0000` }), page("invalid_client")),
  with_("with a blank", () => ({ client_id: ` ${site.clientId}` }), page("invalid_client")),
  with_(
    "the address of a document (client id metadata)",
    () => ({ client_id: "https://evil.example/client" }),
    page("invalid_client"),
  ),
  with_("missing", () => ({ client_id: null }), page("invalid_request")),
  with_("twice", () => ({}), page("invalid_request"), "&client_id=somebody-else"),
  with_("10,000 characters", () => ({ client_id: "a".repeat(10_000) }), page("invalid_client")),
]);

testRefusals("F16 response type, scope and mode", home, [
  with_("token (implicit)", () => ({ response_type: "token" }), back("unsupported_response_type")),
  with_(
    "id_token (implicit)",
    () => ({ response_type: "id_token", nonce: "n" }),
    back("unsupported_response_type"),
  ),
  with_(
    "code id_token (hybrid)",
    () => ({ response_type: "code id_token", nonce: "n" }),
    back("unsupported_response_type"),
  ),
  with_("none", () => ({ response_type: "none" }), back("unsupported_response_type")),
  with_("Code in upper case", () => ({ response_type: "CODE" }), back("unsupported_response_type")),
  with_("no response type", () => ({ response_type: null }), back("invalid_request")),
  with_("two response types", () => ({}), back("invalid_request"), "&response_type=token"),
  with_("no scope", () => ({ scope: null }), back("invalid_scope")),
  with_("an empty scope", () => ({ scope: "" }), back("invalid_scope")),
  with_("a scope without openid", () => ({ scope: "profile phone" }), back("invalid_scope")),
  with_("a scope with a control", () => ({ scope: "openid\u0001" }), back("invalid_scope")),
  with_("two scopes parameters", () => ({}), back("invalid_request"), "&scope=openid"),
  with_("response mode query.jwt", () => ({ response_mode: "query.jwt" }), back("unsupported_response_mode")),
  with_(
    "response mode web_message",
    () => ({ response_mode: "web_message" }),
    back("unsupported_response_mode"),
  ),
  with_("two states", () => ({}), [303, "invalid_request"], "&state=another"),
  with_("an unsigned request object", () => ({ request: unsigned(idToken) }), back("request_not_supported")),
  with_(
    "a request object at an address",
    () => ({ request_uri: "https://evil.example/request" }),
    back("request_uri_not_supported"),
  ),
  with_(
    "a client registration in the request",
    () => ({ registration: "{}" }),
    back("registration_not_supported"),
  ),
]);

testRefusals("F25 PKCE", home, [
  with_(
    "no challenge",
    () => ({ code_challenge: null, code_challenge_method: null }),
    back("invalid_request"),
  ),
  with_("an empty challenge", () => ({ code_challenge: "" }), back("invalid_request")),
  with_(
    "method plain",
    () => ({ code_challenge: siteVerifier, code_challenge_method: "plain" }),
    back("invalid_request"),
  ),
  with_("no method, which means plain", () => ({ code_challenge_method: null }), back("invalid_request")),
  with_("method S512", () => ({ code_challenge_method: "S512" }), back("invalid_request")),
  with_("a challenge too short", () => ({ code_challenge: "short" }), back("invalid_request")),
  with_("a challenge too long", () => ({ code_challenge: "a".repeat(200) }), back("invalid_request")),
  with_(
    "a challenge with invalid characters",
    () => ({ code_challenge: `${"a".repeat(42)}+` }),
    back("invalid_request"),
  ),
  with_("two challenges", () => ({}), back("invalid_request"), `&code_challenge=${"b".repeat(43)}`),
]);

const stranger = (name: string, changes: Parameters, expected: RefusalOutcome): RefusalCase => ({
  name,
  send: () => site.browser().request(site.authorize(changes)),
  expected,
});
testRefusals("prompt, max_age and id_token_hint", home, [
  stranger("prompt none of somebody not logged in", { prompt: "none" }, back("login_required")),
  with_("prompt none with max_age 0", () => ({ prompt: "none", max_age: "0" }), back("login_required")),
  with_("prompt none beside login", () => ({ prompt: "none login" }), back("invalid_request")),
  with_("prompt none beside create", () => ({ prompt: "none create" }), back("invalid_request")),
  with_("prompt consent, which is not supported", () => ({ prompt: "consent" }), back("invalid_request")),
  with_("an unknown prompt", () => ({ prompt: "select_account" }), back("invalid_request")),
  with_("two prompts", () => ({ prompt: "none" }), back("invalid_request"), "&prompt=login"),
  with_("a negative max_age", () => ({ max_age: "-1" }), back("invalid_request")),
  with_("a max_age of letters", () => ({ max_age: "soon" }), back("invalid_request")),
  with_("an endless max_age", () => ({ max_age: "1e400" }), back("invalid_request")),
  with_("a hint that is no token", () => ({ id_token_hint: "nonsense" }), back("invalid_request")),
  with_("a hint with alg none", () => ({ id_token_hint: unsigned(idToken) }), back("invalid_request")),
  with_(
    "a hint with alg NONE",
    () => ({ id_token_hint: unsigned(idToken, "NONE") }),
    back("invalid_request"),
  ),
  with_(
    "a hint signed with the public keys as a secret (HS256)",
    () => ({ id_token_hint: signedWithText(idToken, publicKeys) }),
    back("invalid_request"),
  ),
  with_(
    "a hint signed with the client's secret (HS256)",
    () => ({ id_token_hint: signedWithText(idToken, site.clientSecret) }),
    back("invalid_request"),
  ),
  with_(
    "a hint signed by a key in its own header",
    () => ({ id_token_hint: signedByOwnKey(idToken) }),
    back("invalid_request"),
  ),
  with_(
    "a hint with another subject under our signature",
    () => ({ id_token_hint: withOtherClaims(idToken, { sub: "1" }) }),
    back("invalid_request"),
  ),
]);

testRefusals("oversized and odd requests", home, [
  with_("20,000 characters of state", () => ({ state: "a".repeat(20_000) }), [431, "431"]),
  {
    name: "a body of 300,000 characters",
    send: () =>
      person.request(`${home}/pass/token`, {
        method: "POST",
        body: `code=${"a".repeat(300_000)}`,
        headers: { "content-type": "application/x-www-form-urlencoded" },
      }),
    expected: [400, "invalid_request"],
  },
  {
    name: "by PUT",
    send: () => person.request(site.authorize(), { method: "PUT" }),
    expected: [405, "405"],
  },
  {
    name: "dynamic registration of a client",
    send: () => person.post(`${home}/pass/reg`, { redirect_uris: ["https://evil.example/"] }),
    expected: [404, "404"],
  },
  {
    name: "a pushed request",
    send: () => person.submit(`${home}/pass/request`, { client_id: "x" }),
    expected: [404, "404"],
  },
]);
