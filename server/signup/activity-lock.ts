import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { KeyedConcurrencyQueue } from "../database/batching/concurrency-queue.ts";

/** For the tests that show what the lock is good for. */
export type LockOptions = {
  /** false takes out lock and transaction. */
  readonly isLocked: boolean;
  /** Runs between reading and writing: the time in which somebody else does the same. */
  readonly beforeWrite?: () => Promise<void>;
};
export const defaultLockOptions: LockOptions = { isLocked: true };

const MAX_WAITING = 1_000;
/** Each process of an installation has its own; the lock is what they share. */
const lockQueues = new WeakMap<Database, KeyedConcurrencyQueue>();
function lockQueueOf(database: Database): KeyedConcurrencyQueue {
  const found = lockQueues.get(database) ?? new KeyedConcurrencyQueue(MAX_WAITING);
  lockQueues.set(database, found);
  return found;
}

/**
 * How the rows of counters are locked, an activity's and its sessions': whoever counts waits for each other, and not
 * whoever writes something that only refers to the activity, such as a lead.
 */
export const counterLockClause = "for no key update";

/**
 * Does something with an activity's seats while nobody else does: whoever reads its counters, or
 * one of its sign-ups, to decide what to write holds the lock of its row. Of a process one at a time
 * asks for it: a crowd that waits for a lock with a connection each leaves none to anybody else. Within a
 * transaction that there is already it is held until that ends.
 * @throws Refusal "busy" at once where too many wait
 */
export function withActivityLock<T>(
  database: Database,
  activityId: string,
  { isLocked }: LockOptions,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  if (!isLocked) return work(database);
  const locked = async (db: Database): Promise<T> => {
    await sql`select from activity where activity_id = ${activityId} ${sql.raw(counterLockClause)}`.execute(
      db,
    );
    return work(db);
  };
  if (database.isTransaction) return locked(database);
  return lockQueueOf(database).run(activityId, () => database.transaction().execute(locked));
}
