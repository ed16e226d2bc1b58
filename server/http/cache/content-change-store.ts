import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { prepared } from "../../database/statements/prepared-statements.ts";

/** Result of one poll of `content_change`, which triggers write (migration 0037). */
export type ContentChangesRow = {
  /** Transactions that the poll has seen (text of `pg_snapshot`); the next poll begins there. */
  readonly snapshot: string;
  /** Identifies the database server: another value after a restart or a failover. */
  readonly server_started: string;
  /** Topics of the changes that became visible since the given snapshot, without duplicates. */
  readonly topics: string[];
};

/**
 * Reads the changes that became visible since a snapshot, exactly: a transaction that was running then is reported
 * once it has committed, however late. Reads each change once, also while a long transaction runs: those of transactions
 * that began later, and those of the ones that the snapshot names as running. Transaction ids beyond the current ones come
 * from a restored dump and are no news. The function content_changes_since keeps the planner from reading the whole table.
 * @param since snapshot of the last poll; null: the first poll, which reports none
 */
export async function readChangesSince(db: Database, since: string | null): Promise<ContentChangesRow> {
  const { rows } = await sql<ContentChangesRow>`
    select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server_started,
      content_changes_since(${since}::pg_snapshot) as topics ${prepared}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("a poll of content changes returned no row");
  return row;
}

/** Deletes the changes that are older than a number of seconds. */
export async function purgeOldChanges(db: Database, seconds: number): Promise<void> {
  await sql`delete from content_change where changed_time < clock_timestamp() - make_interval(secs => ${seconds})`.execute(
    db,
  );
}
