import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { prepared } from "../../database/statements/prepared-statements.ts";

/** A row of `content_change`, which the triggers of migration 0037 write. */
type ContentChangeRow = { readonly change_id: string; readonly topic: string };

/** The changes of the last seconds, by the clock of the database. */
export async function listRecentChanges(db: Database, seconds: number): Promise<readonly ContentChangeRow[]> {
  const { rows } = await sql<ContentChangeRow>`
    select change_id, topic from content_change
    where changed_time > clock_timestamp() - make_interval(secs => ${seconds}) ${prepared}`.execute(db);
  return rows;
}

/** Deletes the changes that are older than a number of seconds. */
export async function purgeOldChanges(db: Database, seconds: number): Promise<void> {
  await sql`delete from content_change where changed_time < clock_timestamp() - make_interval(secs => ${seconds})`.execute(
    db,
  );
}
