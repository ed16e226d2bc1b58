import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** For the tests that show what the lock is good for. */
export type LockOptions = {
  /** false takes out lock and transaction. */
  readonly isGuarded: boolean;
  /** Runs between reading and writing: the time in which somebody else does the same. */
  readonly between?: () => Promise<void>;
};
export const guarded: LockOptions = { isGuarded: true };

/**
 * Does something with an activity's seats while nobody else does: whoever reads its counters, or
 * one of its sign-ups, to decide what to write holds the lock of its row.
 */
export function underLock<T>(
  database: Database,
  activityId: string,
  { isGuarded }: LockOptions,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  if (!isGuarded) return work(database);
  return database.transaction().execute(async (db) => {
    await sql`select from activity where activity_id = ${activityId} for update`.execute(db);
    return work(db);
  });
}
