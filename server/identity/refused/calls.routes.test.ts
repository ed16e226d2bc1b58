import { afterAll, beforeAll } from "vitest";
import type { Call } from "#contract/core/call.ts";
import {
  bindMobile,
  loginWithPassword,
  quickLogin,
  sendSms,
  type SmsScene,
} from "#contract/identity/identity.ts";
import { marketingSessionsCode, sessionsCode, tokenLogin } from "#contract/session/session.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { TestBrowser, type BrowserAnswer } from "../test-browser.ts";
import { jsonOf, returnToApp, interactionUidOf } from "../test-login.ts";
import {
  challengeOf,
  formFieldsOf,
  home,
  startProviderSite,
  siteVerifier,
  type ProviderSite,
} from "./test-site.ts";
import { testRefusals, type RefusalCase, type RefusalOutcome } from "./test-table.ts";

// Runs against the whole product with its captcha and gateway.
let app: TestApp;
let origin: string;
let other: ProviderSite;
const code = "246810";
const password = "Shanlu-2026";
beforeAll(async () => {
  app = await testApp({ settings: { RATE_LIMITS: "off" } });
  origin = await app.listen();
  other = await startProviderSite();
  await app.modules.identity.addAccount({ mobile: "13200000002", nickname: "别人" });
});
afterAll(() => Promise.all([app.close(), other.server.close()]));

const ask = (call: Call, args: object): Promise<BrowserAnswer> =>
  new TestBrowser().post(`${origin}/mall-api/${call.paths[0]}`, args);
const idp = (call: Call, args: Readonly<Record<string, unknown>>): Promise<BrowserAnswer> =>
  new TestBrowser().send(origin, call, args);
const pass = (mobile: string): Promise<string> => app.solveCaptcha({ action: "sms", mobile });
const sendCode = async (mobile: string, scene: SmsScene): Promise<void> => {
  const sent = await idp(sendSms, { mobile, scene, captchaVerifyId: await pass(mobile) });
  if (sent.code !== "00") throw new Error(`no SMS: ${sent.text}`);
};
const later = async (seconds: number, send: () => Promise<BrowserAnswer>): Promise<BrowserAnswer> => {
  app.context.clock.set(Date.now() + seconds * 1000);
  try {
    return await send();
  } finally {
    app.context.clock.set(null);
  }
};
const wrong = (name: string, expected: RefusalOutcome, send: () => Promise<BrowserAnswer>): RefusalCase => ({
  name,
  send,
  expected,
});
const captcha: RefusalOutcome = [633, "633"];
const invalid: RefusalOutcome = [601, "601"];
const codeWrong: RefusalOutcome = [200, "SMS_CODE_WRONG"];

const sms = (name: string, expected: RefusalOutcome, args: () => Promise<object>): RefusalCase =>
  wrong(name, expected, async () => idp(sendSms, { scene: "login", ...(await args()) }));
testRefusals("F19 O07 smsWithSliderCaptcha", home, [
  sms("no slider", captcha, async () => ({ mobile: "13200000003" })),
  sms("a made-up pass", captcha, async () => ({ mobile: "13200000003", captchaVerifyId: "made-up" })),
  sms("a pass for another number", captcha, async () => ({
    mobile: "13200000003",
    captchaVerifyId: await pass("13200000004"),
  })),
  sms("a pass for a sign-up", captcha, async () => {
    const { token } = await app.login("13200000003");
    const purpose = { action: "signup", activityId: "12" } as const;
    return { mobile: "13200000003", captchaVerifyId: await app.solveCaptcha(purpose, { token }) };
  }),
  sms("a pass that was used", captcha, async () => {
    const captchaVerifyId = await pass("13200000003");
    await idp(sendSms, { mobile: "13200000003", scene: "login", captchaVerifyId });
    return { mobile: "13200000003", captchaVerifyId };
  }),
  wrong("a pass older than 5 min", captcha, async () => {
    const captchaVerifyId = await pass("13200000003");
    return later(301, () => idp(sendSms, { mobile: "13200000003", scene: "login", captchaVerifyId }));
  }),
  sms("an unknown scene", invalid, async () => ({
    mobile: "13200000003",
    scene: "payment",
    captchaVerifyId: await pass("13200000003"),
  })),
  sms("no number", invalid, async () => ({ captchaVerifyId: "x" })),
  sms("a landline", invalid, async () => ({ mobile: "02112345678", captchaVerifyId: "x" })),
  sms("a number of another country", invalid, async () => ({ mobile: "+85261234567", captchaVerifyId: "x" })),
  sms("two numbers in one", invalid, async () => ({
    mobile: "13200000003,13200000004",
    captchaVerifyId: "x",
  })),
  sms("a list of numbers", invalid, async () => ({ mobile: ["13200000003"], captchaVerifyId: "x" })),
]);

