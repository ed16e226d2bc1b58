import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { KeyedTurns } from "../database/turns.ts";

/** For the tests that show what the lock is good for. */
export type LockOptions = {
  /** false takes out lock and transaction. */
  readonly isGuarded: boolean;
  /** Runs between reading and writing: the time in which somebody else does the same. */
  readonly between?: () => Promise<void>;
};
export const guarded: LockOptions = { isGuarded: true };

const WAITING_MOST = 1_000;
/** Each process of an installation has its own; the lock is what they share. */
const turns = new WeakMap<Database, KeyedTurns>();
function turnsOf(database: Database): KeyedTurns {
  const found = turns.get(database) ?? new KeyedTurns(WAITING_MOST);
  turns.set(database, found);
  return found;
}

/**
 * How the rows of counters are locked, an activity's and its sessions': whoever counts waits for each other, and not
 * whoever writes something that only refers to the activity, such as a lead.
 */
export const lockOfCounters = "for no key update";

/**
 * Does something with an activity's seats while nobody else does: whoever reads its counters, or
 * one of its sign-ups, to decide what to write holds the lock of its row. Of a process one at a time
 * asks for it: a crowd that waits for a lock with a connection each leaves none to anybody else. Within a
 * transaction that there is already it is held until that ends.
 * @throws Refusal "busy" at once where too many wait
 */
export function underLock<T>(
  database: Database,
  activityId: string,
  { isGuarded }: LockOptions,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  if (!isGuarded) return work(database);
  const locked = async (db: Database): Promise<T> => {
    await sql`select from activity where activity_id = ${activityId} ${sql.raw(lockOfCounters)}`.execute(db);
    return work(db);
  };
  if (database.isTransaction) return locked(database);
  return turnsOf(database).take(activityId, () => database.transaction().execute(locked));
}
