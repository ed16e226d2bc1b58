import { createHash } from "node:crypto";
import { loginWithSms, sendSms, type SmsScene } from "#contract/identity/identity.ts";
import { TestBrowser, type BrowserAnswer } from "../test-browser.ts";
import { jsonOf, returnToApp, interactionUidOf } from "../test-login.ts";
import { startIdentity, type TestServer } from "../test-server.ts";

/**
 * Origin of the provider, which runs as in production: no simulators, PKCE required; only the SMS code is
 * fixed.
 */
export const home = "https://m.qinglan.example";
export const web = `${home}/marketing/area/activity/`;
export const siteSmsCode = "246810";
export const siteVerifier = "a-verifier-that-is-long-enough-to-be-taken-1";
export const challengeOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

export type Parameters = Readonly<Record<string, string | null>>;
/** Form fields without those that are null. */
export const formFieldsOf = (given: Parameters): URLSearchParams =>
  new URLSearchParams(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== null));

export class ProviderSite {
  readonly server: TestServer;
  readonly clientId: string;
  readonly clientSecret: string;
  constructor(server: TestServer, clientSecret: string) {
    this.server = server;
    this.clientId = server.identity.client.clientId;
    this.clientSecret = clientSecret;
  }

  readonly browser = (): TestBrowser =>
    new TestBrowser((url) => ({
      target: new URL(url.pathname + url.search, `http://127.0.0.1:${this.server.port}`),
      headers: {},
    }));

  /** Valid authorize address with some changes; null omits a parameter. */
  authorize(changes: Parameters = {}, more = ""): string {
    const parameters: Parameters = {
      client_id: this.clientId,
      response_type: "code",
      scope: "openid",
      redirect_uri: web,
      state: "1763700000000",
      code_challenge: challengeOf(siteVerifier),
      code_challenge_method: "S256",
    };
    return `${home}/pass/auth?${formFieldsOf({ ...parameters, ...changes }).toString()}${more}`;
  }

  async sendCode(mobile: string, scene: SmsScene = "login"): Promise<void> {
    const sent = await this.browser().send(home, sendSms, { mobile, scene, captchaVerifyId: "solved" });
    if (sent.code !== "00") throw new Error(`no SMS: ${sent.text}`);
  }

  /** Sends an authorize request. @returns the uid of the provider's page */
  async open(by: TestBrowser, changes: Parameters = {}): Promise<string> {
    return interactionUidOf(await by.request(this.authorize(changes)));
  }

  /** Returns a logged-in browser, which gets codes without a page. */
  async loggedIn(mobile: string): Promise<TestBrowser> {
    const by = this.browser();
    const uid = await this.open(by);
    await this.sendCode(mobile);
    await returnToApp(
      by,
      await by.send(home, loginWithSms, { uid, mobile, smsCode: siteSmsCode, consent: true }),
    );
    return by;
  }

  /** Requests a new code for a logged-in browser. */
  async codeOf(by: TestBrowser, changes: Parameters = {}): Promise<string> {
    const { location, text } = await by.request(this.authorize(changes));
    const code = new URL(location ?? home).searchParams.get("code");
    if (code === null) throw new Error(`no code: ${location ?? text}`);
    return code;
  }

  /** Sends a valid token request with some changes. */
  token(changes: Parameters): Promise<BrowserAnswer> {
    const fields = {
      grant_type: "authorization_code",
      redirect_uri: web,
      code_verifier: siteVerifier,
      client_id: this.clientId,
      client_secret: this.clientSecret,
      ...changes,
    };
    return this.browser().submitText(`${home}/pass/token`, formFieldsOf(fields).toString());
  }

  async tokensOf(by: TestBrowser): Promise<Record<string, unknown>> {
    return jsonOf(await this.token({ code: await this.codeOf(by) }));
  }

  userInfo(accessToken: unknown): Promise<BrowserAnswer> {
    const headers = { authorization: `Bearer ${String(accessToken)}` };
    return this.browser().request(`${home}/pass/me`, { headers });
  }
}

export async function startProviderSite(): Promise<ProviderSite> {
  const server = await startIdentity({
    PUBLIC_ORIGIN: home,
    SIMULATORS: "0",
    SMS_TEST_CODE: siteSmsCode,
    RATE_LIMITS: "off",
    PKCE_REQUIRED: "1",
  });
  return new ProviderSite(server, await server.identity.client.clientSecret());
}
