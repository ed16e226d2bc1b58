import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCaptcha } from "#contract/captcha/captcha.ts";
import { openCheckIn } from "#contract/check-in/check-in.ts";
import { listOwnSignUps } from "#contract/signup/self-service.ts";
import { quickLogin } from "#contract/identity/identity.ts";
import { withdrawLead } from "#contract/lead/lead.ts";
import { testApp, type TestCallOptions, type TestApp } from "../../testing/app.ts";
import { requestLimits } from "./rate-limit-rules.ts";
import { RateLimiter } from "./rate-limiter.ts";

const ADDRESS = "203.0.113.7";
const DAY = 86_400_000;
let one: TestApp;
let other: TestApp;
beforeAll(async () => {
  // The limits themselves, not those of automated tests.
  one = await testApp({ settings: { CAPTCHA_TEST_X: "" } });
  other = await testApp({ settings: { CAPTCHA_TEST_X: "" }, beside: one });
});
beforeEach(async () => {
  // Another minute.
  for (const app of [one, other]) app.context.clock.set(app.context.clock.now() + 2 * 60_000);
  await sql`truncate pace_count`.execute(one.context.db);
});
afterAll(async () => {
  await other.close();
  await one.close();
});

/** Sets a count as it stands after so many. */
const counted = (subject: string, count: number) =>
  sql`insert into pace_count values (${subject}, ${count}, ${new Date(one.context.clock.now() + 60_000)})`.execute(
    one.context.db,
  );
/** A stranger's writing call, which finds nothing. */
const knock = (app: TestApp, options: TestCallOptions = {}) =>
  app.call(openCheckIn, { link: "A".repeat(43) }, { address: ADDRESS, ...options });
/** A device's cookie, as an answer sets it. */
async function device(app: TestApp): Promise<string> {
  const { headers } = await knock(app, { address: "203.0.113.99" });
  return String(headers["set-cookie"]).split(";")[0] ?? "";
}
/** The last status of what is asked until it is too many, or fifty times: fewer than a person's own limit. */
async function statusAfter(answer: () => Promise<{ status: number }>): Promise<number> {
  let status = 0;
  for (let at = 0; at < 50 && status !== 429; at++) {
    ({ status } = await answer());
    await setTimeout(100);
  }
  return status;
}

test("T10 a person who writes faster than thumbs do waits, and reads on", async () => {
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

test("T10 what one process has let through is known to the other within a second", async () => {
  const { token } = await one.login("13600000002");
  const write = (app: TestApp) => app.call(withdrawLead, { id: "1" }, { token });
  for (let at = 0; at < requestLimits.ownWrites; at++) await write(one);
  expect(await statusAfter(() => write(other))).toBe(429);
});

test("T10 whoever came is forgotten when their minute is over, not before, and not before it was told", async () => {
  // A clock of its own: the others' go on together.
  const { db, log } = one.context;
  let now = one.context.clock.now();
  const pace = new RateLimiter({ db, log, clock: { ...one.context.clock, now: () => now } });
  await pace.sync();
  for (const subject of ["pace a", "pace b"]) pace.take(subject, 9);
  await pace.sync();
  now += 59_000;
  pace.take("pace c", 9);
  await pace.sync();
  expect(pace.subjects).toBe(3);
  now += 2_000;
  await pace.sync();
  expect(pace.subjects).toBe(1);
  now += 61_000;
  await pace.sync();
  expect(pace.subjects).toBe(0);
  pace.close();
});

/** A pace of its own, which tells by itself when it is asked to; it has told something before. */
async function ownPace(): Promise<RateLimiter> {
  const pace = new RateLimiter(one.context);
  pace.close();
  pace.take("pace before", 9);
  await pace.sync();
  return pace;
}
const countOf = async (subject: string): Promise<number> =>
  (
    await sql<{ count: number }>`select count from pace_count where subject = ${subject}`.execute(
      one.context.db,
    )
  ).rows[0]?.count ?? 0;

test("O04 what a slow database is told again and again counts once, and counts here all the while", async () => {
  const pace = await ownPace();
  const [isHeld, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = one.context.db.transaction().execute(async (db) => {
    await sql`lock table pace_count in access exclusive mode`.execute(db);
    isHeld.resolve();
    await mayEnd.promise;
  });
  await isHeld.promise;
  for (let at = 0; at < 3; at++) pace.take("pace slow", 4);
  const runs = [pace.sync(), pace.sync()];
  pace.take("pace slow", 4);
  runs.push(pace.sync());
  await setTimeout(50);
  expect(pace.take("pace slow", 4)).toBeGreaterThan(0);
  mayEnd.resolve();
  await Promise.all([holder, ...runs]);
  expect(await countOf("pace slow")).toBe(4);
  expect(pace.take("pace slow", 4)).toBeGreaterThan(0);
  expect(pace.take("pace slow", 5)).toBe(0);
});

test("O04 what could not be told is told the next time", async () => {
  const pace = await ownPace();
  for (let at = 0; at < 3; at++) pace.take("pace away", 9);
  await sql`alter table pace_count rename to pace_count_away`.execute(one.context.db);
  await expect(pace.sync()).rejects.toThrow("pace_count");
  await sql`alter table pace_count_away rename to pace_count`.execute(one.context.db);
  pace.take("pace away", 9);
  await pace.sync();
  expect(await countOf("pace away")).toBe(4);
});

test("O04 a crowded address keeps strangers back; known devices and people with a mobile on it go on", async () => {
  const cookie = await device(one);
  for (const app of [one, other]) app.context.clock.set(app.context.clock.now() + DAY);
  await counted(`address ${ADDRESS} Writes`, requestLimits.addressWrites);
  expect(await statusAfter(() => knock(one))).toBe(429);
  expect((await knock(one, { headers: { cookie } })).status).toBe(404);
  const { token } = await one.login("13600000003");
  expect((await one.call(withdrawLead, { id: "1" }, { token, address: ADDRESS })).status).toBe(200);
  // Another address is another crowd, and this one's visitors read on.
  expect((await knock(one, { address: "203.0.113.8" })).status).toBe(404);
  expect(
    (await one.call(createCaptcha, { action: "signup", activityId: "1" }, { address: ADDRESS })).status,
  ).toBe(429);
});

test("F22 a number that strangers keep naming is left alone by them, and not by its own devices", async () => {
  const cookie = await device(one);
  for (const app of [one, other]) app.context.clock.set(app.context.clock.now() + DAY);
  const tryCode = (options: TestCallOptions = {}) =>
    one.call(quickLogin, { mobile: "13600000004", smsCode: "000000" }, { address: ADDRESS, ...options });
  for (let at = 0; at < requestLimits.mobile; at++)
    expect((await tryCode({ address: `203.0.113.${20 + at}` })).status).toBe(200);
  expect((await tryCode()).status).toBe(429);
  expect((await tryCode({ headers: { cookie } })).status).toBe(200);
});
