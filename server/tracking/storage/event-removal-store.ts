import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { newId } from "../../core/ids.ts";
import type { AppContext } from "../../core/app-context.ts";
import { eventDays, eventsOfIds, dayRanges } from "./event-days-store.ts";

type RemovalContext = Pick<AppContext, "db" | "databaseKind" | "clock">;
type Removal = { readonly removal_id: string; readonly ids: string[]; readonly days: string[] };

/** How long a removal belongs to the process that works on it, ms; told anew with each statement. */
const LEASE = 60_000;
/** How long the database is left to others after a statement, in times of what that took. */
const REST = { postgres: 1, pglite: 4 } as const;
/** From one look to the next while another process works on it, ms. */
const LOOK_EACH = 200;

/**
 * Notes, with the erasure that it belongs to, that somebody's events are to be deleted: none come any more
 * (migration 0045), and those that are there have one of these days.
 */
export async function scheduleEventRemoval(db: Database, ids: readonly string[], now: Date): Promise<string> {
  const removalId = newId();
  await sql`insert into event_removal (removal_id, ids, days, noted_time)
    values (${removalId}, ${[...ids]}::text[], ${await eventDays(db)}::date[], ${now})`.execute(db);
  return removalId;
}

/** Takes up what is noted, or goes on holding it; nothing while another process works, so that one does. */
async function acquireRemovals({ db, clock }: RemovalContext, holder: string): Promise<Removal[]> {
  const now = clock.now();
  const [at, until] = [new Date(now), new Date(now + LEASE)];
  // A time further ahead than any lease was written before a clock was set back.
  const isOthers = sql`held_by <> ${holder} and held_until > ${at} and held_until <= ${until}`;
  const { rows } = await sql<Removal>`
    update event_removal set held_by = ${holder}, held_until = ${until}
    where (held_by is null or not (${isOthers})) and not exists (select from event_removal where ${isOthers})
    returning removal_id, ids, days::text[] as days`.execute(db);
  return rows.toSorted((one, other) => (one.removal_id < other.removal_id ? -1 : 1));
}
const releaseRemovals = ({ db }: RemovalContext, holder: string): Promise<unknown> =>
  sql`update event_removal set held_by = null, held_until = null where held_by = ${holder}`.execute(db);

/** These days hold nothing more of them; a removal without days is done. */
async function markDaysDone(db: Database, held: readonly Removal[], days: readonly string[]): Promise<void> {
  const removals = held.map(({ removal_id }) => removal_id);
  await sql`update event_removal set days = array(select unnest(days) except select unnest(${[...days]}::date[]))
    where removal_id = any(${removals}::text[])`.execute(db);
  await sql`delete from event_removal where removal_id = any(${removals}::text[]) and days = '{}'`.execute(
    db,
  );
}

/** Looks through the next days of whoever has waited longest, for all who wait. @returns false where it was broken off */
async function removeNext(
  context: RemovalContext,
  held: readonly Removal[],
  goesOn: () => Promise<boolean>,
): Promise<boolean> {
  const { db, databaseKind } = context;
  const wanted = held[0]?.days ?? [];
  const [next] = await dayRanges(context, wanted);
  // Days that were dropped meanwhile are done, too.
  if (next === undefined) return markDaysDone(db, held, wanted).then(() => true);
  const theirs = eventsOfIds(held.flatMap(({ ids }) => ids));
  for await (const part of next.parts()) {
    const started = performance.now();
    await sql`delete from tracked_event where ${part} and ${theirs}`.execute(db);
    await setTimeout((performance.now() - started) * REST[databaseKind]);
    if (!(await goesOn())) return false;
  }
  await markDaysDone(db, held, next.days);
  return true;
}

/**
 * Deletes the events that are noted, in statements of a moment, each by itself: tracking and whoever
 * drops a day wait for none of them long. One process at a time; whoever breaks off is followed by another,
 * which begins with the day that was not finished.
 * @param isOver asked after each statement
 */
export async function removeEvents(
  context: RemovalContext,
  isOver: () => boolean = () => false,
): Promise<void> {
  const holder = newId();
  const goesOn = async (): Promise<boolean> =>
    !isOver() && (await acquireRemovals(context, holder)).length > 0;
  for (
    let held = await acquireRemovals(context, holder);
    held.length > 0;
    held = isOver() ? [] : await acquireRemovals(context, holder)
  )
    if (!(await removeNext(context, held, goesOn))) break;
  await releaseRemovals(context, holder);
}

/** Deletes somebody's events as above, or waits for whoever does. @param patience ms */
export async function removeScheduledEvents(
  context: RemovalContext,
  removalId: string,
  patience: number,
): Promise<void> {
  const until = performance.now() + patience;
  const isOver = (): boolean => performance.now() >= until;
  for (;;) {
    await removeEvents(context, isOver);
    const { rows } = await sql`select 1 from event_removal where removal_id = ${removalId}`.execute(
      context.db,
    );
    if (rows.length === 0 || isOver()) return;
    await setTimeout(LOOK_EACH);
  }
}
