import { afterAll, beforeAll, expect, test } from "vitest";
import { wechatSessions } from "#contract/wechat/wechat.ts";
import { testApp, type TestApp } from "../../server/testing/app.ts";
import { addSimulators } from "../index.ts";

let app: TestApp;
let appId: string;
beforeAll(async () => {
  app = await testApp({ extend: addSimulators, settings: { SIMULATORS: "1" } });
  await app.listen();
  appId = app.context.config.brand.officialAccounts.other.appId;
});
afterAll(() => app.close());

const AUTHORIZE = "/sim/wechat/connect/oauth2/authorize";
const request = (over: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  appid: appId,
  redirect_uri: `${app.context.origin()}/official/redirect?url=${encodeURIComponent("http://a/b?c=1")}`,
  response_type: "code",
  scope: "snsapi_userinfo",
  state: "1763700000000",
  ...over,
});
const open = (query: Readonly<Record<string, string>>, cookies: Readonly<Record<string, string>> = {}) =>
  app.app.inject({ url: AUTHORIZE, query: { ...query }, cookies: { ...cookies } });
const decide = (fields: Readonly<Record<string, string>>) =>
  app.app.inject({
    method: "POST",
    url: AUTHORIZE,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ ...request(), ...fields }).toString(),
  });
const ask = async (path: string, query: Readonly<Record<string, string>>) =>
  (await app.app.inject({ url: `/sim/wechat/${path}`, query: { ...query } })).json<Record<string, unknown>>();
const own = () => ({ appid: appId, secret: app.context.config.wechat?.appSecret ?? "" });

test("snsapi_userinfo shows the consent page with its people, and escapes parameters", async () => {
  const answer = await open(request({ state: "1" }));
  expect(answer.statusCode).toBe(200);
  for (const text of ["获得你的昵称、头像", "林晓岚", "认证车主", "快照模式", "允许", "拒绝"])
    expect(answer.body).toContain(text);
  expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
  const nasty = await open({ ...request(), x: `"><script>alert(1)</script>` });
  expect(nasty.body).not.toContain("<script");
});

test("consent returns with code and state, denial with the state only", async () => {
  const allowed = await decide({ person: "no-mobile", decision: "allow" });
  const url = new URL(String(allowed.headers.location));
  expect(url.searchParams.get("url")).toBe("http://a/b?c=1");
  expect(url.searchParams.get("code")).toMatch(/^[0-9a-f]{32}$/);
  expect(url.searchParams.get("state")).toBe("1763700000000");
  expect(allowed.headers["referrer-policy"]).toBe("no-referrer");
  const denied = new URL(String((await decide({ person: "no-mobile", decision: "deny" })).headers.location));
  expect([denied.searchParams.get("code"), denied.searchParams.get("state")]).toEqual([
    null,
    "1763700000000",
  ]);
});

test("snsapi_base returns silently as the last consenting person; a preset person gets no prompt", async () => {
  const scope = "snsapi_base";
  expect((await open(request({ scope }))).statusCode).toBe(302);
  const whose = async (location: unknown) => {
    const code = new URL(String(location)).searchParams.get("code") ?? "";
    return (await ask("sns/oauth2/access_token", { ...own(), code }))["openid"];
  };
  const consented = await decide({ person: "no-mobile.mia", decision: "allow" });
  const last = consented.cookies.find(({ name }) => name === "sim_wechat_last")?.value ?? "";
  const silent = await open(request({ scope }), { sim_wechat_last: last });
  const preset = await open(request(), { sim_wechat_person: "no-mobile.mia" });
  const byParameter = await open({ ...request(), person: "no-mobile.mia" });
  const openIds = await Promise.all(
    [consented, silent, preset, byParameter].map(({ headers }) => whose(headers.location)),
  );
  expect(new Set(openIds).size).toBe(1);
  const set = await app.app.inject({
    method: "POST",
    url: "/sim/wechat/person",
    payload: { person: "visitor" },
  });
  expect(set.cookies[0]).toMatchObject({ name: "sim_wechat_person", value: "visitor" });
});

