import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import type { AppContext } from "../../core/app-context.ts";

/** Deletes what is stored of a picture; one that is not there is no fault, so that twice does no harm. */
export type RemoveFile = (storageKey: string) => Promise<void>;
type Wiring = Pick<AppContext, "db" | "clock"> & { readonly log: Pick<AppContext["log"], "warn"> };
type DueRow = { storage_key: string; tries: number };

/** How long a removal belongs to the process that took it up, ms. */
const LEASE = 120_000;
const BATCH = 20;
/** From one try to the next, ms: doubling from five seconds to an hour. */
export const removalRetryDelay = (tries: number): number =>
  Math.min(3_600_000, 5_000 * 2 ** Math.min(tries, 20));

/** Takes up what is due, so that no other process does before the lease is over. */
async function claimDueRows(db: Database, now: number): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    with due as (
      select storage_key from picture_removal where due_time <= ${new Date(now)}
      order by due_time limit ${BATCH} for update skip locked
    )
    update picture_removal r set due_time = ${new Date(now + LEASE)}, tries = r.tries + 1
    from due where r.storage_key = due.storage_key returning r.storage_key, r.tries`.execute(db);
  return rows;
}

async function removeOne({ db, clock, log }: Wiring, remove: RemoveFile, row: DueRow): Promise<number> {
  try {
    await remove(row.storage_key);
  } catch (error) {
    log.warn({ err: error, tries: row.tries }, "a picture's file was not deleted");
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
 * Deletes the files that are due. Each was noted with the row that it belonged to, so none is forgotten;
 * one that cannot be deleted is tried again, later and later, by whichever process comes to it.
 * @returns how many were deleted
 */
export async function removeDue(wiring: Wiring, remove: RemoveFile): Promise<number> {
  let removed = 0;
  for (;;) {
    const rows = await claimDueRows(wiring.db, wiring.clock.now());
    if (rows.length === 0) return removed;
    const done = await Promise.all(rows.map((row) => removeOne(wiring, remove, row)));
    removed += done.reduce((sum, one) => sum + one, 0);
  }
}