const quick = (
  name: string,
  expected: RefusalOutcome,
  mobile: string,
  smsCode: unknown,
  scene?: SmsScene,
): RefusalCase =>
  wrong(name, expected, async () => {
    if (scene !== undefined) await sendCode(mobile, scene);
    return idp(quickLogin, { mobile, smsCode });
  });
testRefusals("F20 F22 quickLogin", home, [
  quick("a wrong code", codeWrong, "13200000005", "000000", "login"),
  quick("a code that was never sent", codeWrong, "13200000006", code),
  quick("a code for binding", codeWrong, "13200000007", code, "bind"),
  quick("a code for a sign-up", codeWrong, "13200000008", code, "signup"),
  quick("a code of letters", invalid, "13200000005", "abcdef", "login"),
  quick("no code", invalid, "13200000005", undefined),
  wrong("a code for another number", codeWrong, async () => {
    await sendCode("13200000009", "login");
    return idp(quickLogin, { mobile: "13200000010", smsCode: code });
  }),
  wrong("a code that was used", codeWrong, async () => {
    await sendCode("13200000011", "login");
    await idp(quickLogin, { mobile: "13200000011", smsCode: code });
    return idp(quickLogin, { mobile: "13200000011", smsCode: code });
  }),
  wrong("a code older than 5 min", codeWrong, async () => {
    await sendCode("13200000012", "login");
    return later(301, () => idp(quickLogin, { mobile: "13200000012", smsCode: code }));
  }),
  wrong("the right code after five wrong ones", [200, "SMS_CODE_LOCKED"], async () => {
    await sendCode("13200000013", "login");
    for (let time = 0; time < 5; time++) await idp(quickLogin, { mobile: "13200000013", smsCode: "000000" });
    return idp(quickLogin, { mobile: "13200000013", smsCode: code });
  }),
]);

/** Logs in to an account without a mobile. @returns its access token and ID token */
async function unbound(userName: string): Promise<{ access: string; id: string }> {
  await app.modules.identity.addAccount({ mobile: null, userName, password, nickname: userName });
  const by = new TestBrowser();
  const redirect_uri = `${origin}/marketing/area/activity/`;
  const parameters = {
    client_id: app.modules.identity.client.clientId,
    response_type: "code",
    scope: "openid",
    redirect_uri,
    showPwdLogin: "true",
    code_challenge: challengeOf(siteVerifier),
    code_challenge_method: "S256",
  };
  const uid = interactionUidOf(
    await by.request(`${origin}/pass/auth?${formFieldsOf(parameters).toString()}`),
  );
  const login = await by.send(origin, loginWithPassword, { uid, account: userName, password, consent: true });
  const back = await returnToApp(by, login);
  const given = jsonOf(
    await by.submit(`${origin}/pass/token`, {
      grant_type: "authorization_code",
      code: back.searchParams.get("code") ?? "",
      redirect_uri,
      code_verifier: siteVerifier,
      client_id: parameters.client_id,
      client_secret: await app.modules.identity.client.clientSecret(),
    }),
  );
  return { access: String(given["access_token"]), id: String(given["id_token"]) };
}
const tokenOf = async (mobile: string): Promise<string> =>
  (await app.modules.identity.mintAccessToken(mobile)).accessToken;
