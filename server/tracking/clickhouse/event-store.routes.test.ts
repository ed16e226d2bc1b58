import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { erasePersonalData, exportPersonalData } from "#contract/privacy/privacy.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { linkBrowser } from "../../testing/link-browser.ts";
import { createEventStore } from "../storage/create-event-store.ts";
import { removeEvents } from "../storage/event-removal.ts";
import { createPartitions } from "../storage/partition-store.ts";
import {
  allEvents,
  metricValue,
  sampleEvent,
  sampleForm,
  sendForm,
  visitorEvents,
  type SampleEvent,
} from "../test-client.ts";
import { toEventRow } from "../rules.ts";
import { TestClickhouse } from "./test-clickhouse.ts";

const DAY = 86_400_000;
let clickhouse: TestClickhouse;
let app: TestApp;
beforeEach(async () => {
  clickhouse = new TestClickhouse();
  app = await testApp({ settings: { EVENTS_CLICKHOUSE_URL: await clickhouse.listen() } });
});
afterEach(async () => {
  await app.close();
  await clickhouse.close();
});

const send = async (to: TestApp, events: readonly SampleEvent[]): Promise<void> => {
  expect(await sendForm(to, sampleForm.list(events))).toBe(200);
  await allEvents(to);
};
const countOf = async (table: string): Promise<number> =>
  (await sql`select 1 from ${sql.table(table)}`.execute(app.context.db)).rows.length;

test("HA19 events are stored in ClickHouse once, also when its answer is lost or it is away for a while", async () => {
  const events = [sampleEvent(), sampleEvent({ event: "$WebClick" }), sampleEvent({ login_id: "o9" })];
  clickhouse.faults = ["lost", "away", { status: 500, text: "Code: 252. (TOO_MANY_PARTS)", code: 252 }];
  await send(app, events);
  await send(app, events);
  const stored = await allEvents(app);
  expect(stored.map(({ distinct_id }) => distinct_id).toSorted()).toEqual(
    events.map((event) => String(event["distinct_id"])).toSorted(),
  );
  expect(stored.find(({ login_id }) => login_id === "o9")).toMatchObject({
    project: "dianshang",
    time: events[2]?.["time"],
    properties: { platform_type: "pc" },
  });
  const [first, ...more] = clickhouse.inserts.map(({ parameters }) =>
    parameters.get("insert_deduplication_token"),
  );
  expect([first, ...more.slice(0, 3)]).toEqual(Array(4).fill(first));
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(await app.context.metrics.metrics()).toContain("tracking_store_failures_total 3");
  expect(await metricValue(app, "stored")).toBe(6);
  // Only the digest is in PostgreSQL: not the click, which no figure counts.
  expect(await countOf("tracked_event")).toBe(2);
});

test("HA19 an export has a person's events of ClickHouse and those of the time before, and none of others", async () => {
  const { token, openId } = await app.login(null);
  const browser = await linkBrowser(app, token);
  // Stored in PostgreSQL before the setting was set.
  const old = toEventRow(sampleEvent({ distinct_id: browser, event: "old" }), {
    project: "App",
    now: Date.now(),
    isForwarded: false,
  });
  await createPartitions(app.context.db, 180).ensure([old?.day ?? ""]);
  const inPostgres = createEventStore({ ...app.context, config: { eventsClickhouse: null } });
  expect(await inPostgres.insert(JSON.stringify([old]), null, new Date())).toBe(1);
  const hostile = "') OR 1=1 --";
  await send(app, [
    sampleEvent({ distinct_id: browser }),
    sampleEvent({ distinct_id: openId, login_id: openId, event: "activity_viewed" }),
    sampleEvent({ distinct_id: hostile }),
    sampleEvent(),
  ]);
  clickhouse.faults = ["away"];
  expect((await app.call(exportPersonalData, {}, { token })).status).toBe(502);
  const { sections } = (await app.call(exportPersonalData, {}, { token })).data;
  const rows = sections.find(({ name }) => name === "tracked_event")?.rows ?? [];
  expect(rows.map(({ event, distinct_id }) => `${String(event)} ${String(distinct_id)}`).toSorted()).toEqual(
    [`$pageview ${browser}`, `activity_viewed ${openId}`, `old ${browser}`].toSorted(),
  );
  expect(rows.every((row) => !("event_key" in row))).toBe(true);
  const store = createEventStore(app.context);
  const found = await store.ofPerson([hostile], { maxRows: 5, timeout: 5_000 });
  expect(found.rows.map(({ distinct_id }) => distinct_id)).toEqual([hostile]);
});

