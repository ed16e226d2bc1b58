import type { Database } from "../database/connection/database.ts";
import { KeyedFairQueue } from "../core/keyed-fair-queue.ts";
import { lockActivity } from "./activity-store.ts";

/** Options for the tests that prove that the lock is needed. */
export type LockOptions = {
  /** false leaves out lock and transaction. */
  readonly isLocked: boolean;
  /** Runs between reading and writing, so that a test can let another process do the same in between. */
  readonly beforeWrite?: () => Promise<void>;
};
export const defaultLockOptions: LockOptions = { isLocked: true };

/** Callers that may wait for one activity. */
export const MAX_WAITING_FOR_ACTIVITY = 1_000;
/** One queue for each process's database; processes exclude each other by the row lock. */
const lockQueues = new WeakMap<Database, KeyedFairQueue>();
function lockQueueOf(database: Database): KeyedFairQueue {
  const found = lockQueues.get(database) ?? new KeyedFairQueue(MAX_WAITING_FOR_ACTIVITY);
  lockQueues.set(database, found);
  return found;
}

/**
 * Runs work on an activity's seats while holding the lock of its row. Needed by everything that reads counters or
 * sign-ups in order to decide what to write. Within a process only one caller at a time requests the lock of an
 * activity: otherwise a crowd would occupy every database connection while waiting. In an existing transaction the
 * lock is held until that transaction ends.
 * @throws Refusal "tooMany" or "busy" at once if too many callers of the network, or of all, wait
 */
export function withActivityLock<T>(
  database: Database,
  activityId: string,
  { isLocked }: LockOptions,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  if (!isLocked) return work(database);
  const locked = async (db: Database): Promise<T> => {
    await lockActivity(db, activityId);
    return work(db);
  };
  if (database.isTransaction) return locked(database);
  return lockQueueOf(database).run(activityId, () => database.transaction().execute(locked));
}
