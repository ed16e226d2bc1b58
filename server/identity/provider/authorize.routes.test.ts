import { afterAll, beforeAll, expect, test } from "vitest";
import { TestBrowser } from "../test-browser.ts";
import {
  authorizeUrl,
  exchangeAuthorizationCode,
  interactionUidOf,
  jsonOf,
  loginBySms,
  requestUserInfo,
  openInteractionPage,
} from "../test-login.ts";
import { startIdentity, type TestServer } from "../test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startIdentity({ RATE_LIMITS: "off" });
});
afterAll(() => server.close());

const open = (extra: Record<string, string>) => new TestBrowser().request(authorizeUrl(server, extra));
const without = (name: string) => {
  const url = new URL(authorizeUrl(server));
  url.searchParams.delete(name);
  return new TestBrowser().request(url.href);
};

const path = "/marketing/area/activity/";
test.each([
  ["suffix", (host: string) => `http://${host}.evil.example${path}`],
  ["path", (host: string) => `http://${host}/pass/`],
  ["scheme", (host: string) => `https://${host}${path}`],
  ["userinfo", (host: string) => `http://${host}@evil.example${path}`],
  ["port", (host: string) => `http://${host.split(":")[0]}:1${path}`],
  ["another site", () => `https://evil.example${path}`],
  ["script", () => "javascript:alert(1)"],
  ["fragment", (host: string) => `http://${host}${path}#x`],
])(
  "F15 a redirect_uri that differs in its %s shows an error page and does not redirect",
  async (_name, make) => {
    const answer = await open({ redirect_uri: make(new URL(server.origin).host) });
    expect([answer.status, answer.location]).toEqual([400, null]);
    expect(answer.headers.get("content-type")).toMatch("text/html");
    expect(answer.text).toContain("登录后要返回的地址没有注册");
    expect(answer.text).toContain("invalid_redirect_uri");
    expect(answer.text).toContain(`href="${server.origin}${path}"`);
  },
);

test("F15 a bad redirect_uri is not used to report another error either", async () => {
  const answer = await open({ redirect_uri: `https://evil.example${path}`, response_type: "token" });
  expect([answer.status, answer.location]).toEqual([400, null]);
});

test("F16 an unknown client is refused with an error page", async () => {
  const answer = await open({ client_id: "<script>alert(1)</script>" });
  expect([answer.status, answer.location]).toEqual([400, null]);
  expect(answer.text).toContain("发起登录的应用没有注册");
  expect(answer.text).not.toContain("<script");
});

test.each([
  ["response_type", { response_type: "token" }, "unsupported_response_type"],
  ["response_type", { response_type: "code id_token", nonce: "n" }, "unsupported_response_type"],
  ["scope", { scope: "profile" }, "invalid_scope"],
  ["prompt", { prompt: "consent" }, "invalid_request"],
])("F16 a wrong %s is reported to the web app, without a page", async (_name, extra, error) => {
  const answer = await open(extra);
  // Requests of the implicit flow get their response in the fragment.
  const back = new URL((answer.location ?? "").replace("#", "&"));
  expect([back.origin, back.searchParams.get("error"), back.searchParams.get("state")]).toEqual([
    server.origin,
    error,
    "1763700000000",
  ]);
  expect(back.searchParams.get("code")).toBeNull();
});

test.each([
  ["scope", "invalid_scope"],
  ["response_type", "invalid_request"],
])("F16 a missing %s is reported to the web app", async (name, error) => {
  const answer = await without(name);
  expect(new URL(answer.location ?? "").searchParams.get("error")).toBe(error);
});

test.each(["client_id", "redirect_uri"])("F16 a missing %s shows an error page", async (name) => {
  const answer = await without(name);
  expect([answer.status, answer.location]).toEqual([400, null]);
});

test("the error page's policy allows its style by hash and no frames", async () => {
  const answer = await open({ client_id: "stranger" });
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/default-src 'none'.*style-src 'sha256-[^']+'.*frame-ancestors 'none'/);
  const { createHash } = await import("node:crypto");
  const style = /<style>(.*?)<\/style>/s.exec(answer.text)?.[1] ?? "";
  expect(policy).toContain(createHash("sha256").update(style).digest("base64"));
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
});

test("no parameter value causes a server error", async () => {
  const strange = ["\u0000", "\ud800", "%", "'", "\n", "a".repeat(3000), "${7*7}", "../../etc/passwd"];
  for (const text of strange)
    for (const name of [
      "client_id",
      "redirect_uri",
      "state",
      "scope",
      "prompt",
      "response_mode",
      "code_challenge",
      "max_age",
      "id_token_hint",
      "login_hint",
      "claims",
    ]) {
      const answer = await open({ [name]: text });
      expect([name, text, answer.status < 500]).toEqual([name, text, true]);
    }
  for (const text of strange) {
    const token = await exchangeAuthorizationCode(server, text);
    expect(token.status).toBeLessThan(500);
    expect((await requestUserInfo(server, encodeURIComponent(text.toWellFormed()))).status).toBe(401);
  }
});

