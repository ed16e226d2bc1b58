import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCaptcha } from "#contract/captcha/captcha.ts";
import { openCheckIn } from "#contract/check-in/check-in.ts";
import { listOwnSignUps } from "#contract/signup/self-service.ts";
import { quickLogin } from "#contract/identity/identity.ts";
import { withdrawLead } from "#contract/lead/lead.ts";
import { testApp, type TestCallOptions, type TestApp } from "../../testing/app.ts";
import { deviceCookie } from "../security/test-device.ts";
import { requestLimits } from "./rate-limit-rules.ts";
import { RateLimiter } from "./rate-limiter.ts";

const ADDRESS = "203.0.113.7";
const HOUR = 3_600_000;
let one: TestApp;
let other: TestApp;
beforeAll(async () => {
  // A captcha that is not fixed keeps the real limits.
  one = await testApp({ settings: { CAPTCHA_TEST_X: "" } });
  other = await testApp({ settings: { CAPTCHA_TEST_X: "" }, beside: one });
});
beforeEach(async () => {
  // Starts another window.
  for (const app of [one, other]) app.context.clock.set(app.context.clock.now() + 2 * 60_000);
  await sql`truncate pace_count`.execute(one.context.db);
});
afterAll(async () => {
  await other.close();
  await one.close();
});

/** Sets the shared count of a subject. */
const setCount = (subject: string, count: number) =>
  sql`insert into pace_count values (${subject}, ${count}, ${new Date(one.context.clock.now() + 60_000)})`.execute(
    one.context.db,
  );
/** A writing call of an untrusted caller, which ends with 404. */
const callAsStranger = (app: TestApp, options: TestCallOptions = {}) =>
  app.call(openCheckIn, { link: "A".repeat(43) }, { address: ADDRESS, ...options });
/** The cookie of a device that is 30 hours old; with a proof, of a known one. */
const oldDevice = (by: "login" | "slider" | null): Promise<string> => {
  const time = one.context.clock.now();
  return deviceCookie(one.context, time - 30 * HOUR, by && { by, time: time - 29 * HOUR });
};
/** Repeats a call until it is refused, 50 times at most, which is below a user's own limit. @returns the last status */
async function repeatUntilLimited(call: () => Promise<{ status: number }>): Promise<number> {
  let status = 0;
  for (let attempt = 0; attempt < 50 && status !== 429; attempt++) {
    ({ status } = await call());
    await setTimeout(100);
  }
  return status;
}

test("T10 a user over the limit of writes gets 429 for the rest of the minute, and can still read", async () => {
  const { token } = await one.login("13600000001");
  const write = () => one.call(withdrawLead, { id: "1" }, { token });
  for (let at = 0; at < requestLimits.ownWrites; at++) expect((await write()).status).toBe(200);
  const { status, code, headers } = await write();
  expect([status, code]).toEqual([429, "429"]);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect((await one.call(listOwnSignUps, {}, { token })).status).toBe(200);
  one.context.clock.set(one.context.clock.now() + 60_001);
  expect((await write()).status).toBe(200);
});

test("T10 the counts of one process reach the other within a second", async () => {
  const { token } = await one.login("13600000002");
  const write = (app: TestApp) => app.call(withdrawLead, { id: "1" }, { token });
  for (let at = 0; at < requestLimits.ownWrites; at++) await write(one);
  expect(await repeatUntilLimited(() => write(other))).toBe(429);
});

test("T10 a subject is removed from memory after its minute, once its counts are shared", async () => {
  // Has a clock of its own, so that the clocks of the two apps stay the same.
  const { db, log } = one.context;
  let now = one.context.clock.now();
  const limiter = new RateLimiter({ db, log, clock: { ...one.context.clock, now: () => now } });
  await limiter.sync();
  for (const subject of ["test a", "test b"]) limiter.take(subject, 9);
  await limiter.sync();
  now += 59_000;
  limiter.take("test c", 9);
  await limiter.sync();
  expect(limiter.subjects).toBe(3);
  now += 2_000;
  await limiter.sync();
  expect(limiter.subjects).toBe(1);
  now += 61_000;
  await limiter.sync();
  expect(limiter.subjects).toBe(0);
  limiter.close();
});

/** A limiter that synchronises only when the test calls `sync`, and has done so once. */
async function createManualLimiter(): Promise<RateLimiter> {
  const limiter = new RateLimiter(one.context);
  limiter.close();
  limiter.take("test before", 9);
  await limiter.sync();
  return limiter;
}
const sharedCountOf = async (subject: string): Promise<number> =>
  (
    await sql<{ count: number }>`select count from pace_count where subject = ${subject}`.execute(
      one.context.db,
    )
  ).rows[0]?.count ?? 0;

