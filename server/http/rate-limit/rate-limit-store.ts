import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

/** A row of `pace_count`: how often a subject was counted by all processes until its window ends. */
type SharedCountRow = { readonly subject: string; readonly count: number; readonly until_time: Date };

/**
 * Adds counts to the shared ones, and returns the sums. A count whose window has ended starts again.
 * @param subjects in one order in all processes, so that two statements cannot deadlock; the other lists follow it
 * @param windowEnds ISO 8601
 */
export async function addCounts(
  db: Database,
  now: Date,
  subjects: readonly string[],
  amounts: readonly number[],
  windowEnds: readonly string[],
): Promise<readonly SharedCountRow[]> {
  const { rows } = await sql<SharedCountRow>`
    insert into pace_count as kept (subject, count, until_time)
    select * from unnest(${subjects}::text[], ${amounts}::int[], ${windowEnds}::timestamptz[])
    on conflict (subject) do update set
      count = case when kept.until_time <= ${now} then 0 else kept.count end + excluded.count,
      until_time = case when kept.until_time <= ${now} then excluded.until_time else kept.until_time end
    returning subject, count, until_time`.execute(db);
  return rows;
}

/** Deletes the counts whose window has ended. */
export async function purgeCounts(db: Database, now: Date): Promise<void> {
  await sql`delete from pace_count where until_time <= ${now}`.execute(db);
}
