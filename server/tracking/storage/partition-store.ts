import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { droppableDays } from "./rules.ts";

const DAY = 86_400_000;
/** Number of days whose partitions are created in advance, so that no event waits for its partition. */
const DAYS_AHEAD = 3;
/** Key of the advisory lock that serialises changes of partitions between processes. */
const LOCK_KEY = 7_201_501;

const partitionOf = (day: string): string => `tracked_event_${day.replaceAll("-", "")}`;
/** Day of a partition's name. */
export const dayIn = (name: string): string =>
  name.replace(/^tracked_event_(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY).toISOString().slice(0, 10);

/** Lists the days that have a partition. */
async function listDays(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'tracked_event'::regclass`.execute(db);
  return rows.map(({ name }) => dayIn(name)).filter(isDay);
}

/**
 * Runs a change of partitions while no other process makes one. The wait for the table is limited, since
 * inserts queue behind it; the change is retried later.
 */
async function withPartitionLock<T>(
  db: Database,
  { isLocked }: PartitionOptions,
  run: (transaction: Database) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('lock_timeout', '3s', true)`.execute(transaction);
    if (isLocked) await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(transaction);
    return run(transaction);
  });
}

/** Options for the test that shows what the lock prevents. */
export type PartitionOptions = {
  /** false: no advisory lock. */
  readonly isLocked: boolean;
  /**
   * Runs between listing the partitions and creating the missing ones, when another process may do the same.
   */
  readonly beforeCreate?: () => Promise<void>;
};

/**
 * Manages the daily partitions of `tracked_event`.
 * @param retentionDays number of days before today that are kept
 */
export function createPartitions(
  db: Database,
  retentionDays: number,
  options: PartitionOptions = { isLocked: true },
) {
  const knownDays = new Set<string>();

  async function create(days: readonly string[]): Promise<void> {
    await withPartitionLock(db, options, async (transaction) => {
      const existing = new Set(await listDays(transaction));
      await options.beforeCreate?.();
      for (const day of days.filter((one) => !existing.has(one))) {
        const name = sql.id(partitionOf(day));
        // Created separately and attached, which does not block readers and writers of other days.
        await sql`create table ${name} (like tracked_event including defaults)`.execute(transaction);
        await sql`alter table tracked_event attach partition ${name} for values from (${sql.lit(day)}) to (${sql.lit(dayAfter(day))})`.execute(
          transaction,
        );
      }
    });
    for (const day of days) knownDays.add(day);
  }

  return {
    /** Creates the partitions of these days (YYYY-MM-DD), unless they exist. */
    async ensure(days: readonly string[]): Promise<void> {
      const missing = days.filter((day) => !knownDays.has(day));
      if (missing.length > 0) await create(missing);
    },
    /** Clears the known days, since another process may have dropped a partition. */
    resetKnownDays: () => knownDays.clear(),
    /** Creates the partitions of the next days and drops those that are too old. @returns the dropped days */
    async maintain(now: number): Promise<string[]> {
      const ahead = Array.from({ length: DAYS_AHEAD + 1 }, (_, at) => toShanghaiDate(now + at * DAY));
      await create(ahead);
      const days = await listDays(db);
      const old = droppableDays(days, toShanghaiDate(now), retentionDays);
      for (const day of old) {
        knownDays.delete(day);
        await withPartitionLock(db, options, async (transaction) => {
          if (!(await listDays(transaction)).includes(day)) return;
          const name = sql.id(partitionOf(day));
          await sql`alter table tracked_event detach partition ${name}`.execute(transaction);
          await sql`drop table ${name}`.execute(transaction);
        });
      }
      // Keeps the links from anonymous visitors to people as long as events of that time exist.
      const first = days.filter((day) => !old.includes(day)).sort()[0] ?? toShanghaiDate(now);
      const keptSince = Math.min(now - retentionDays * DAY, Date.parse(`${first}T00:00:00+08:00`));
      await sql`delete from tracked_identity where created_time < ${new Date(keptSince)}`.execute(db);
      return old;
    },
  };
}
export type Partitions = ReturnType<typeof createPartitions>;
