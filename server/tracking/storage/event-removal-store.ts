import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { newId } from "../../core/ids.ts";
import { eventDays, eventsOfIds } from "./event-days-store.ts";

/** Scheduled removal of a person's events, with the days that have not been scanned yet. */
export type EventRemoval = {
  readonly removal_id: string;
  readonly ids: string[];
  readonly days: string[];
  readonly noted_time: Date;
  /** When the events in ClickHouse were deleted last; null: not yet. */
  readonly swept_time: Date | null;
};

/** Time for which a removal belongs to the process that runs it, ms; renewed with each statement. */
const LEASE = 60_000;

/**
 * Schedules the removal of a person's events in the transaction of their erasure. No new ones are stored
 * after it (migration 0045), and the existing ones are in the partitions of today's list.
 */
export async function scheduleEventRemoval(db: Database, ids: readonly string[], now: Date): Promise<string> {
  const removalId = newId();
  await sql`insert into event_removal (removal_id, ids, days, noted_time)
    values (${removalId}, ${[...ids]}::text[], ${await eventDays(db)}::date[], ${now})`.execute(db);
  return removalId;
}

/** Acquires all removals or renews the lease; returns none while another process holds one. @param now ms */
export async function acquireRemovals(db: Database, holder: string, now: number): Promise<EventRemoval[]> {
  const [at, until] = [new Date(now), new Date(now + LEASE)];
  // A time further ahead than a lease was written before the clock was set back, so it does not count.
  const isHeldByOther = sql`held_by <> ${holder} and held_until > ${at} and held_until <= ${until}`;
  const { rows } = await sql<EventRemoval>`
    update event_removal set held_by = ${holder}, held_until = ${until}
    where (held_by is null or not (${isHeldByOther})) and not exists (select from event_removal where ${isHeldByOther})
    returning removal_id, ids, days::text[] as days, noted_time, swept_time`.execute(db);
  return rows.toSorted((one, other) => (one.removal_id < other.removal_id ? -1 : 1));
}
export const releaseRemovals = (db: Database, holder: string): Promise<unknown> =>
  sql`update event_removal set held_by = null, held_until = null where held_by = ${holder}`.execute(db);

/** Deletes the events of the removals' people that match a condition of `dayRanges`. */
export const deleteEvents = (
  db: Database,
  removals: readonly EventRemoval[],
  condition: RawBuilder<unknown>,
): Promise<unknown> => {
  const theirs = eventsOfIds(removals.flatMap(({ ids }) => ids));
  return sql`delete from tracked_event where ${condition} and ${theirs}`.execute(db);
};

/** Marks days as done. */
export async function markDaysDone(
  db: Database,
  removals: readonly EventRemoval[],
  days: readonly string[],
): Promise<void> {
  const ids = removals.map(({ removal_id }) => removal_id);
  await sql`update event_removal set days = array(select unnest(days) except select unnest(${[...days]}::date[]))
    where removal_id = any(${ids}::text[])`.execute(db);
}
/** Notes that the events in ClickHouse were deleted. */
export const markSwept = (
  db: Database,
  removals: readonly Pick<EventRemoval, "removal_id">[],
  now: Date,
): Promise<unknown> =>
  sql`update event_removal set swept_time = ${now}
    where removal_id = any(${removals.map(({ removal_id }) => removal_id)}::text[])`.execute(db);
/** Deletes removals that are complete. */
export const deleteRemovals = (
  db: Database,
  removals: readonly Pick<EventRemoval, "removal_id">[],
): Promise<unknown> =>
  sql`delete from event_removal
    where removal_id = any(${removals.map(({ removal_id }) => removal_id)}::text[])`.execute(db);

/** Whether events of a removal are left: on a day of PostgreSQL, or in ClickHouse. */
export async function isRemovalPending(
  db: Database,
  removalId: string,
  { isInClickhouse }: { readonly isInClickhouse: boolean },
): Promise<boolean> {
  const inClickhouse = isInClickhouse ? sql`or swept_time is null` : sql``;
  const { rows } = await sql`
    select 1 from event_removal where removal_id = ${removalId} and (days <> '{}' ${inClickhouse})`.execute(
    db,
  );
  return rows.length > 0;
}