test("O04 with a slow database overlapping synchronisations share each count once, and the limit holds meanwhile", async () => {
  const limiter = await createManualLimiter();
  const [isLocked, mayUnlock] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lock = one.context.db.transaction().execute(async (db) => {
    await sql`lock table pace_count in access exclusive mode`.execute(db);
    isLocked.resolve();
    await mayUnlock.promise;
  });
  await isLocked.promise;
  for (let count = 0; count < 3; count++) limiter.take("test slow", 4);
  const runs = [limiter.sync(), limiter.sync()];
  limiter.take("test slow", 4);
  runs.push(limiter.sync());
  // A fixed time for the statements to reach the lock.
  await setTimeout(50);
  expect(limiter.take("test slow", 4)).toBeGreaterThan(0);
  mayUnlock.resolve();
  await Promise.all([lock, ...runs]);
  expect(await sharedCountOf("test slow")).toBe(4);
  expect(limiter.take("test slow", 4)).toBeGreaterThan(0);
  expect(limiter.take("test slow", 5)).toBe(0);
});

test("O04 counts that could not be shared are shared the next time", async () => {
  const limiter = await createManualLimiter();
  for (let count = 0; count < 3; count++) limiter.take("test failed", 9);
  await sql`alter table pace_count rename to pace_count_away`.execute(one.context.db);
  await expect(limiter.sync()).rejects.toThrow("pace_count");
  await sql`alter table pace_count_away rename to pace_count`.execute(one.context.db);
  limiter.take("test failed", 9);
  await limiter.sync();
  expect(await sharedCountOf("test failed")).toBe(4);
});

test("O04 on an address over its limit untrusted callers get 429; known devices and users with a mobile do not", async () => {
  const cookie = await oldDevice("slider");
  await setCount(`address ${ADDRESS} Writes`, requestLimits.addressWrites);
  expect(await repeatUntilLimited(() => callAsStranger(one))).toBe(429);
  expect((await callAsStranger(one, { headers: { cookie } })).status).toBe(404);
  const { token } = await one.login("13600000003");
  expect((await one.call(withdrawLead, { id: "1" }, { token, address: ADDRESS })).status).toBe(200);
  // Other addresses are counted on their own; a call with a captcha counts as a write.
  expect((await callAsStranger(one, { address: "203.0.113.8" })).status).toBe(404);
  expect(
    (await one.call(createCaptcha, { action: "signup", activityId: "1" }, { address: ADDRESS })).status,
  ).toBe(429);
});

test("F22 an address that names one mobile too often is refused, unless somebody logged in on the device; others are not", async () => {
  const cookie = await oldDevice("login");
  const solved = await oldDevice("slider");
  const tryCode = (options: TestCallOptions = {}) =>
    one.call(quickLogin, { mobile: "13600000004", smsCode: "000000" }, { address: ADDRESS, ...options });
  for (let attempt = 0; attempt < requestLimits.mobile; attempt++) expect((await tryCode()).status).toBe(200);
  expect((await tryCode()).status).toBe(429);
  expect((await tryCode({ address: "203.0.113.20" })).status).toBe(200);
  expect((await tryCode({ headers: { cookie: solved } })).status).toBe(429);
  expect((await tryCode({ headers: { cookie } })).status).toBe(200);
});

test("T10 sixty devices minted at once and kept for a day lift no limit", async () => {
  const cookies: string[] = [];
  while (cookies.length < 60) cookies.push(await oldDevice(null));
  const statuses = [];
  for (let round = 0; round < 13; round++)
    statuses.push(
      ...(await Promise.all(
        Array.from(
          { length: 100 },
          async (_none, at) =>
            (await callAsStranger(one, { headers: { cookie: cookies[at % 60] ?? "" } })).status,
        ),
      )),
    );
  expect(statuses.filter((status) => status === 404)).toHaveLength(requestLimits.addressWrites);
});

test("T10 all known devices of an address together have a limit, which counts neither strangers nor users", async () => {
  await setCount(`known ${ADDRESS} Writes`, requestLimits.knownWrites);
  const headers = { cookie: await oldDevice("login") };
  expect(await repeatUntilLimited(() => callAsStranger(one, { headers }))).toBe(429);
  expect((await callAsStranger(one)).status).toBe(404);
  expect((await callAsStranger(one, { headers, address: "203.0.113.9" })).status).toBe(404);
});