test("another loopback name of the machine is kept through the whole login", async () => {
  for (const name of ["localhost", "mobile.localhost"]) {
    const origin = `http://${name}:${server.port}`;
    const { page, back } = await loginBySms(server, "13800000011", { origin });
    expect(page.origin).toBe(origin);
    expect(back.origin).toBe(origin);
    expect(back.searchParams.get("iss")).toBe(`${server.origin}/pass`);
    const code = back.searchParams.get("code") ?? "";
    const tokens = await exchangeAuthorizationCode(server, code, {
      redirect_uri: origin + "/marketing/area/activity/offline/101?utm_source=a&loginType=SSO",
    });
    expect(tokens.status).toBe(200);
  }
});

test("an app on localhost can use the provider on 127.0.0.1", async () => {
  const redirect_uri = `http://localhost:${server.port}/marketing/area/activity/`;
  const { back } = await loginBySms(server, "13800000012", { extra: { redirect_uri } });
  expect(back.origin).toBe(`http://localhost:${server.port}`);
});

test("a forged Host or forwarding header does not appear in addresses", async () => {
  const document = (host: string, headers: Record<string, string> = {}) =>
    new TestBrowser().request(`http://${host}/pass/.well-known/openid-configuration`, { headers });
  const forwarded = await document(`127.0.0.1:${server.port}`, {
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
  });
  expect(forwarded.text).not.toContain("evil");
  expect(jsonOf(forwarded)["token_endpoint"]).toBe(`${server.origin}/pass/token`);
  const { request } = await import("node:http");
  const body = await new Promise<string>((resolve, reject) => {
    const sent = request(
      `${server.origin}/pass/.well-known/openid-configuration`,
      { headers: { host: "evil.example" } },
      (answer) => {
        let text = "";
        answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
        answer.on("end", () => resolve(text));
      },
    );
    sent.on("error", reject).end();
  });
  expect(body).not.toContain("evil");
  expect(body).toContain(`${server.origin}/pass/token`);
});

test("logging out asks for confirmation, ends the session and its tokens, and returns only to the web app", async () => {
  const browser = new TestBrowser();
  const { back } = await loginBySms(server, "13800000013", { browser });
  const tokens = jsonOf(await exchangeAuthorizationCode(server, back.searchParams.get("code") ?? ""));
  const client_id = server.identity.client.clientId;
  const bad = await browser.request(
    `${server.origin}/pass/session/end?${new URLSearchParams({ client_id, post_logout_redirect_uri: "https://evil.example/" }).toString()}`,
  );
  expect([bad.status, bad.location]).toEqual([400, null]);
  const home = `${server.origin}${path}`;
  const ask = await browser.request(
    `${server.origin}/pass/session/end?${new URLSearchParams({ client_id, post_logout_redirect_uri: home, state: "s" }).toString()}`,
  );
  expect(ask.text).toContain("退出青岚账号");
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(ask.text)?.[1] ?? "";
  const done = await browser.submit(`${server.origin}/pass/session/end/confirm`, { xsrf, logout: "yes" });
  expect(done.location).toBe(`${home}?state=s`);
  expect((await requestUserInfo(server, tokens["access_token"])).status).toBe(401);
  await openInteractionPage(authorizeUrl(server), browser); // asks again
});

test("a token can be revoked", async () => {
  const { accessToken } = await server.identity.mintAccessToken("13800000014");
  expect((await requestUserInfo(server, accessToken)).status).toBe(200);
  const { client } = server.identity;
  const given = await new TestBrowser().submit(`${server.origin}/pass/token/revocation`, {
    token: accessToken,
    client_id: client.clientId,
    client_secret: await client.clientSecret(),
  });
  expect(given.status).toBe(200);
  expect((await requestUserInfo(server, accessToken)).status).toBe(401);
});

test("Z23 an authorization request may be sent as a form, and leads to the same login", async () => {
  const wanted = authorizeUrl(server, { state: "1763700000001" });
  const { origin, pathname, searchParams } = new URL(wanted);
  const browser = new TestBrowser();
  const answer = await browser.request(origin + pathname, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: searchParams.toString(),
  });
  expect([answer.status, answer.location]).toEqual([303, wanted]);
  expect(interactionUidOf(await browser.request(wanted))).toMatch(/^[\w-]+$/);
  const long = await browser.request(origin + pathname, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `state=${"x".repeat(20_000)}`,
  });
  expect(long.status).toBe(413);
});
