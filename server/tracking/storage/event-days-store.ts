import { sql, type RawBuilder } from "kysely";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { dayIn, isDay } from "./partition-store.ts";
import { groupDays, pageRanges, type DayRange, type DaySize } from "./rules.ts";

/**
 * Pages (8 KB) that one statement scans: far less than a second's work; PGlite runs in our thread, so fewer.
 */
const MAX_PAGES = { postgres: 8_192, pglite: 512 } as const;

/** Lists the days of events, the newest first. */
async function daysWithPages(db: Database): Promise<DaySize[]> {
  const { rows } = await sql<{ name: string; pages: number }>`
    select c.relname::text as name, (pg_relation_size(c.oid) / 8192)::int as pages
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'tracked_event'::regclass order by 1 desc`.execute(db);
  return rows.map(({ name, pages }) => ({ day: dayIn(name), pages })).filter(({ day }) => isDay(day));
}
/** Lists the days that have a partition, also future ones, the newest first. */
export const eventDays = async (db: Database): Promise<string[]> =>
  (await daysWithPages(db)).map(({ day }) => day);

/**
 * File node of a day's partition; it changes when the table is rewritten, which moves its rows to other
 * pages.
 */
async function fileNodeOf(db: Database, day: string): Promise<string> {
  const { rows } = await sql<{ file: string | null }>`
    select pg_relation_filenode(to_regclass(${`tracked_event_${day.replaceAll("-", "")}`}))::text as file`.execute(
    db,
  );
  return rows[0]?.file ?? "";
}

/** Yields SQL conditions that together select the events of a range, each cheap to scan. */
async function* conditionsOf(
  db: Database,
  { days, pages }: DayRange,
  maxPages: number,
): AsyncGenerator<RawBuilder<unknown>> {
  const [day] = days;
  if (day === undefined || days.length > 1 || pages <= maxPages)
    return yield sql`day = any(${[...days]}::date[])`;
  for (let before = await fileNodeOf(db, day), after = ""; before !== after; before = after) {
    for (const { from, to } of pageRanges(pages, maxPages)) {
      const until = to === null ? sql`` : sql`and ctid < ${`(${to},0)`}::tid`;
      yield sql`day = ${day}::date and ctid >= ${`(${from},0)`}::tid ${until}`;
    }
    after = await fileNodeOf(db, day);
  }
}

type EventDaysContext = Pick<AppContext, "db" | "databaseKind">;
/**
 * Splits all days of events into ranges, the newest first, and each range into conditions for short
 * statements. Events can be found only by their day, since an index by person would slow down every insert
 * for a few searches.
 * @param wanted only these days; null: all
 */
export async function dayRanges(
  { db, databaseKind }: EventDaysContext,
  wanted: readonly string[] | null = null,
): Promise<{ days: readonly string[]; parts: () => AsyncGenerator<RawBuilder<unknown>> }[]> {
  const maxPages = MAX_PAGES[databaseKind];
  const days = (await daysWithPages(db)).filter(({ day }) => wanted?.includes(day) ?? true);
  return groupDays(days, maxPages).map((range) => ({
    days: range.days,
    parts: () => conditionsOf(db, range, maxPages),
  }));
}

/**
 * SQL condition for the events of a person: those that name one of the ids as their subject, which is the login id, and
 * before a login the distinct id. Other ids of an event do not count, so that a browser's id in another person's event
 * does not make it this person's.
 * @param ids public ids and anonymous ids of browsers
 */
export const eventsOfIds = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`coalesce(login_id, distinct_id) = any(${[...ids]}::text[])`;
