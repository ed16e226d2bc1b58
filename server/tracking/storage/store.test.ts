import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { connectDatabase, type Database } from "../../database/connection/database.ts";
import { testDatabase, type TestDatabaseSource } from "../../testing/database/test-database.ts";
import { eventOutboxStore } from "../forward/outbox-store.ts";
import { createPartitions } from "./partition-store.ts";
import { toEventRow } from "../rules.ts";
import { trackingStore } from "./store.ts";
import { sampleEvent } from "../test-client.ts";

const NOW = Date.parse("2026-11-21T12:00:00+08:00");
const DAY = 86_400_000;
let source: TestDatabaseSource;
/** Databases of two processes; the embedded database belongs to one process, so there both are the same. */
let one: Database;
let other: Database;
let isShared = false;
beforeAll(async () => {
  source = await testDatabase();
  const first = await connectDatabase(source.source);
  one = first.db;
  isShared = first.kind === "postgres";
  other = isShared ? (await connectDatabase(source.source)).db : one;
});
afterEach(async () => {
  for (const day of await days()) await sql`drop table ${sql.id(`tracked_event_${day}`)}`.execute(one);
  await sql`delete from tracking_outbox`.execute(one);
  await sql`delete from tracked_identity`.execute(one);
});
afterAll(async () => {
  await one.destroy();
  if (other !== one) await other.destroy();
  await source.remove();
});

async function days(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'tracked_event'::regclass`.execute(
    one,
  );
  return rows.map(({ name }) => name.replace("tracked_event_", "")).sort();
}
const rowAt = (time: number, over = {}) =>
  toEventRow(sampleEvent({ time, ...over }), { project: "App", now: time, isForwarded: true });
/** Lists `count` days up to `last`, each YYYY-MM-DD. */
const daysUntil = (last: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => toShanghaiDate(last - (count - 1 - at) * DAY));
const insert = (db: Database, rows: readonly unknown[], outboxId: string | null = null) =>
  trackingStore(db).insert(JSON.stringify(rows), outboxId, new Date(NOW));

test("partitions are created in advance and dropped after the retention", async () => {
  const partitions = createPartitions(one, 30);
  await partitions.ensure(daysUntil(NOW, 32));
  await insert(one, [rowAt(NOW - 31 * DAY), rowAt(NOW - 30 * DAY), rowAt(NOW)]);
  expect(await partitions.maintain(NOW)).toEqual(["2026-10-21"]);
  const kept = await days();
  expect([kept[0], ...kept.slice(-4)]).toEqual(["20261022", "20261121", "20261122", "20261123", "20261124"]);
  expect((await trackingStore(one).last(10)).map(({ time }) => time)).toEqual([NOW, NOW - 30 * DAY]);
  expect(await partitions.maintain(NOW)).toEqual([]);
});

test("a clock that is wrong by half a year drops neither events nor identities, however often it runs", async () => {
  const partitions = createPartitions(one, 30);
  await partitions.ensure(daysUntil(NOW, 31));
  await insert(one, [rowAt(NOW - 30 * DAY), rowAt(NOW)]);
  await sql`insert into tracked_identity values ('App', 'anonymous', 'login', ${new Date(NOW - 10 * DAY)})`.execute(
    one,
  );
  const wrong = NOW + 183 * DAY;
  for (let run = 0; run < 5; run++) {
    await partitions.maintain(wrong);
    // Events with the wrong time must not make other days droppable.
    await insert(one, [rowAt(wrong + run)]);
  }
  expect((await trackingStore(one).last(10)).map(({ time }) => time)).toContain(NOW);
  expect((await days()).filter((day) => day <= "20261121").length).toBeGreaterThanOrEqual(30);
  const { rows } = await sql`select login_id from tracked_identity`.execute(one);
  expect(rows).toEqual([{ login_id: "login" }]);
  // With the correct time nothing is lost; the partitions created by mistake are in the future and age
  // normally.
  expect(await partitions.maintain(NOW)).toEqual([]);
});

test("an event is stored in the partition of its day in Shanghai", async () => {
  const justBefore = Date.parse("2026-11-20T23:59:59.999+08:00");
  await createPartitions(one, 30).ensure(["2026-11-20", "2026-11-21"]);
  await insert(one, [rowAt(justBefore), rowAt(justBefore + 1)]);
  const { rows } = await sql<{
    day: string;
  }>`select tableoid::regclass::text as day from tracked_event order by event_time`.execute(one);
  expect(rows.map(({ day }) => day)).toEqual(["tracked_event_20261120", "tracked_event_20261121"]);
});

test("X15 events that two processes insert in parallel are stored once, in any order", async () => {
  await createPartitions(one, 30).ensure([toShanghaiDate(NOW)]);
  for (let round = 0; round < 10; round++) {
    const rows = Array.from({ length: 60 }, (_, at) =>
      rowAt(NOW, { _track_id: round * 100 + at, time: NOW }),
    );
    const counts = await Promise.all([
      insert(one, rows, randomUUID()),
      insert(other, rows.toReversed(), randomUUID()),
      insert(one, [...rows.slice(30), ...rows.slice(0, 30), ...rows], randomUUID()),
    ]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60);
  }
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from tracked_event`.execute(
    one,
  );
  expect(rows[0]?.count).toBe(600);
  // Each event is queued for forwarding once too.
  const queued = await sql<{ events: string }>`select events from tracking_outbox`.execute(one);
  expect(queued.rows.flatMap(({ events }) => JSON.parse(events) as unknown[])).toHaveLength(600);
});

test("two processes create a partition once in parallel; without the lock one of them fails", async () => {
  const createInBoth = async (day: string, isLocked: boolean) => {
    let arrived = 0;
    // Without the lock, waits until both have listed the partitions before either creates one.
    const beforeCreate = async () => {
      arrived++;
      while (!isLocked && arrived < 2) await setTimeout(5);
    };
    const runs = [one, other].map((db) => createPartitions(db, 30, { isLocked, beforeCreate }).ensure([day]));
    return (await Promise.allSettled(runs)).map(({ status }) => status).sort();
  };
  expect(await createInBoth("2026-01-01", true)).toEqual(["fulfilled", "fulfilled"]);
  expect(await days()).toEqual(["20260101"]);
  // The embedded database runs one transaction at a time, so the lock makes no difference there.
  const expected = ["fulfilled", "rejected"];
  expect(isShared ? await createInBoth("2026-01-02", false) : expected).toEqual(expected);
});

test("only one of several processes takes a batch, and another one after the lease", async () => {
  await createPartitions(one, 30).ensure([toShanghaiDate(NOW)]);
  await insert(one, [rowAt(NOW)], "1");
  const [now, lease, later] = [NOW, NOW + 60_000, NOW + 60_001].map((time) => new Date(time)) as [
    Date,
    Date,
    Date,
  ];
  const takes = await Promise.all(
    Array.from({ length: 6 }, (_, at) => eventOutboxStore(at % 2 ? one : other).take(now, lease)),
  );
  expect(takes.filter((batch) => batch !== null)).toHaveLength(1);
  expect(await eventOutboxStore(other).take(now, lease)).toBeNull();
  expect(await eventOutboxStore(other).take(later, later)).toMatchObject({
    outbox_id: "1-App",
    project: "App",
    tries: 2,
  });
});
