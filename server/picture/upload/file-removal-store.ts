import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import type { AppContext } from "../../core/app-context.ts";

/** Deletes a picture's files; must be idempotent. */
export type RemoveFile = (storageKey: string) => Promise<void>;
type RemovalContext = Pick<AppContext, "db" | "clock"> & { readonly log: Pick<AppContext["log"], "warn"> };
type DueRow = { storage_key: string; tries: number };

/** Lease of a due removal, ms. */
const LEASE = 120_000;
const BATCH_SIZE = 20;
/** Delay until the next attempt, ms: doubles from five seconds to an hour. */
const removalRetryDelay = (tries: number): number => Math.min(3_600_000, 5_000 * 2 ** Math.min(tries, 20));

/** Leases due removals so that no other process takes them. */
async function claimDueRows(db: Database, now: number): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    with due as (
      select storage_key from picture_removal where due_time <= ${new Date(now)}
      order by due_time limit ${BATCH_SIZE} for update skip locked
    )
    update picture_removal r set due_time = ${new Date(now + LEASE)}, tries = r.tries + 1
    from due where r.storage_key = due.storage_key returning r.storage_key, r.tries`.execute(db);
  return rows;
}

async function removeOne(
  { db, clock, log }: RemovalContext,
  remove: RemoveFile,
  row: DueRow,
): Promise<number> {
  try {
    await remove(row.storage_key);
  } catch (error) {
    log.warn({ err: error, tries: row.tries }, "picture file not deleted, retrying");
    const due = new Date(clock.now() + removalRetryDelay(row.tries));
    await sql`update picture_removal set due_time = ${due} where storage_key = ${row.storage_key}`.execute(
      db,
    );
    return 0;
  }
  await sql`delete from picture_removal where storage_key = ${row.storage_key}`.execute(db);
  return 1;
}

/**
 * Deletes the files that are due. The removal is recorded in the transaction that deletes the picture's row, so no
 * file is lost; failed removals are retried by any process with exponential backoff.
 * @returns the number of deleted files
 */
export async function removeDue(context: RemovalContext, remove: RemoveFile): Promise<number> {
  let removed = 0;
  for (;;) {
    const rows = await claimDueRows(context.db, context.clock.now());
    if (rows.length === 0) return removed;
    const done = await Promise.all(rows.map((row) => removeOne(context, remove, row)));
    removed += done.reduce((sum, one) => sum + one, 0);
  }
}
