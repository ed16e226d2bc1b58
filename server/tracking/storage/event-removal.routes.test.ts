import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import { removeEvents, removeScheduledEvents } from "./event-removal.ts";
import { scheduleEventRemoval } from "./event-removal-store.ts";
import { allEvents, sampleForm, sampleEvent, sendForm } from "../test-client.ts";

const DAY = 86_400_000;
let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.close());

const eventOf = (id: string, daysAgo: number) =>
  sampleEvent({ distinct_id: id, time: app.context.clock.now() - daysAgo * DAY });
/** Stores events of some people, one a day for five days. */
async function addEvents(...people: string[]): Promise<void> {
  const days = [0, 1, 2, 3, 4];
  await sendForm(app, sampleForm.list(people.flatMap((id) => days.map((ago) => eventOf(id, ago)))));
  await allEvents(app);
}
async function remainingEvents(): Promise<Record<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select distinct_id as id, count(*)::int as n from tracked_event group by 1`.execute(app.context.db);
  return Object.fromEntries(rows.map(({ id, n }) => [id, n]));
}
const pendingRemovals = async (): Promise<number> =>
  (await sql`select 1 from event_removal`.execute(app.context.db)).rows.length;
const schedule = (id: string): Promise<string> =>
  app.context.db
    .transaction()
    .execute((db) => scheduleEventRemoval(db, [id], new Date(app.context.clock.now())));

test("a scheduled removal deletes all events of its person, not those of others, and then itself", async () => {
  await addEvents("gone", "also", "stays");
  await schedule("gone");
  await removeScheduledEvents(app.context, await schedule("also"), 60_000);
  expect([await remainingEvents(), await pendingRemovals()]).toEqual([{ stays: 5 }, 0]);
});

test("a day with many pages is scanned in ranges up to its last row", async () => {
  const { db } = app.context;
  await addEvents("gone", "stays");
  // Some 20,000 rows have more pages than one statement scans in the embedded database.
  await sql`insert into tracked_event select day, gen_random_uuid(), project, type, event, event_time, received_time,
      case when n % 1000 = 0 then 'gone' else 'stays' end, null, null, null,
      jsonb_build_object('filling', repeat(md5(n::text), 10))
    from (select * from tracked_event order by day limit 1) one, generate_series(1, 20000) n`.execute(db);
  expect((await remainingEvents())["gone"]).toBe(25);
  await removeScheduledEvents(app.context, await schedule("gone"), 60_000);
  expect(await remainingEvents()).toEqual({ stays: 19_985 });
});

test("another process continues the removals of one that has ended, but only after its lease", async () => {
  await addEvents("gone", "stays");
  await schedule("gone");
  const now = app.context.clock.now();
  await sql`update event_removal set held_by = 'another', held_until = ${new Date(now + 60_000)}, days = days[2:]`.execute(
    app.context.db,
  );
  await removeEvents(app.context);
  const second = await schedule("stays");
  await removeScheduledEvents(app.context, second, 300);
  expect([await remainingEvents(), await pendingRemovals()]).toEqual([{ gone: 5, stays: 5 }, 2]);
  app.context.clock.set(now + 60_001);
  await removeEvents(app.context);
  expect(await pendingRemovals()).toBe(0);
  // The newest day was marked as done for the first removal, so it is not scanned again for it.
  expect(await remainingEvents()).toEqual({ gone: 1 });
});

test("a stopped removal is released and continued later", async () => {
  await addEvents("gone");
  await schedule("gone");
  await removeEvents(app.context, () => true);
  const { rows } = await sql`select held_by from event_removal`.execute(app.context.db);
  expect(rows.map((row) => row)).toEqual([{ held_by: null }]);
  await removeEvents(app.context);
  expect([await remainingEvents(), await pendingRemovals()]).toEqual([{}, 0]);
});
