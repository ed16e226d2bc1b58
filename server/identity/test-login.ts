import { createHash } from "node:crypto";
import type { Call } from "#contract/core/call.ts";
import { loginWithSms, sendSms, type SmsScene } from "#contract/identity/identity.ts";
import { TestBrowser, type BrowserAnswer } from "./test-browser.ts";
import type { TestServer } from "./test-server.ts";

/** Provider, alone or as part of the whole product. */
type Provider = Pick<TestServer, "origin" | "identity">;

/** PKCE verifier of the tests. */
export const pkceVerifier = "verifier-verifier-verifier-verifier-verifier-1";
export const pkceChallenge = createHash("sha256").update(pkceVerifier).digest("base64url");
export const returnPath = "/marketing/area/activity/offline/101?utm_source=a&loginType=SSO";

/** Authorize address of the web app (requirement F02). */
export function authorizeUrl(
  server: Provider,
  extra: Record<string, string> = {},
  origin = server.origin,
): string {
  const parameters = {
    client_id: server.identity.client.clientId,
    response_type: "code",
    scope: "openid",
    redirect_uri: origin + returnPath,
    state: "1763700000000",
    history_state: "replace",
    code_challenge: pkceChallenge,
    code_challenge_method: "S256",
    ...extra,
  };
  return `${origin}/pass/auth?${new URLSearchParams(parameters).toString()}`;
}

export type InteractionVisit = {
  readonly browser: TestBrowser;
  readonly origin: string;
  readonly uid: string;
  /** Makes a call of the page for its interaction. */
  call(call: Call, args: Readonly<Record<string, unknown>>): Promise<BrowserAnswer>;
};

/** Opens an authorize address and follows it to the provider's page. */
export async function openInteractionPage(
  address: string,
  browser = new TestBrowser(),
): Promise<InteractionVisit> {
  const { origin } = new URL(address);
  const answer = await browser.request(address);
  const uid = interactionUidOf(answer);
  return { browser, origin, uid, call: (call, args) => browser.send(origin, call, { ...args, uid }) };
}

/** Uid of the interaction that a response redirects to. */
export function interactionUidOf(answer: BrowserAnswer): string {
  const uid = /\/pass\/interaction\/([\w-]+)$/.exec(answer.location ?? "")?.[1];
  if (!uid) throw new Error(`no interaction: ${answer.status} ${answer.location ?? answer.text}`);
  return uid;
}

/** Requests an SMS code and reads it as the simulator does. */
export async function fetchSmsCode(
  server: Provider,
  mobile: string,
  scene: SmsScene = "login",
): Promise<string> {
  const args = { mobile, scene, captchaVerifyId: "solved" };
  const sent = await new TestBrowser().send(server.origin, sendSms, args);
  if (sent.code !== "00") throw new Error(`no SMS: ${sent.status} ${sent.text}`);
  return (await server.identity.lastSmsCode(mobile)) ?? "";
}

/** Follows a finished page to the web app. @returns the web app's address with code, state and iss */
export async function returnToApp(browser: TestBrowser, answer: BrowserAnswer): Promise<URL> {
  const next = answer.data["redirectTo"];
  if (typeof next !== "string") throw new Error(`the page refused: ${answer.text}`);
  const end = await browser.follow(next, (address) => new URL(address).pathname.startsWith("/pass/auth"));
  if (end.location === null) throw new Error(`no return: ${end.status} ${end.text}`);
  return new URL(end.location);
}

/** Logs in by SMS code up to the web app's address with code, state and iss. */
export async function loginBySms(
  server: Provider,
  mobile: string,
  options: { browser?: TestBrowser; extra?: Record<string, string>; origin?: string } = {},
) {
  const page = await openInteractionPage(
    authorizeUrl(server, options.extra, options.origin),
    options.browser,
  );
  const answer = await page.call(loginWithSms, {
    mobile,
    smsCode: await fetchSmsCode(server, mobile),
    consent: true,
  });
  return { page, back: await returnToApp(page.browser, answer) };
}

/** Exchanges a code at the token endpoint as the gateway does; null omits a field. */
export async function exchangeAuthorizationCode(
  server: Provider,
  code: string,
  changes: Record<string, string | null> = {},
): Promise<BrowserAnswer> {
  const { client } = server.identity;
  const fields = {
    grant_type: "authorization_code",
    code,
    redirect_uri: server.origin + returnPath,
    code_verifier: pkceVerifier,
    client_id: client.clientId,
    client_secret: await client.clientSecret(),
    ...changes,
  };
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null);
  return new TestBrowser().submit(`${server.origin}/pass/token`, Object.fromEntries(given));
}

export const jsonOf = (answer: BrowserAnswer): Record<string, unknown> =>
  JSON.parse(answer.text) as Record<string, unknown>;

export const requestUserInfo = (server: Provider, accessToken: unknown): Promise<BrowserAnswer> =>
  new TestBrowser().request(`${server.origin}/pass/me`, {
    headers: { authorization: `Bearer ${String(accessToken)}` },
  });

/** Follows a login that replaces another account: the library ends its session first by a form. */
export async function replaceLoggedInAccount(
  server: Provider,
  browser: TestBrowser,
  login: BrowserAnswer,
): Promise<URL> {
  const form = await browser.request(String(login.data["redirectTo"]));
  const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(form.text) ?? [];
  const { location } = await browser.submit(`${server.origin}/pass/session/end/confirm`, {
    xsrf,
    logout: "yes",
  });
  const end = await browser.follow(location ?? "", (next) => new URL(next).pathname.startsWith("/pass/"));
  return new URL(end.location ?? "");
}
