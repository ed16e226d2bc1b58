import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { shanghaiDay } from "../rules.ts";

const DAY = 86_400_000;
/** Days that are made ahead, so that no event of an ordinary night waits for it. */
const AHEAD = 3;
/** Days that one run drops at most. */
const DROPPED_MOST = 7;
/** Any number: the one that all processes lock while they change partitions. */
const LOCK = 7_201_501;

const nameOf = (day: string): string => `tracked_event_${day.replaceAll("-", "")}`;
/** The day of a partition's name. */
export const dayIn = (name: string): string =>
  name.replace(/^tracked_event_(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY).toISOString().slice(0, 10);

/** Days that have a partition. */
async function existing(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'tracked_event'::regclass`.execute(db);
  return rows.map(({ name }) => dayIn(name)).filter(isDay);
}

/**
 * Changes partitions while no other process does. Whoever waits too long for the table gives up
 * and comes again: an insert must not queue behind this.
 */
async function withPartitionLock<T>(
  db: Database,
  { isGuarded }: PartitionOptions,
  run: (transaction: Database) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('lock_timeout', '3s', true)`.execute(transaction);
    if (isGuarded) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
    return run(transaction);
  });
}

/** For the test that shows what the guard is good for. */
export type PartitionOptions = {
  /** false takes out the lock. */
  readonly isGuarded: boolean;
  /** Runs between seeing what is there and making what is missing: the time in which another process does the same. */
  readonly between?: () => Promise<void>;
};

/**
 * Days that may be dropped: past retention by the clock, and with more days kept after them than
 * retention has. Each day on which the product runs has a partition, so that these are days that really
 * went by: a clock that is wrong by half a year drops nothing that would not have gone by now anyway.
 * @param days that have a partition
 */
export function droppableDays(days: readonly string[], today: string, retentionDays: number): string[] {
  const oldest = new Date(Date.parse(today) - retentionDays * DAY).toISOString().slice(0, 10);
  const past = days.filter((day) => day <= today).sort();
  const isDue = (day: string, at: number): boolean => day < oldest && past.length - 1 - at > retentionDays;
  return past.filter(isDue).slice(0, DROPPED_MOST);
}

/** The daily partitions of `tracked_event`. @param retentionDays how many days are kept, today not counted */
export function createPartitions(
  db: Database,
  retentionDays: number,
  options: PartitionOptions = { isGuarded: true },
) {
  const known = new Set<string>();

  async function make(days: readonly string[]): Promise<void> {
    await withPartitionLock(db, options, async (transaction) => {
      const there = new Set(await existing(transaction));
      await options.between?.();
      for (const day of days.filter((one) => !there.has(one))) {
        const name = sql.id(nameOf(day));
        // Made apart and attached: that leaves readers and writers of the other days alone.
        await sql`create table ${name} (like tracked_event including defaults)`.execute(transaction);
        await sql`alter table tracked_event attach partition ${name} for values from (${sql.lit(day)}) to (${sql.lit(dayAfter(day))})`.execute(
          transaction,
        );
      }
    });
    for (const day of days) known.add(day);
  }

  return {
    /** Makes sure that events of these days (YYYY-MM-DD) can be stored. */
    async ensure(days: readonly string[]): Promise<void> {
      const missing = days.filter((day) => !known.has(day));
      if (missing.length > 0) await make(missing);
    },
    /** Forgets which days it has seen: another process may have dropped one. */
    forget: () => known.clear(),
    /** Makes the coming days' partitions and drops those that are too old. @returns the dropped days */
    async maintain(now: number): Promise<string[]> {
      const ahead = Array.from({ length: AHEAD + 1 }, (_, at) => shanghaiDay(now + at * DAY));
      await make(ahead);
      const days = await existing(db);
      const old = droppableDays(days, shanghaiDay(now), retentionDays);
      for (const day of old) {
        known.delete(day);
        await withPartitionLock(db, options, async (transaction) => {
          if (!(await existing(transaction)).includes(day)) return;
          const name = sql.id(nameOf(day));
          await sql`alter table tracked_event detach partition ${name}`.execute(transaction);
          await sql`drop table ${name}`.execute(transaction);
        });
      }
      // Nor who an anonymous visitor was, while events of that time are there.
      const first = days.filter((day) => !old.includes(day)).sort()[0] ?? shanghaiDay(now);
      const kept = Math.min(now - retentionDays * DAY, Date.parse(`${first}T00:00:00+08:00`));
      await sql`delete from tracked_identity where created_time < ${new Date(kept)}`.execute(db);
      return old;
    },
  };
}
export type Partitions = ReturnType<typeof createPartitions>;