test.for([
  [{ appid: "wx0000000000000000" }, 10002],
  [{ redirect_uri: "https://evil.example/official/redirect" }, 10003],
  [{ redirect_uri: "javascript:alert(1)" }, 10003],
  [{ redirect_uri: "" }, 10003],
  [{ response_type: "token" }, 10004],
  [{ scope: "snsapi_login" }, 10005],
  [{ state: "a-b" }, 10006],
] as const)("E01 WeChat rejects %o with %i on a page, without a redirect", async ([over, errcode]) => {
  for (const cookies of [{}, { sim_wechat_person: "visitor" }]) {
    const answer = await open(request(over), cookies);
    expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
    expect(answer.body).toContain(String(errcode));
  }
});
test("E01 WeChat requires the order of parameters", async () => {
  const { state = "", ...rest } = request();
  expect((await open({ state, ...rest })).body).toContain("10016");
});

test("E17 codes, tokens and tickets return WeChat's errors", async () => {
  const refused = async (path: string, query: Readonly<Record<string, string>>) =>
    (await ask(path, query))["errcode"];
  const tokens = "sns/oauth2/access_token";
  expect(await refused(tokens, own())).toBe(41008);
  expect(await refused(tokens, { ...own(), code: "none" })).toBe(40029);
  expect(await refused(tokens, { ...own(), secret: "x", code: "none" })).toBe(40125);
  expect(await refused(tokens, { ...own(), appid: "x", code: "none" })).toBe(40013);
  const allowed = await decide({ person: "visitor", decision: "allow" });
  const code = new URL(String(allowed.headers.location)).searchParams.get("code") ?? "";
  const { access_token, openid } = (await ask(tokens, { ...own(), code })) as Record<string, string>;
  expect(await refused(tokens, { ...own(), code })).toBe(40163);
  expect(await ask("sns/userinfo", { access_token: access_token ?? "", openid: openid ?? "" })).toMatchObject(
    {
      nickname: "新朋友",
    },
  );
  expect(await refused("sns/userinfo", { access_token: "x", openid: openid ?? "" })).toBe(40001);
  const first = (await ask("cgi-bin/token", { ...own(), grant_type: "client_credential" })) as {
    access_token: string;
  };
  expect(await ask("cgi-bin/ticket/getticket", first)).toMatchObject({ errcode: 0, expires_in: 7200 });
  await ask("cgi-bin/token", own());
  expect(await refused("cgi-bin/ticket/getticket", first)).toBe(40001);
});

test("a fault is injected the requested number of times", async () => {
  const faults = [{ path: "cgi-bin/token", errcode: -1, times: 2 }];
  await app.app.inject({ method: "POST", url: "/sim/wechat/faults", payload: faults });
  const codes = await Promise.all([1, 2, 3].map(async () => (await ask("cgi-bin/token", own()))["errcode"]));
  expect(codes.filter((code) => code === -1)).toHaveLength(2);
});

test("a visitor is a new person each time, others are the same", async () => {
  const openIdOf = async (person: string) => {
    const allowed = await decide({ person, decision: "allow" });
    const code = new URL(String(allowed.headers.location)).searchParams.get("code") ?? "";
    return (await app.call(wechatSessions, { code })).data.userInfo.openId;
  };
  expect(await openIdOf("visitor")).not.toBe(await openIdOf("visitor"));
  expect(await openIdOf("visitor.tom")).toBe(await openIdOf("visitor.tom"));
  expect((await decide({ person: "nobody", decision: "allow" })).statusCode).toBe(400);
  expect((await decide({ person: "mobile.123", decision: "allow" })).statusCode).toBe(400);
});

test("does not exist without simulators", async () => {
  const plainApp = await testApp();
  for (const url of [AUTHORIZE, "/sim/wechat/cgi-bin/token", "/sim/wechat/person"])
    expect((await plainApp.app.inject(url)).statusCode).toBe(404);
  await plainApp.close();
});
