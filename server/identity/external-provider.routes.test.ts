import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bindMobile, quickLogin, sendSms } from "#contract/identity/identity.ts";
import { marketingSessionsCode, showUser, tokenLogin } from "#contract/session/session.ts";
import { addSimulators } from "../../simulator/index.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { freePort } from "../testing/database/postgres-cluster.ts";
import { TestBrowser } from "./test-browser.ts";
import { pkceChallenge, pkceVerifier } from "./test-login.ts";
import {
  clients,
  secret,
  startExternalProvider,
  type ExternalProviderServer,
} from "./test-external-provider.ts";

let external: ExternalProviderServer;
let app: TestApp;
let origin: string;
const start = (issuer: string, settings: Record<string, string> = {}): Promise<TestApp> =>
  testApp({
    extend: addSimulators,
    settings: {
      SIMULATORS: "1",
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_SECRET: secret,
      OIDC_TOKEN_CLIENTS: clients.nativeApp,
      OIDC_BIND_QUERY: "kc_action=UPDATE_PROFILE",
      ...settings,
    },
  });
beforeAll(async () => {
  external = await startExternalProvider();
  app = await start(external.issuer);
  origin = await app.listen();
});
afterAll(async () => {
  await app.close();
  await external.close();
});

const redirectUri = () => `${origin}/marketing/area/activity/offline/7?loginType=SSO`;
/** Authorize address of the web app, the same as with the built-in provider. */
const authorize = (more: Record<string, string>, at = origin): string =>
  `${at}/pass/auth?${new URLSearchParams({
    client_id: clients.ours,
    response_type: "code",
    scope: "openid",
    redirect_uri: redirectUri(),
    state: "状态 1763700000000",
    history_state: "replace",
    showPwdLogin: "true",
    code_challenge: pkceChallenge,
    code_challenge_method: "S256",
    ...more,
  }).toString()}`;
/** Follows a login from the web app's authorize address through the external pages back to the web app. */
async function logInExternally(more: Record<string, string>): Promise<URL> {
  const end = await new TestBrowser().follow(
    authorize(more),
    (next) => !new URL(next).pathname.startsWith("/marketing/"),
  );
  return new URL(end.location ?? `nowhere:${end.status} ${end.text}`);
}
const exchange = (back: URL, changes: object = {}) =>
  app.call(marketingSessionsCode, {
    code: back.searchParams.get("code") ?? "",
    redirectUri: redirectUri(),
    clientId: clients.ours,
    codeVerifier: pkceVerifier,
    loginType: "SSO",
    ...changes,
  });

test("F14 login at an external provider uses its discovered paths, its subject and its phone number format", async () => {
  const person = external.addPerson("林晓岚", {
    phone_number: "+8613800005678",
    phone_number_verified: true,
  });
  const back = await logInExternally({ login_hint: person.sub });
  expect(back.href).toMatch(redirectUri());
  expect(back.searchParams.get("state")).toBe("状态 1763700000000");
  const parameters = Object.fromEntries(external.authorizeRequests.at(-1) ?? []);
  expect(parameters).toMatchObject({
    client_id: clients.ours,
    scope: "openid",
    code_challenge: pkceChallenge,
  });
  expect([parameters["showPwdLogin"], parameters["history_state"]]).toEqual([undefined, undefined]);
  const { data, code } = await exchange(back);
  expect([code, data.userInfo]).toMatchObject(["00", { mobile: "13800005678", nickname: "林晓岚" }]);
  const me = await app.call(showUser, {}, { token: data.accessToken });
  expect(me.data).toMatchObject({ idpId: person.sub, mobile: "13800005678" });
});

test("F17 F25 codes of an external provider work once, with the verifier and the same redirect_uri", async () => {
  const { sub } = external.addPerson("陈屿");
  const code = async (changes: object) =>
    (await exchange(await logInExternally({ login_hint: sub }), changes)).code;
  expect(await code({ codeVerifier: undefined })).toBe("01");
  expect(await code({ codeVerifier: `${pkceVerifier}x` })).toBe("01");
  expect(await code({ redirectUri: `${origin}/marketing/area/activity/` })).toBe("01");
  const back = await logInExternally({ login_hint: sub });
  expect([(await exchange(back)).code, (await exchange(back)).code]).toEqual(["00", "01"]);
});

