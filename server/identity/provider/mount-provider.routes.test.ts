import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { decodeProtectedHeader } from "jose";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { loginErrorPage, htmlPagePolicy } from "./html-pages.ts";
import { loadProviderKeys } from "./key-rotation.ts";
import { payloadStore } from "./payload-store.ts";
import { TestBrowser } from "../test-browser.ts";
import {
  authorizeUrl,
  exchangeAuthorizationCode,
  jsonOf,
  loginBySms,
  requestUserInfo,
} from "../test-login.ts";
import { rowCountOf, startIdentity, type TestServer } from "../test-server.ts";

let folder: string;
let built: TestServer;
let bare: TestServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "marque-pass-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>shell</title>");
  writeFileSync(join(folder, "assets", "main-1.js"), "1");
  built = await startIdentity({ RATE_LIMITS: "off" }, pathToFileURL(`${folder}/`));
  bare = await startIdentity({ RATE_LIMITS: "off" }, pathToFileURL(`${folder}/none/`));
});
afterAll(async () => {
  await Promise.all([built.close(), bare.close()]);
  rmSync(folder, { recursive: true, force: true });
});
const get = (server: TestServer, path: string) => new TestBrowser().request(server.origin + path);

test("an interaction's page is the built HTML with its own policy and is not cached", async () => {
  const page = await get(built, "/pass/interaction/some-uid-123");
  expect([page.status, page.text]).toEqual([200, "<!doctype html><title>shell</title>"]);
  expect(page.headers.get("content-security-policy")).toBe(
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
  );
  expect(page.headers.get("cache-control")).toBe("no-store");
});

test("a HEAD request checks that the login is available and starts none", async () => {
  const before = await rowCountOf(built, "oidc_payload");
  const answer = await fetch(`${built.origin}/pass/auth`, { method: "HEAD" });
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([204, null]);
  expect(await rowCountOf(built, "oidc_payload")).toEqual(before);
});

test("the page contains the public configuration, which cannot end its script element", async () => {
  const site = '<script type="application/json" id="site">null</script>';
  writeFileSync(join(folder, "brand.json"), JSON.stringify({ ...demoBrand, copyright: "</script><b>" }));
  mkdirSync(join(folder, "with-site"));
  writeFileSync(join(folder, "with-site", "index.html"), site);
  const server = await startIdentity(
    { BRAND_FILE: join(folder, "brand.json"), SECURITY_BASE: "https://guard.qinglan.example/s" },
    pathToFileURL(`${folder}/with-site/`),
  );
  try {
    const page = await get(server, "/pass/interaction/some-uid-123");
    const [, json = ""] = /^<script type="application\/json" id="site">(.*)<\/script>$/.exec(page.text) ?? [];
    expect(json).not.toContain("<");
    expect(JSON.parse(json)).toMatchObject({
      brand: { clientId: demoBrand.clientId, copyright: "</script><b>" },
      securityBase: "https://guard.qinglan.example/s/",
    });
    expect(page.headers.get("content-security-policy")).toContain(
      "connect-src 'self' https://guard.qinglan.example;",
    );
  } finally {
    await server.close();
  }
});

test("assets are cached as immutable; no other file is served", async () => {
  const asset = await get(built, "/pass/assets/main-1.js");
  expect([asset.status, asset.headers.get("cache-control")]).toEqual([
    200,
    "public, max-age=31536000, immutable",
  ]);
  for (const path of [
    "/pass/assets/../index.html",
    "/pass/assets/%2e%2e/index.html",
    "/pass/assets/none.js",
    "/pass/assets/",
  ])
    expect((await get(built, path)).status).toBe(404);
});

test("without a build the page shows a message", async () => {
  const page = await get(bare, "/pass/interaction/some-uid-123");
  expect(page.status).toBe(503);
  expect(page.text).toContain("登录页面还没有准备好");
});

test("the provider's pages have the brand's colours and a policy that allows their style", () => {
  const brand = { ...demoBrand, idName: "<b>", theme: { "--brand-700": "#123456" } };
  const html = loginErrorPage(brand, "<script>", 'https://m.example/"><b>');
  expect(html).toContain("--first:#123456");
  expect(html).not.toMatch(/<b><|<script>/);
  const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
  expect(htmlPagePolicy(brand)).toContain(createHash("sha256").update(style).digest("base64"));
});

test("other endpoints of the library do not exist", async () => {
  for (const path of [
    "/pass/reg",
    "/pass/request",
    "/pass/token/introspection",
    "/pass/device",
    "/pass/nothing",
  ])
    expect((await get(bare, path)).status).toBe(404);
});

