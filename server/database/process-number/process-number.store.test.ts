import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import { SettingError } from "../../config.ts";
import { newId, PROCESS_NUMBERS } from "../../core/ids.ts";
import { openTestDatabase } from "../../testing/database/test-database.ts";
import { leaseProcessNumber } from "./process-number.ts";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => sql`delete from process_number`.execute(database.db));

const processOf = (id: string): number => Number((BigInt(id) >> 10n) & BigInt(PROCESS_NUMBERS - 1));
const leaseMany = (count: number) =>
  Promise.all(Array.from({ length: count }, () => leaseProcessNumber(database.db)));
/** Lets the leases of the database end, as if their processes had not renewed them for a minute. */
const endLeases = () =>
  sql`update process_number set leased_until = now() - interval '1 second'`.execute(database.db);

test("64 processes that start at once get 64 numbers", async () => {
  const all = await leaseMany(64);
  expect(new Set(all.map(({ number }) => number)).size).toBe(64);
  for (const one of all) await one.release();
});

test("ids contain the newest number of this process", async () => {
  const first = await leaseProcessNumber(database.db);
  expect(processOf(newId())).toBe(first.number);
  const second = await leaseProcessNumber(database.db);
  expect(processOf(newId())).toBe(second.number);
  await second.release();
  expect(processOf(newId())).toBe(first.number);
  await first.release();
});

test("the last free numbers are given once each, and then a start is refused", async () => {
  await sql`insert into process_number select number, gen_random_uuid(), now() + interval '1 minute'
    from generate_series(0, ${PROCESS_NUMBERS - 7}::int) number`.execute(database.db);
  const all = await leaseMany(6);
  const numbers = all.map(({ number }) => number).toSorted((one, other) => one - other);
  expect(numbers).toEqual([4090, 4091, 4092, 4093, 4094, 4095]);
  await expect(leaseProcessNumber(database.db)).rejects.toThrow(SettingError);
  for (const one of all) await one.release();
});

test("a process that could not renew creates no ids, and gets another number if its own was taken", async () => {
  const first = await leaseProcessNumber(database.db);
  const before = first.number;
  expect(first.isHeld(Date.now() + 29_000)).toBe(true);
  expect(first.isHeld(Date.now() + 31_000)).toBe(false);
  await endLeases();
  // The only number whose lease is over is the first one's.
  await sql`insert into process_number select number, gen_random_uuid(), now() + interval '1 minute'
    from generate_series(0, ${PROCESS_NUMBERS - 1}::int) number on conflict do nothing`.execute(database.db);
  const second = await leaseProcessNumber(database.db);
  expect(second.number).toBe(before);
  await sql`delete from process_number where number <> ${before}`.execute(database.db);
  await first.renew();
  expect(first.number).not.toBe(before);
  await first.release();
  await second.release();
});

test("a renewed lease keeps its number; a released one stays unused until its last ids are old", async () => {
  const leased = await leaseProcessNumber(database.db);
  const { number } = leased;
  await endLeases();
  await leased.renew();
  expect(leased.number).toBe(number);
  await leased.release();
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from leased_until - now())::float8 as left from process_number where number = ${number}`.execute(
    database.db,
  );
  expect(rows[0]?.left).toBeGreaterThan(25);
  expect(rows[0]?.left).toBeLessThanOrEqual(30);
});

test("ids are refused while the process number is not held", async () => {
  const leased = await leaseProcessNumber(database.db);
  const now = Date.now;
  Date.now = () => now() + 31_000;
  try {
    expect(() => newId()).toThrow(new Refusal("unreachable"));
  } finally {
    Date.now = now;
    await leased.release();
  }
  expect(newId()).toMatch(/^\d{19}$/);
});
