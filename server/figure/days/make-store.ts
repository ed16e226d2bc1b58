import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import type { MadePart } from "../definition/days-store.ts";
import { madeFigures, rowSources } from "../definition/figures.ts";
import { openEventRows, openFactRows, openSeenRows } from "../definition/people-store.ts";
import { spansOf, type Period } from "../definition/period.ts";
import { within } from "../definition/source-store.ts";

/** Arbitrary number; the advisory lock of the one process that counts past days. */
const MAKING_LOCK = 7_204_345_001;
const eventSteps = ["page_view", "detail", "sign_up_tapped", "captcha_solved"];
const seenSteps = ["seen", "mallSeen"];
const factSteps = ["submitted", "checked_in"];

const LATEST = new Date("2200-01-01");
const periodOf = (day: string, now: Date): Period => ({ spans: spansOf([day]), asOf: now, dues: [] });

/** Rows of figure_day of a day, counted from the facts. */
const countedFacts = (day: string, now: Date): RawBuilder<unknown> =>
  sql.join(
    madeFigures.map(
      (figure) => sql`
      select ${day}::date as day, ${figure}::text as figure, coalesce(x.activity_id, '') as activity_id,
        coalesce(x.dealer_id, '') as dealer_id, x.channel, count(*)::int as row_count,
        (count(*) filter (where x.is_counted))::int as counted, coalesce(sum(x.amount), 0)::bigint as amount
      from (${rowSources[figure].rows(periodOf(day, now))}) x group by 3, 4, 5`,
    ),
    sql` union all `,
  );
/** Arbitrary number of the events' writers (migration 0045), which an erasure waits for. */
const EVENTS_LOCK = 7_201_502;
/** Condition that a person was not erased; their events are removed only afterwards. */
const isKept = sql`not exists (select from erased_identity z where z.id_hash = sha256(convert_to(known.person, 'UTF8')))`;
const factRows = (day: string, now: Date): RawBuilder<unknown> => sql`
  select distinct day, step, activity_id, channel, host, city_code, person
  from (${openFactRows(periodOf(day, now), { openEvents: [], asOf: now })}) known where ${isKept}`;
const eventRows = (day: string, now: Date): RawBuilder<unknown> => sql`
  select distinct day, step, activity_id, channel, host, city_code, person from (
    ${openEventRows([day], eventSteps, now)}
    union all select day, step, activity_id, '', host, city_code, person from (${openSeenRows([day], now)}) seen) known
  where ${isKept}`;
const storedFunnel = (day: string, steps: readonly string[]): RawBuilder<unknown> => sql`
  select day, step, activity_id, channel, host, city_code, person from funnel_day
  where day = ${day}::date and step = any(${[...steps]}::text[])`;

/** Whether the events of a day are still there; they are deleted by age, their persons are kept. */
export async function hasEvents(db: Database, day: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass(${`tracked_event_${day.replaceAll("-", "")}`}) is not null as found`.execute(db);
  return rows[0]?.found === true;
}

/** Notes the days on which those came who signed up on a day: their host and city are those of that day. */
const noteArrivalsOf = (transaction: Database, day: string): Promise<unknown> =>
  sql`insert into figure_change (day, part)
    select distinct (s.checked_in_time at time zone 'Asia/Shanghai')::date, 'facts' from signup s
    where ${within(sql`s.created_time`, { spans: spansOf([day]), asOf: LATEST, dues: [] })} and s.checked_in_time is not null`.execute(
    transaction,
  );

/** Counts a day anew, in the caller's transaction. Changes that are committed meanwhile stay noted. */
export async function makeDay(
  transaction: Database,
  day: string,
  parts: readonly MadePart[],
  { now, isCorrected }: { readonly now: Date; readonly isCorrected: boolean },
): Promise<void> {
  const { rows: changes } = await sql<{ id: string }>`
    select change_id::text as id from figure_change where day = ${day}::date and part = any(${[...parts]}::text[])`.execute(
    transaction,
  );
  if (parts.includes("events") && (await hasEvents(transaction, day))) {
    await sql`delete from funnel_day where day = ${day}::date and step = any(${[...eventSteps, ...seenSteps]}::text[])`.execute(
      transaction,
    );
    await sql`insert into funnel_day (day, step, activity_id, channel, host, city_code, person)
      ${eventRows(day, now)} on conflict do nothing`.execute(transaction);
    await noteArrivalsOf(transaction, day);
  }
  if (parts.includes("facts")) {
    await sql`delete from figure_day where day = ${day}::date`.execute(transaction);
    await sql`insert into figure_day (day, figure, activity_id, dealer_id, channel, row_count, counted, amount)
      ${countedFacts(day, now)}`.execute(transaction);
    await sql`delete from funnel_day where day = ${day}::date and step = any(${factSteps}::text[])`.execute(
      transaction,
    );
    await sql`insert into funnel_day (day, step, activity_id, channel, host, city_code, person)
      ${factRows(day, now)} on conflict do nothing`.execute(transaction);
  }
  // Those who are erased meanwhile are waited for; whoever is erased afterwards waits for this transaction.
  await sql`select pg_advisory_xact_lock_shared(${EVENTS_LOCK})`.execute(transaction);
  await sql`delete from funnel_day known where day = ${day}::date and not (${isKept})`.execute(transaction);
  await sql`insert into figure_made (day, part, made_time, corrected_time)
    select ${day}::date, part, ${now}, ${isCorrected ? now : null}::timestamptz from unnest(${[...parts]}::text[]) part
    on conflict (day, part) do update set made_time = excluded.made_time,
      corrected_time = coalesce(excluded.corrected_time, figure_made.corrected_time)`.execute(transaction);
  await sql`delete from figure_change where change_id = any(${changes.map(({ id }) => id)}::bigint[])`.execute(
    transaction,
  );
}

/** Number of rows by which what is kept of a day differs from its facts. */
export async function countDifferences(
  db: Database,
  day: string,
  part: MadePart,
  now: Date,
): Promise<number> {
  const compare = (counted: RawBuilder<unknown>, stored: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    (select count(*) from ((${counted}) except (${stored})) missing)
      + (select count(*) from ((${stored}) except (${counted})) surplus)`;
  const figures = sql`select day, figure, activity_id, dealer_id, channel, row_count, counted, amount from figure_day
    where day = ${day}::date`;
  const difference =
    part === "facts"
      ? sql`${compare(countedFacts(day, now), figures)} + ${compare(factRows(day, now), storedFunnel(day, factSteps))}`
      : compare(eventRows(day, now), storedFunnel(day, [...eventSteps, ...seenSteps]));
  const { rows } = await sql<{ count: number }>`select (${difference})::int as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Marks a day as checked, without a difference. */
export const markChecked = (db: Database, day: string, part: MadePart, now: Date): Promise<unknown> =>
  sql`update figure_made set checked_time = ${now}, corrected_time = null
    where day = ${day}::date and part = ${part}`.execute(db);
/** Marks a day as checked and corrected. */
export const markCorrected = (db: Database, day: string, part: MadePart, now: Date): Promise<unknown> =>
  sql`update figure_made set checked_time = ${now}, corrected_time = ${now}
    where day = ${day}::date and part = ${part}`.execute(db);

/** Runs a task in a transaction of the one process that counts days; false: another one does. */
export const asOnlyMaker = (db: Database, run: (transaction: Database) => Promise<void>): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ is_held: boolean }>`
      select pg_try_advisory_xact_lock(${MAKING_LOCK}) as is_held`.execute(transaction);
    if (rows[0]?.is_held !== true) return false;
    await run(transaction);
    return true;
  });
