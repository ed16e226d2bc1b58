import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { dayOf } from "./rules.ts";

const DAY = 86_400_000;
/** Days that are made ahead, so that no event of an ordinary night waits for it. */
const AHEAD = 3;
/** Any number: the one that all processes lock while they change partitions. */
const LOCK = 7_201_501;

const nameOf = (day: string): string => `tracked_event_${day.replaceAll("-", "")}`;
const dayIn = (name: string): string => name.replace(/^tracked_event_(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
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
async function alone<T>(
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

/** The daily partitions of `tracked_event`. @param retentionDays how many days are kept, today not counted */
export function createPartitions(
  db: Database,
  retentionDays: number,
  options: PartitionOptions = { isGuarded: true },
) {
  const known = new Set<string>();

  async function make(days: readonly string[]): Promise<void> {
    await alone(db, options, async (transaction) => {
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
      const ahead = Array.from({ length: AHEAD + 1 }, (_, at) => dayOf(now + at * DAY));
      await make(ahead);
      const oldest = dayOf(now - retentionDays * DAY);
      const old = (await existing(db)).filter((day) => day < oldest).sort();
      for (const day of old) {
        known.delete(day);
        await alone(db, options, async (transaction) => {
          if (!(await existing(transaction)).includes(day)) return;
          const name = sql.id(nameOf(day));
          await sql`alter table tracked_event detach partition ${name}`.execute(transaction);
          await sql`drop table ${name}`.execute(transaction);
        });
      }
      await sql`delete from tracked_identity where created_time < ${new Date(now - retentionDays * DAY)}`.execute(
        db,
      );
      return old;
    },
  };
}
export type Partitions = ReturnType<typeof createPartitions>;