test("HA19 an erasure deletes a person's events in ClickHouse and in the digest, and later ones are not stored", async () => {
  const { token, openId } = await app.login(null);
  await send(app, [
    sampleEvent({ distinct_id: openId, login_id: openId }),
    sampleEvent({ distinct_id: "stays" }),
  ]);
  expect((await app.call(erasePersonalData, { sure: true }, { token })).code).toBe("00");
  await send(app, [
    sampleEvent({ distinct_id: openId, login_id: openId }),
    sampleEvent({ distinct_id: openId }),
  ]);
  expect((await allEvents(app)).map(({ distinct_id }) => distinct_id)).toEqual(["stays"]);
  expect(await countOf("tracked_event")).toBe(1);
});

test("HA19 what arrives during an erasure is deleted minutes later, and what ClickHouse could not delete is repeated", async () => {
  const { token, openId } = await app.login(null);
  const { clock } = app.context;
  clickhouse.faults = ["away"];
  expect((await app.call(erasePersonalData, { sure: true }, { token })).code).toBe("00");
  expect(await countOf("event_removal")).toBe(1);
  await removeEvents(app.context);
  expect(await countOf("event_removal")).toBe(1);
  // An insert that had begun before the erasure.
  const late = toEventRow(sampleEvent({ distinct_id: openId }), {
    project: "App",
    now: Date.now(),
    isForwarded: false,
  });
  await sql`delete from erased_identity`.execute(app.context.db);
  await createPartitions(app.context.db, 180).ensure([late?.day ?? ""]);
  await createEventStore(app.context).insert(JSON.stringify([late]), null, new Date());
  expect(await visitorEvents(app, openId)).toHaveLength(1);
  clock.set(clock.now() + 600_001);
  await removeEvents(app.context);
  expect(await visitorEvents(app, openId)).toEqual([]);
  expect(await countOf("event_removal")).toBe(0);
});

test("HA19 visits of a guest and errors in browsers are read from ClickHouse", async () => {
  const now = Date.now();
  const visit = (time: number, over: SampleEvent = {}, activity = "11") =>
    sampleEvent({
      event: "activity_viewed",
      distinct_id: "a1",
      time,
      ...over,
      properties: { activity_id: activity },
    });
  const error = (id: string, message: string) =>
    sampleEvent({
      event: "page_error",
      distinct_id: id,
      properties: {
        release: "r1",
        message,
        stack: "a.js:1:2",
        kind: "error",
        route: "/list",
        platform_type: "pc",
      },
    });
  await send(app, [
    visit(now - 2_000),
    visit(now - 1_000, { distinct_id: "o1", login_id: "o1" }),
    visit(now - 1_000, {}, "12"),
    visit(now - 1_000, { distinct_id: "other" }),
    visit(now - 1_000, { distinct_id: "a1", login_id: "other" }),
    visit(now + 60_000),
    error("a1", 'says "no"'),
    error("a2", 'says "no"'),
    error("a2", "rare"),
  ]);
  const store = createEventStore(app.context);
  const query = {
    ids: ["a1", "o1"],
    activityId: "11",
    fromDay: toShanghaiDate(now - DAY),
    toDay: toShanghaiDate(now),
    until: new Date(now),
  };
  expect(await store.countVisits(query)).toEqual({ count: 2, first_time: new Date(now - 2_000) });
  expect(await store.countVisits({ ...query, ids: ["nobody"] })).toEqual({ count: 0, first_time: null });
  expect(await store.listPageErrors(7, "r1", now)).toMatchObject([
    { message: 'says "…"', visitors: 2, occurrences: 2, kinds: ["error"], hosts: ["pc"], routes: ["/list"] },
    { message: "rare", visitors: 1, occurrences: 1 },
  ]);
  expect(await store.listPageErrors(7, "r2", now)).toEqual([]);
});

test("HA19 days older than the retention are dropped in ClickHouse, unless the clock is wrong", async () => {
  const now = Date.now();
  const store = createEventStore(app.context);
  const ago = (days: number) =>
    toEventRow(sampleEvent({ time: now - days * DAY }), {
      project: "App",
      now: now - days * DAY,
      isForwarded: false,
    });
  const rows = Array.from({ length: 12 }, (_, days) => ago(days));
  await createPartitions(app.context.db, 180).ensure(rows.map((row) => row?.day ?? ""));
  await store.insert(JSON.stringify(rows), null, new Date());
  const [oldest, next] = [toShanghaiDate(now - 11 * DAY), toShanghaiDate(now - 10 * DAY)];
  expect(await store.dropOldDays(now, 9)).toEqual([oldest, next]);
  expect(await store.last(20)).toHaveLength(10);
  expect(await store.dropOldDays(now + 400 * DAY, 9)).toEqual([]);
});
