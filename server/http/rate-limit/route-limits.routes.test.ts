import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listOwnSignUps } from "#contract/signup/self-service.ts";
import { contractCalls } from "../../testing/contract-calls.ts";
import { nonContractRoutes } from "../../testing/fuzz/non-contract-routes.ts";
import { TEST_URL_PREFIXES } from "../../testing/request.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { RateLimiter } from "./rate-limiter.ts";
import { workQuotas } from "./work-quota-rules.ts";

const remoteAddress = "203.0.113.60";
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
/** Subjects that were counted. */
const counted: string[] = [];
const { take } = RateLimiter.prototype;
beforeAll(() => {
  RateLimiter.prototype.take = function record(this: RateLimiter, ...args) {
    counted.push(args[0]);
    return take.apply(this, args);
  };
});
afterAll(() => {
  RateLimiter.prototype.take = take;
});

type Route = { readonly method: string; readonly url: string };
/** Requests a route. @returns the subjects that were counted */
async function subjectsOf({ method, url }: Route): Promise<string[]> {
  counted.length = 0;
  const payload = method === "GET" || method === "DELETE" ? {} : { payload: {} };
  await app.app.inject({ method: method as "GET", url, remoteAddress, ...payload });
  return [...counted];
}
const withValues = (path: string): string => path.replaceAll(/:\w+/g, "1");

test("T10 every call of the contract is counted, whatever its arguments", async () => {
  const uncounted = [];
  for (const { name, method, base, paths } of await contractCalls())
    for (const path of paths) {
      const subjects = await subjectsOf({ method, url: withValues(TEST_URL_PREFIXES[base] + path) });
      if (subjects.length === 0) uncounted.push(name);
    }
  expect(uncounted).toEqual([]);
});

test("T10 every other route is counted by network, those that read the database more strictly", async () => {
  const routes = [
    ...nonContractRoutes.filter(({ isPage }) => !isPage).map(({ method, path }) => ({ method, url: path })),
    ...["/healthz", "/readyz", "/metrics", "/", "/favicon.ico", "/robots.txt", "/unknown/page"].map(
      (url) => ({
        method: "GET",
        url,
      }),
    ),
    { method: "PUT", url: "/pass/token" },
  ];
  const uncounted = [];
  for (const { method, url } of routes) {
    const subjects = await subjectsOf({ method, url: withValues(url) });
    const isCounted = subjects.some((subject) => /^(route|lookup|notice) 203\.0\.113\.60$/.test(subject));
    if (!isCounted) uncounted.push(`${method} ${url}`);
  }
  expect(uncounted).toEqual([]);
  for (const url of [
    "/pass/me",
    "/pass/token",
    "/pass/session/end",
    "/poster/1",
    "/mall-api/community/article/stream",
  ])
    expect([url, await subjectsOf({ method: "GET", url })]).toEqual([
      url,
      expect.arrayContaining([`lookup ${remoteAddress}`]),
    ]);
});

test("T10 a network over its limit of such requests is refused, others are not", async () => {
  for (let at = 0; at < workQuotas.lookup * 20; at += 1_000)
    app.context.workQuota.take("lookup", remoteAddress, () => 1_000);
  const statusOf = async (address: string) =>
    (await app.app.inject({ url: "/pass/me", remoteAddress: address })).statusCode;
  expect(await statusOf(remoteAddress)).toBe(429);
  expect(await statusOf("203.0.113.61")).toBe(401);
});

test("T10 an expired session's token is counted like a visitor's call", async () => {
  const { token } = await app.login("13600000061");
  await sql`update user_session set expires_time = now() - interval '1 hour'`.execute(app.context.db);
  counted.length = 0;
  const { status } = await app.call(listOwnSignUps, {}, { token, address: remoteAddress });
  expect([status, counted]).toEqual([611, [`address ${remoteAddress} Reads`]]);
});