test("codes and tokens are stored only as hashes", async () => {
  const { back } = await loginBySms(bare, "13500000001");
  const code = back.searchParams.get("code") ?? "";
  const token = String(jsonOf(await exchangeAuthorizationCode(bare, code))["access_token"]);
  const { rows } = await sql<object>`select * from oidc_payload`.execute(bare.context.db);
  const stored = JSON.stringify(rows);
  expect(stored).toContain("AccessToken");
  expect([stored.includes(code), stored.includes(token)]).toEqual([false, false]);
});

test("when two requests consume a code in parallel, one fails and the grant is revoked", async () => {
  const store = payloadStore(bare.context.db, bare.context.clock);
  const codes = store.adapter("AuthorizationCode");
  const grants = store.adapter("Grant");
  await grants.upsert("grant-1", { accountId: "1" }, 60);
  await codes.upsert("code-1", { grantId: "grant-1" }, 60);
  const outcomes = await Promise.allSettled([codes.consume("code-1"), codes.consume("code-1")]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect([await codes.find("code-1"), await grants.find("grant-1")]).toEqual([undefined, undefined]);
});

test("the client secret is created once, also by servers that start in parallel", async () => {
  const secrets = await Promise.all(Array.from({ length: 5 }, () => bare.identity.client.clientSecret()));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]?.length).toBeGreaterThan(40);
});

test("servers that start in parallel share their keys; after 90 days a new key signs and the old one verifies", async () => {
  const [one, other] = await Promise.all([loadProviderKeys(bare.context), loadProviderKeys(bare.context)]);
  expect(one).toEqual(other);
  const first = one.jwks.keys[0];
  const now = Date.now();
  bare.context.clock.set(now + 90 * 86_400_000);
  const next = await loadProviderKeys(bare.context);
  expect([next.jwks.keys.length, next.cookies.length, next.version]).toEqual([2, 2, "1.2.1.2"]);
  expect(next.jwks.keys[0]).toEqual(first);
  bare.context.clock.set(now + 91 * 86_400_000);
  expect((await loadProviderKeys(bare.context)).version).toBe("2.1.2.1");
  bare.context.clock.set(now + 121 * 86_400_000);
  expect((await loadProviderKeys(bare.context)).version).toBe("2.2");
  expect(await rowCountOf(bare, "identity_key")).toBe(2);
  bare.context.clock.set(null);
});

test("a session survives a key rotation, and its tokens are signed with the new key", async () => {
  const server = await startIdentity({ RATE_LIMITS: "off" });
  try {
    const browser = new TestBrowser();
    await loginBySms(server, "13500000002", { browser });
    const kids = async () =>
      (jsonOf(await get(server, "/pass/jwks"))["keys"] as { kid: string }[]).map(({ kid }) => kid);
    const [old] = await kids();
    await sql`update identity_key set created_time = created_time - interval '91 days'`.execute(
      server.context.db,
    );
    await server.identity.runMaintenance();
    const announced = await kids();
    expect([announced.length, announced[0]]).toEqual([2, old]);
    await sql`update identity_key set created_time = created_time - interval '3 hours'`.execute(
      server.context.db,
    );
    await server.identity.runMaintenance();
    const [fresh, replaced] = await kids();
    expect([fresh, replaced]).toEqual([announced[1], old]);
    const back = new URL((await browser.request(authorizeUrl(server))).location ?? "");
    const tokens = jsonOf(await exchangeAuthorizationCode(server, back.searchParams.get("code") ?? ""));
    expect(decodeProtectedHeader(String(tokens["id_token"])).kid).toBe(fresh);
  } finally {
    await server.close();
  }
});

test("a provider on its own host has that host in all addresses", async () => {
  const server = await startIdentity({ RATE_LIMITS: "off", PASS_BASE: "https://id.qinglan.example/" });
  try {
    const found = jsonOf(await get(server, "/.well-known/openid-configuration"));
    expect(found).toMatchObject({
      issuer: "https://id.qinglan.example",
      token_endpoint: "https://id.qinglan.example/token",
    });
    const { accessToken } = await server.identity.mintAccessToken("13500000003");
    const info = await new TestBrowser().request(`${server.origin}/me`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(jsonOf(info)["mobile"]).toBe("13500000003");
  } finally {
    await server.close();
  }
});

test("tokens of the native app belong to the provider and to the same account each time", async () => {
  const tokens = [
    await bare.identity.mintAccessToken("13500000004"),
    await bare.identity.mintAccessToken("13500000004"),
  ];
  const infos = await Promise.all(
    tokens.map(async ({ accessToken }) => jsonOf(await requestUserInfo(bare, accessToken))),
  );
  expect(infos[0]).toMatchObject({ mobile: "13500000004" });
  expect(infos[1]).toEqual(infos[0]);
});
