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

let foreign: ExternalProviderServer;
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
  foreign = await startExternalProvider();
  app = await start(foreign.issuer);
  origin = await app.listen();
});
afterAll(async () => {
  await app.close();
  await foreign.close();
});

const redirectUri = () => `${origin}/marketing/area/activity/offline/7?loginType=SSO`;
/** The address that the web app goes to, as it does with the built-in provider. */
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
/** From the web app's way in, by the foreign pages, back to the web app. */
async function walk(more: Record<string, string>): Promise<URL> {
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

test("F14 a login at another provider: its paths by discovery, its subject, its way to write a number", async () => {
  const person = foreign.addPerson("林晓岚", {
    phone_number: "+8613800005678",
    phone_number_verified: true,
  });
  const back = await walk({ login_hint: person.sub });
  expect(back.href).toMatch(redirectUri());
  expect(back.searchParams.get("state")).toBe("状态 1763700000000");
  const asked = Object.fromEntries(foreign.asked.at(-1) ?? []);
  expect(asked).toMatchObject({ client_id: clients.ours, scope: "openid", code_challenge: pkceChallenge });
  expect([asked["showPwdLogin"], asked["history_state"]]).toEqual([undefined, undefined]);
  const { data, code } = await exchange(back);
  expect([code, data.userInfo]).toMatchObject(["00", { mobile: "13800005678", nickname: "林晓岚" }]);
  const me = await app.call(showUser, {}, { token: data.accessToken });
  expect(me.data).toMatchObject({ idpId: person.sub, mobile: "13800005678" });
});

test("F17 F25 its codes are as good as it says: once, with the verifier, for the same address", async () => {
  const { sub } = foreign.addPerson("陈屿");
  const code = async (changes: object) => (await exchange(await walk({ login_hint: sub }), changes)).code;
  expect(await code({ codeVerifier: undefined })).toBe("01");
  expect(await code({ codeVerifier: `${pkceVerifier}x` })).toBe("01");
  expect(await code({ redirectUri: `${origin}/marketing/area/activity/` })).toBe("01");
  const back = await walk({ login_hint: sub });
  expect([(await exchange(back)).code, (await exchange(back)).code]).toEqual(["00", "01"]);
});

test("a number that the provider has not verified is nobody's", async () => {
  const person = foreign.addPerson("未验证", {
    phone_number: "+8613800005679",
    phone_number_verified: false,
  });
  const { data } = await exchange(await walk({ login_hint: person.sub }));
  expect(data.userInfo).toMatchObject({ mobile: null, nickname: "未验证" });
});

test("B13 registration is asked for by OpenID Connect's own word, or at the provider's own endpoint", async () => {
  const { data } = await exchange(await walk({ prompt: "create", login_hint: "新来的人" }));
  expect(data.userInfo.nickname).toBe("新来的人");
  const old = await start(foreign.issuer, {
    OIDC_REGISTRATION_ENDPOINT: `${foreign.issuer}/protocol/openid-connect/registrations`,
  });
  try {
    const at = await old.listen();
    const uri = `${at}/marketing/area/activity/`;
    const led = await new TestBrowser().request(authorize({ prompt: "create", redirect_uri: uri }, at));
    const { pathname, searchParams } = new URL(led.location ?? "");
    expect([pathname, searchParams.get("prompt"), searchParams.get("redirect_uri")]).toEqual([
      "/realms/qinglan/protocol/openid-connect/registrations",
      null,
      uri,
    ]);
  } finally {
    await old.close();
  }
});

test("I01 binding a mobile is asked for in the provider's own words", async () => {
  const { sub } = foreign.addPerson("绑定");
  await walk({ prompt: "bind_mobile", login_hint: sub });
  expect(foreign.asked.at(-1)?.get("kc_action")).toBe("UPDATE_PROFILE");
  expect(foreign.asked.at(-1)?.has("prompt")).toBe(false);
  await walk({ prompt: "login bind_mobile", login_hint: sub });
  expect(foreign.asked.at(-1)?.get("prompt")).toBe("login");
});

test("logging out leads to its log-out, and nowhere foreign", async () => {
  const home = `${origin}/marketing/area/activity/`;
  const end = (back: string) =>
    new TestBrowser().request(
      `${origin}/pass/session/end?${new URLSearchParams({ client_id: clients.ours, post_logout_redirect_uri: back }).toString()}`,
    );
  const led = new URL((await end(home)).location ?? "");
  expect(led.origin + led.pathname).toBe(`${foreign.issuer}/protocol/openid-connect/logout`);
  expect(led.searchParams.get("post_logout_redirect_uri")).toBe(home);
  const refused = await end("https://evil.example/");
  expect([refused.status, refused.location]).toEqual([400, null]);
});

test("F15 F16 our door leads no stranger there", async () => {
  for (const wrong of [
    { client_id: "other" },
    { redirect_uri: "https://evil.example/marketing/area/activity/" },
  ]) {
    const refused = await new TestBrowser().request(authorize(wrong));
    expect([refused.status, refused.location]).toEqual([400, null]);
  }
});

test("U01 access tokens of our client and the native app's log in; one that another client was given does not", async () => {
  const person = foreign.addPerson("车主", { phone_number: "+8613800005680" });
  const codeFor = async (clientId: string) =>
    (await app.call(tokenLogin, { accessToken: await foreign.token(person.sub, clientId) })).code;
  expect(await codeFor(clients.ours)).toBe("00");
  expect(await codeFor(clients.nativeApp)).toBe("00");
  expect(await codeFor(clients.stranger)).toBe("40102");
  expect((await app.call(tokenLogin, { accessToken: "made-up" })).code).toBe("40102");
});

test("the built-in provider is not there beside it", async () => {
  const gone = ["/pass/.well-known/openid-configuration", "/pass/jwks", "/pass/interaction/some-uid-123"];
  for (const path of gone) expect((await new TestBrowser().request(origin + path)).status).toBe(404);
});

const mobile = "13800005681";
const sms = async (at: TestApp, scene: "login" | "signup") =>
  at.call(sendSms, {
    mobile,
    scene,
    captchaVerifyId: await at.solveCaptcha({ action: "sms", mobile }),
  });
test("U09 U10 U11 without calls of its own, logging in and binding are for its pages; codes for sign-ups are ours", async () => {
  expect((await sms(app, "login")).status).toBe(406);
  expect((await app.call(quickLogin, { mobile, smsCode: "246810" })).status).toBe(406);
  expect((await app.call(bindMobile, { access_token: "x", mobile, smsCode: "246810" })).status).toBe(406);
  expect((await sms(app, "signup")).code).toBe("00");
});

type Asked = { url: string; headers: IncomingHttpHeaders; body: unknown };
/** Answers the three calls as a maker's provider that has them. */
async function startCalls(answers: Record<string, [number, unknown]>, asked: Asked[]): Promise<Server> {
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const url = request.url ?? "";
      asked.push({ url, headers: request.headers, body: JSON.parse(text) as unknown });
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

test("U09 U10 U11 with calls of its own they are passed on, after our slider; its refusals are told, its faults are not", async () => {
  const asked: Asked[] = [];
  const answers: Record<string, [number, unknown]> = {
    smsWithSliderCaptcha: [200, { code: "00", data: { expiresIn: 300, resendIn: 60 } }],
    quickLogin: [200, { code: "00", data: { access_token: "a-token", expires_in: 600 } }],
    bindMobile: [200, { code: "MOBILE_TAKEN", message: "该手机号已绑定其他账号" }],
  };
  const calls = await startCalls(answers, asked);
  const { port } = calls.address() as AddressInfo;
  const at = await start(foreign.issuer, { OIDC_CALLS_BASE: `http://127.0.0.1:${port}/idp/` });
  try {
    expect((await at.call(sendSms, { mobile, scene: "login", captchaVerifyId: "" })).status).toBe(633);
    expect(asked).toEqual([]);
    expect((await sms(at, "login")).data).toEqual({ expiresIn: 300, resendIn: 60 });
    expect(asked[0]).toMatchObject({
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
    expect([(await bind()).code, asked.at(-1)?.url]).toEqual([
      "MOBILE_TAKEN",
      "/idp/api/v1/thirdparty/idp/uaa/bindMobile?access_token=a%20b",
    ]);
    for (const fault of [
      [500, { stack: "secret" }],
      [200, { code: "00", data: {} }],
      [200, "nonsense"],
      // Number and secret go nowhere but there.
      [307, {}],
    ] as const) {
      answers["bindMobile"] = [...fault];
      const answer = await bind();
      expect([answer.status, answer.message]).toEqual([502, "登录服务暂时不可用，请稍后重试"]);
    }
    expect(asked.map(({ url }) => url)).not.toContain("/elsewhere");
  } finally {
    await at.close();
    calls.closeAllConnections();
    calls.close();
  }
});

test("a provider that is away is told of, and found again when it is back", async () => {
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
