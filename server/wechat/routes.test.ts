import { afterAll, beforeAll, expect, test } from "vitest";
import { showUser } from "#contract/session/session.ts";
import { wechatSessions, wechatSignatures, wechatSignaturesPrivately } from "#contract/wechat/wechat.ts";
import { addSimulators } from "../../simulator/index.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { jsapiSignature } from "./rules.ts";
import { wechatCodeOf, logInByWechat } from "./test-wechat.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ extend: addSimulators, settings: { SIMULATORS: "1" } });
  await app.listen();
});
afterAll(() => app.close());

test("E04 U03 U04 a code is exchanged for a session on both paths; the token is X-Access-Token", async () => {
  for (const path of [0, 1]) {
    const { code, data } = await app.call(
      wechatSessions,
      { code: await wechatCodeOf(app, "no-mobile.e04") },
      { path },
    );
    expect(code).toBe("00");
    expect(data.userInfo).toMatchObject({ mobile: null, nickname: "山野来信", owner: false });
    expect(data.userInfo.avatar).toMatch(/^https?:\/\/.*\.svg$/);
    const { data: user } = await app.call(showUser, {}, { token: data.accessToken });
    expect(user).toEqual({ ...data.userInfo, idpId: null });
  }
});

test("D04 E05 E06 userInfo has the bound mobile and whether the person is an owner", async () => {
  expect((await logInByWechat(app, "mobile.13911110001")).userInfo).toMatchObject({
    mobile: "13911110001",
    owner: false,
  });
  expect((await logInByWechat(app, "owner.13911110002")).userInfo).toMatchObject({
    mobile: "13911110002",
    owner: true,
  });
  expect((await logInByWechat(app, "virtual")).userInfo.mobile).toBeNull();
});

test("E17 U03 U04 a used, an unknown and an expired code are 01; a missing one is 601", async () => {
  const code = await wechatCodeOf(app, "no-mobile.e17");
  expect((await app.call(wechatSessions, { code })).code).toBe("00");
  for (const path of [0, 1]) {
    const spent = await app.call(wechatSessions, { code }, { path });
    expect([spent.status, spent.code]).toEqual([200, "01"]);
    for (const none of ["0".repeat(32), "x", "中文", "a b", "<script>", "' or 1=1 --"])
      expect((await app.call(wechatSessions, { code: none }, { path })).code).toBe("01");
    expect((await app.call(wechatSessions, { code: "" }, { path })).status).toBe(601);
  }
  const old = await wechatCodeOf(app, "no-mobile.e17");
  app.context.clock.set(Date.now() + 5 * 60_000 + 1_000);
  expect((await app.call(wechatSessions, { code: old })).code).toBe("01");
  app.context.clock.set(null);
});

test("E13 snsapi_base returns the same person without a name; a later consent adds it", async () => {
  const silent = await logInByWechat(app, "no-mobile.e13", { scope: "snsapi_base" });
  expect(silent.userInfo).toMatchObject({ nickname: "微信用户", avatar: null });
  const told = await logInByWechat(app, "no-mobile.e13");
  expect(told.userInfo.openId).toBe(silent.userInfo.openId);
  expect(told.userInfo.nickname).toBe("山野来信");
  // A later silent login keeps the name.
  expect((await logInByWechat(app, "no-mobile.e13", { scope: "snsapi_base" })).userInfo.nickname).toBe(
    "山野来信",
  );
});

test("a failure of WeChat is 502 with an own message, and the code can be used again", async () => {
  const code = await wechatCodeOf(app, "no-mobile.fail");
  const faults = [{ path: "sns/oauth2/access_token", errcode: 45011, times: 1 }];
  await app.app.inject({ method: "POST", url: "/sim/wechat/faults", payload: faults });
  const answer = await app.call(wechatSessions, { code });
  expect([answer.status, answer.message]).toEqual([502, "服务暂时不可用，请稍后重试"]);
  expect((await app.call(wechatSessions, { code })).code).toBe("00");
});

const pageOf = (rest: string): string => `${app.context.origin()}/marketing/area/activity/${rest}`;
test("U12 the signature of an own page is the one that WeChat computes", async () => {
  for (const [call, rest] of [
    [wechatSignatures, "offline/101?utm_source=a&keyword=%E8%AF%95"],
    [wechatSignaturesPrivately, "?code=0123456789&state=17"],
  ] as const) {
    const signatureUrl = pageOf(rest);
    const { code, data } = await app.call(call, { signatureUrl });
    expect(code).toBe("00");
    expect(data.appId).toBe(app.context.config.brand.officialAccounts.other.appId);
    expect(Math.abs(data.timestamp - Date.now() / 1000)).toBeLessThan(60);
    expect(data.noncestr).toMatch(/^[0-9a-f]{32}$/);
    const query = { url: signatureUrl, ...data, timestamp: String(data.timestamp) };
    const verified = await app.app.inject({ url: "/sim/wechat/verify", query });
    expect(verified.json()).toMatchObject({ data: { isValid: true } });
    const other = await app.app.inject({ url: "/sim/wechat/verify", query: { ...query, url: pageOf("x") } });
    expect(other.json()).toMatchObject({ data: { isValid: false } });
    expect(data.signature).not.toBe(jsapiSignature({ ticket: "", ...data, url: signatureUrl }));
  }
});

test("U12 only own pages without fragment are signed", async () => {
  const { host } = new URL(app.context.origin());
  for (const url of [
    "https://evil.example/marketing/area/activity/",
    `http://${host}.evil.example/`,
    `http://${host}@evil.example/`,
    `http://evil@${host}/`,
    `http://127.0.0.1:1/`,
    `HTTP://${host}/`,
  ]) {
    const answer = await app.call(wechatSignatures, { signatureUrl: url });
    expect([url, answer.status]).toEqual([url, url.startsWith("HTTP") ? 601 : 406]);
  }
  for (const url of [pageOf("#x"), "", "javascript:alert(1)", "/marketing", pageOf("\\x"), pageOf("a b")])
    expect([url, (await app.call(wechatSignatures, { signatureUrl: url })).status]).toEqual([url, 601]);
});

test("without an official account the calls are 502 with an own message, and the server runs", async () => {
  const bare = await testApp();
  expect(bare.context.config.wechat).toBeNull();
  const answers = [
    await bare.call(wechatSessions, { code: "0".repeat(32) }),
    await bare.call(wechatSignatures, { signatureUrl: `${bare.context.origin()}/` }),
  ];
  for (const { status, message } of answers)
    expect([status, message]).toEqual([502, "微信登录暂时不可用，请稍后重试"]);
  await bare.close();
});
