import { sql, type RawBuilder } from "kysely";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { dayIn, isDay } from "./partition-store.ts";

/** Pages (8 KB) that one statement looks through: far less than a second's work, in our own thread a moment's. */
const PAGES_MOST = { postgres: 8_192, pglite: 512 } as const;

type Day = { readonly day: string; readonly pages: number };

/** Days of events, the newest first. */
async function daysWithPages(db: Database): Promise<Day[]> {
  const { rows } = await sql<{ name: string; pages: number }>`
    select c.relname::text as name, (pg_relation_size(c.oid) / 8192)::int as pages
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'tracked_event'::regclass order by 1 desc`.execute(db);
  return rows.map(({ name, pages }) => ({ day: dayIn(name), pages })).filter(({ day }) => isDay(day));
}
/** Days that there are events of, or will be, the newest first. */
export const eventDays = async (db: Database): Promise<string[]> =>
  (await daysWithPages(db)).map(({ day }) => day);

/** Days that are looked through together. */
type DayRange = { readonly days: readonly string[]; readonly pages: number };

/** Small days together, a large one by itself. */
export function groupDays(days: readonly Day[], pagesMost: number): DayRange[] {
  const stretches: { days: string[]; pages: number }[] = [];
  for (const { day, pages } of days) {
    const last = stretches.at(-1);
    if (last && last.pages + pages <= pagesMost) {
      last.days.push(day);
      last.pages += pages;
    } else stretches.push({ days: [day], pages });
  }
  return stretches;
}
/** Pages from one to before another, in turn; the last takes what is added meanwhile. */
export const pageRanges = (pages: number, pagesMost: number): { from: number; to: number | null }[] =>
  Array.from({ length: Math.max(1, Math.ceil(pages / pagesMost)) }, (_, at) => ({
    from: at * pagesMost,
    to: (at + 1) * pagesMost < pages ? (at + 1) * pagesMost : null,
  }));

/** Which file holds a day's rows: another one after its table was written anew, where rows stand elsewhere. */
async function fileOf(db: Database, day: string): Promise<string> {
  const { rows } = await sql<{ file: string | null }>`
    select pg_relation_filenode(to_regclass(${`tracked_event_${day.replaceAll("-", "")}`}))::text as file`.execute(
    db,
  );
  return rows[0]?.file ?? "";
}

/** Conditions by which events of a stretch are looked through, a moment's work each. */
async function* partsOf(
  db: Database,
  { days, pages }: DayRange,
  pagesMost: number,
): AsyncGenerator<RawBuilder<unknown>> {
  const [day] = days;
  if (day === undefined || days.length > 1 || pages <= pagesMost)
    return yield sql`day = any(${[...days]}::date[])`;
  for (let before = await fileOf(db, day), after = ""; before !== after; before = after) {
    for (const { from, to } of pageRanges(pages, pagesMost)) {
      const until = to === null ? sql`` : sql`and ctid < ${`(${to},0)`}::tid`;
      yield sql`day = ${day}::date and ctid >= ${`(${from},0)`}::tid ${until}`;
    }
    after = await fileOf(db, day);
  }
}

export type EventDaysContext = Pick<AppContext, "db" | "databaseKind">;
/**
 * All days of events in stretches, the newest first, and each in parts that are short statements: nothing
 * but its day finds an event, since an index by person would be written with every one, for the sake of few.
 * @param wanted these days alone
 */
export async function dayRanges(
  { db, databaseKind }: EventDaysContext,
  wanted: readonly string[] | null = null,
): Promise<{ days: readonly string[]; parts: () => AsyncGenerator<RawBuilder<unknown>> }[]> {
  const most = PAGES_MOST[databaseKind];
  const days = (await daysWithPages(db)).filter(({ day }) => wanted?.includes(day) ?? true);
  return groupDays(days, most).map((stretch) => ({
    days: stretch.days,
    parts: () => partsOf(db, stretch, most),
  }));
}

/** An event that one of some ids did, or was done under. @param ids public ids and browsers' own ones */
export const eventsOfIds = (ids: readonly string[]): RawBuilder<unknown> => {
  const all = sql`any(${[...ids]}::text[])`;
  return sql`(distinct_id = ${all} or login_id = ${all} or anonymous_id = ${all})`;
};