test.each([false, "false", 0, null])(
  "F14 a phone number whose phone_number_verified is %j is ignored",
  async (flag) => {
    const person = external.addPerson("未验证", {
      phone_number: "+8613800005679",
      phone_number_verified: flag,
    });
    const { data } = await exchange(await logInExternally({ login_hint: person.sub }));
    expect(data.userInfo).toMatchObject({ mobile: null, nickname: "未验证" });
  },
);

test("B13 registration is requested by prompt=create or at the configured endpoint", async () => {
  const { data } = await exchange(await logInExternally({ prompt: "create", login_hint: "新来的人" }));
  expect(data.userInfo.nickname).toBe("新来的人");
  const old = await start(external.issuer, {
    OIDC_REGISTRATION_ENDPOINT: `${external.issuer}/protocol/openid-connect/registrations`,
  });
  try {
    const at = await old.listen();
    const uri = `${at}/marketing/area/activity/`;
    const response = await new TestBrowser().request(authorize({ prompt: "create", redirect_uri: uri }, at));
    const { pathname, searchParams } = new URL(response.location ?? "");
    expect([pathname, searchParams.get("prompt"), searchParams.get("redirect_uri")]).toEqual([
      "/realms/qinglan/protocol/openid-connect/registrations",
      null,
      uri,
    ]);
  } finally {
    await old.close();
  }
});

test("I01 binding a mobile is requested by the configured query", async () => {
  const { sub } = external.addPerson("绑定");
  await logInExternally({ prompt: "bind_mobile", login_hint: sub });
  expect(external.authorizeRequests.at(-1)?.get("kc_action")).toBe("UPDATE_PROFILE");
  expect(external.authorizeRequests.at(-1)?.has("prompt")).toBe(false);
  await logInExternally({ prompt: "login bind_mobile", login_hint: sub });
  expect(external.authorizeRequests.at(-1)?.get("prompt")).toBe("login");
});

test("logging out redirects to the provider's log-out and to no other site", async () => {
  const home = `${origin}/marketing/area/activity/`;
  const end = (back: string) =>
    new TestBrowser().request(
      `${origin}/pass/session/end?${new URLSearchParams({ client_id: clients.ours, post_logout_redirect_uri: back }).toString()}`,
    );
  const logout = new URL((await end(home)).location ?? "");
  expect(logout.origin + logout.pathname).toBe(`${external.issuer}/protocol/openid-connect/logout`);
  expect(logout.searchParams.get("post_logout_redirect_uri")).toBe(home);
  const refused = await end("https://evil.example/");
  expect([refused.status, refused.location]).toEqual([400, null]);
});

test("F15 F16 the authorize address refuses other clients and redirect_uris of other sites", async () => {
  for (const wrong of [
    { client_id: "other" },
    { redirect_uri: "https://evil.example/marketing/area/activity/" },
  ]) {
    const refused = await new TestBrowser().request(authorize(wrong));
    expect([refused.status, refused.location]).toEqual([400, null]);
  }
});

test("U01 access tokens of our client and of the native app log in; those of another client do not", async () => {
  const person = external.addPerson("车主", { phone_number: "+8613800005680" });
  const codeFor = async (clientId: string) =>
    (await app.call(tokenLogin, { accessToken: await external.token(person.sub, clientId) })).code;
  expect(await codeFor(clients.ours)).toBe("00");
  expect(await codeFor(clients.nativeApp)).toBe("00");
  expect(await codeFor(clients.stranger)).toBe("40102");
  expect((await app.call(tokenLogin, { accessToken: "made-up" })).code).toBe("40102");
});

test("the built-in provider is not served beside an external one", async () => {
  const paths = ["/pass/.well-known/openid-configuration", "/pass/jwks", "/pass/interaction/some-uid-123"];
  for (const path of paths) expect((await new TestBrowser().request(origin + path)).status).toBe(404);
});

const mobile = "13800005681";
const sms = async (at: TestApp, scene: "login" | "signup") =>
  at.call(sendSms, {
    mobile,
    scene,
    captchaVerifyId: await at.solveCaptcha({ action: "sms", mobile }),
  });
test("U09 U10 U11 without OIDC_CALLS_BASE, login and binding work on its pages only; we send the codes of sign-ups", async () => {
  expect((await sms(app, "login")).status).toBe(406);
  expect((await app.call(quickLogin, { mobile, smsCode: "246810" })).status).toBe(406);
  expect((await app.call(bindMobile, { access_token: "x", mobile, smsCode: "246810" })).status).toBe(406);
  expect((await sms(app, "signup")).code).toBe("00");
});

