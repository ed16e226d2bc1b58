import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import { pageRanges, groupDays } from "./event-days-store.ts";
import { scheduleEventRemoval, removeEvents, removeScheduledEvents } from "./event-removal-store.ts";
import { allEvents, sampleForm, sampleEvent, sendForm } from "../test-client.ts";

const DAY = 86_400_000;
let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.close());

const eventOf = (id: string, daysAgo: number) =>
  sampleEvent({ distinct_id: id, time: app.context.clock.now() - daysAgo * DAY });
/** Events of some people, one a day for five days. */
async function furnish(...people: string[]): Promise<void> {
  const days = [0, 1, 2, 3, 4];
  await sendForm(app, sampleForm.list(people.flatMap((id) => days.map((ago) => eventOf(id, ago)))));
  await allEvents(app);
}
async function left(): Promise<Record<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select distinct_id as id, count(*)::int as n from tracked_event group by 1`.execute(app.context.db);
  return Object.fromEntries(rows.map(({ id, n }) => [id, n]));
}
const noted = async (): Promise<number> =>
  (await sql`select 1 from event_removal`.execute(app.context.db)).rows.length;
const note = (id: string): Promise<string> =>
  app.context.db
    .transaction()
    .execute((db) => scheduleEventRemoval(db, [id], new Date(app.context.clock.now())));

test("T09 small days are looked through together, a large one in ranges of its pages", () => {
  const days = [
    { day: "d", pages: 0 },
    { day: "c", pages: 900 },
    { day: "b", pages: 60 },
    { day: "a", pages: 30 },
  ];
  expect(groupDays(days, 100).map((stretch) => stretch.days)).toEqual([["d"], ["c"], ["b", "a"]]);
  expect(pageRanges(250, 100)).toEqual([
    { from: 0, to: 100 },
    { from: 100, to: 200 },
    { from: 200, to: null },
  ]);
  expect(pageRanges(0, 100)).toEqual([{ from: 0, to: null }]);
});

test("whose events are noted has none left, others have theirs, and the note is gone", async () => {
  await furnish("gone", "also", "stays");
  await note("gone");
  await removeScheduledEvents(app.context, await note("also"), 60_000);
  expect([await left(), await noted()]).toEqual([{ stays: 5 }, 0]);
});

test("a day of many pages is looked through range by range, to its last row", async () => {
  const { db } = app.context;
  await furnish("gone", "stays");
  // Some 20,000 rows: more pages than one statement looks through in an embedded database.
  await sql`insert into tracked_event select day, gen_random_uuid(), project, type, event, event_time, received_time,
      case when n % 1000 = 0 then 'gone' else 'stays' end, null, null, null,
      jsonb_build_object('filling', repeat(md5(n::text), 10))
    from (select * from tracked_event order by day limit 1) one, generate_series(1, 20000) n`.execute(db);
  expect((await left())["gone"]).toBe(25);
  await removeScheduledEvents(app.context, await note("gone"), 60_000);
  expect(await left()).toEqual({ stays: 19_985 });
});

test("what a process left behind that died goes with the next, once its lease is over; until then one works", async () => {
  await furnish("gone", "stays");
  await note("gone");
  const now = app.context.clock.now();
  await sql`update event_removal set held_by = 'another', held_until = ${new Date(now + 60_000)}, days = days[2:]`.execute(
    app.context.db,
  );
  await removeEvents(app.context);
  const second = await note("stays");
  await removeScheduledEvents(app.context, second, 300);
  expect([await left(), await noted()]).toEqual([{ gone: 5, stays: 5 }, 2]);
  app.context.clock.set(now + 60_001);
  await removeEvents(app.context);
  expect(await noted()).toBe(0);
  // The day that had been ticked off for the first, its newest, is not looked through for it again.
  expect(await left()).toEqual({ gone: 1 });
});

test("broken off, it is let go and goes on where it was", async () => {
  await furnish("gone");
  await note("gone");
  await removeEvents(app.context, () => true);
  const { rows } = await sql`select held_by from event_removal`.execute(app.context.db);
  expect(rows.map((row) => row)).toEqual([{ held_by: null }]);
  await removeEvents(app.context);
  expect([await left(), await noted()]).toEqual([{}, 0]);
});