const bind = async (access_token: string, mobile: string, scene: SmsScene = "bind", smsCode = code) => {
  await sendCode(mobile, scene);
  return idp(bindMobile, { access_token, mobile, smsCode });
};
const revokedToken = async (mobile: string): Promise<string> => {
  const token = await tokenOf(mobile);
  const { clientId, clientSecret } = app.modules.identity.client;
  const client_secret = await clientSecret();
  await new TestBrowser().submit(`${origin}/pass/token/revocation`, {
    token,
    client_id: clientId,
    client_secret,
  });
  return token;
};
const invalidToken: RefusalOutcome = [200, "40102"];
testRefusals("I03 I06 bindMobile", home, [
  wrong("no token", invalid, () => bind("", "13200000014")),
  wrong("a made-up token", invalidToken, () => bind("made-up", "13200000014")),
  wrong("the ID token", invalidToken, async () => bind((await unbound("binder1")).id, "13200000014")),
  wrong("a token of another installation", invalidToken, async () => {
    const { accessToken } = await other.server.identity.mintAccessToken("13200000015");
    return bind(accessToken, "13200000014");
  }),
  wrong("a revoked token", invalidToken, async () => bind(await revokedToken("13200000015"), "13200000014")),
  wrong("a token older than an hour", invalidToken, async () => {
    const { access } = await unbound("binder2");
    return later(3_601, () => bind(access, "13200000014"));
  }),
  wrong("two tokens", invalid, async () => {
    const { access } = await unbound("binder3");
    await sendCode("13200000014", "bind");
    const path = `${origin}/pass/${bindMobile.paths[0]}?access_token=${access}&access_token=x`;
    return new TestBrowser().post(path, { mobile: "13200000014", smsCode: code });
  }),
  wrong("a wrong code", codeWrong, async () =>
    bind((await unbound("binder5")).access, "13200000014", "bind", "000000"),
  ),
  wrong("a code for logging in", codeWrong, async () =>
    bind((await unbound("binder6")).access, "13200000016", "login"),
  ),
  wrong("a code for another number", codeWrong, async () => {
    const { access } = await unbound("binder7");
    await sendCode("13200000017", "bind");
    return idp(bindMobile, { access_token: access, mobile: "13200000018", smsCode: code });
  }),
  wrong("a code that was used", codeWrong, async () => {
    const [one, two] = [await unbound("binder8"), await unbound("binder9")];
    await bind(one.access, "13200000019");
    return idp(bindMobile, { access_token: two.access, mobile: "13200000019", smsCode: code });
  }),
  wrong("the number of another account", [200, "MOBILE_TAKEN"], async () =>
    bind((await unbound("binder10")).access, "13200000002"),
  ),
  wrong("a second number", [406, "406"], async () => bind(await tokenOf("13200000020"), "13200000021")),
]);

const exchange = (name: string, expected: RefusalOutcome, args: object): RefusalCase =>
  wrong(name, expected, () => ask(sessionsCode, args));
testRefusals("the gateway", home, [
  ...["made-up", "中文", "a b\u0001c", "a".repeat(4_000)].map((accessToken) =>
    wrong(`an invalid access token (${accessToken.slice(0, 10)})`, invalidToken, () =>
      ask(tokenLogin, { accessToken }),
    ),
  ),
  wrong("a revoked access token", invalidToken, async () =>
    ask(tokenLogin, { accessToken: await revokedToken("13200000022") }),
  ),
  wrong("an access token older than an hour", invalidToken, async () => {
    const accessToken = await tokenOf("13200000022");
    return later(3_601, () => ask(tokenLogin, { accessToken }));
  }),
  wrong("an access token of another installation", invalidToken, async () => {
    const { accessToken } = await other.server.identity.mintAccessToken("13200000022");
    return ask(tokenLogin, { accessToken });
  }),
  wrong("the ID token for an access token", invalidToken, async () =>
    ask(tokenLogin, { accessToken: (await unbound("gateway1")).id }),
  ),
  wrong("our own session token for an access token", invalidToken, async () =>
    ask(tokenLogin, { accessToken: (await app.login("13200000023")).token }),
  ),
  wrong("no access token", invalid, () => ask(tokenLogin, {})),
  exchange("a made-up code", [200, "01"], { code: "made-up", redirectUri: "https://m.qinglan.example/" }),
  exchange("a code with a foreign address", [200, "01"], {
    code: "made-up",
    redirectUri: "javascript:alert(1)",
  }),
  exchange("a verifier with invalid characters", invalid, {
    code: "made-up",
    redirectUri: "https://m.qinglan.example/",
    codeVerifier: "a b",
  }),
  exchange("no code", invalid, { redirectUri: "https://m.qinglan.example/" }),
  wrong("another client's id", [406, "406"], () =>
    new TestBrowser().post(`${origin}/mall-api/${marketingSessionsCode.paths[0]}?clientId=other`, {
      code: "made-up",
      redirectUri: "https://m.qinglan.example/",
    }),
  ),
]);