type ReceivedRequest = { url: string; headers: IncomingHttpHeaders; body: unknown };
/** Starts a server that implements the three calls as a maker's provider does. */
async function startCallServer(
  answers: Record<string, [number, unknown]>,
  received: ReceivedRequest[],
): Promise<Server> {
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const url = request.url ?? "";
      received.push({ url, headers: request.headers, body: JSON.parse(text) as unknown });
      const name = /(\w+)(\?|$)/.exec(url)?.[1] ?? "";
      const [status, body] = answers[name] ?? [404, {}];
      const elsewhere = status === 307 && { location: "/elsewhere" };
      response
        .writeHead(status, { "content-type": "application/json", ...elsewhere })
        .end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

test("U09 U10 U11 with OIDC_CALLS_BASE calls are forwarded after our captcha; refusals are passed on, errors are not", async () => {
  const received: ReceivedRequest[] = [];
  const answers: Record<string, [number, unknown]> = {
    smsWithSliderCaptcha: [200, { code: "00", data: { expiresIn: 300, resendIn: 60 } }],
    quickLogin: [200, { code: "00", data: { access_token: "a-token", expires_in: 600 } }],
    bindMobile: [200, { code: "MOBILE_TAKEN", message: "该手机号已绑定其他账号" }],
  };
  const calls = await startCallServer(answers, received);
  const { port } = calls.address() as AddressInfo;
  const at = await start(external.issuer, { OIDC_CALLS_BASE: `http://127.0.0.1:${port}/idp/` });
  try {
    expect((await at.call(sendSms, { mobile, scene: "login", captchaVerifyId: "" })).status).toBe(633);
    expect(received).toEqual([]);
    expect((await sms(at, "login")).data).toEqual({ expiresIn: 300, resendIn: 60 });
    expect(received[0]).toMatchObject({
      url: "/idp/api/v1/thirdparty/idp/common/smsWithSliderCaptcha",
      body: { mobile, scene: "login" },
      headers: { authorization: `Basic ${Buffer.from(`${clients.ours}:${secret}`).toString("base64")}` },
    });
    expect((await sms(at, "login")).status).toBe(429);
    expect((await at.call(quickLogin, { mobile, smsCode: "246810" })).data).toEqual({
      access_token: "a-token",
      expires_in: 600,
    });
    const bind = () => at.call(bindMobile, { access_token: "a b", mobile, smsCode: "246810" });
    expect([(await bind()).code, received.at(-1)?.url]).toEqual([
      "MOBILE_TAKEN",
      "/idp/api/v1/thirdparty/idp/uaa/bindMobile?access_token=a%20b",
    ]);
    for (const fault of [
      [500, { stack: "secret" }],
      [200, { code: "00", data: {} }],
      [200, "nonsense"],
      // A redirect is not followed, since mobile and secret must not be sent to another address.
      [307, {}],
    ] as const) {
      answers["bindMobile"] = [...fault];
      const answer = await bind();
      expect([answer.status, answer.message]).toEqual([502, "登录服务暂时不可用，请稍后重试"]);
    }
    expect(received.map(({ url }) => url)).not.toContain("/elsewhere");
  } finally {
    await at.close();
    calls.closeAllConnections();
    calls.close();
  }
});

test("an unreachable provider is reported, and used again when it is back", async () => {
  const port = await freePort();
  const at = await start(`http://127.0.0.1:${port}/realms/qinglan`);
  let back: ExternalProviderServer | null = null;
  try {
    const own = await at.listen();
    const uri = `${own}/marketing/area/activity/`;
    const page = await new TestBrowser().request(authorize({ redirect_uri: uri }, own));
    expect([page.status, page.headers.get("content-type")]).toEqual([502, "text/html; charset=utf-8"]);
    expect(page.text).toContain("登录服务暂时不可用");
    const args = { code: "x", redirectUri: uri, clientId: clients.ours };
    expect((await at.call(marketingSessionsCode, args)).status).toBe(502);
    back = await startExternalProvider(port);
    expect((await at.call(marketingSessionsCode, args)).code).toBe("01");
  } finally {
    await at.close();
    await back?.close();
  }
});
