import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import type { SignUpTables } from "./tables.ts";

/**
 * Lock mode for the rows with counters (an activity's and its sessions'). Transactions that change counters wait
 * for each other; inserts that only reference the activity, such as a lead's, do not.
 */
export const counterLockClause = "for no key update";

/** Locks the activity's row until the transaction ends. @param db a transaction */
export async function lockActivity(db: Database, activityId: string): Promise<void> {
  await sql`select from activity where activity_id = ${activityId} ${sql.raw(counterLockClause)}`.execute(db);
}

export async function isActivityPublished(db: Database, activityId: string): Promise<boolean> {
  const row = await db
    .withTables<SignUpTables>()
    .selectFrom("activity")
    .select("activity_id")
    .where("activity_id", "=", activityId)
    .where("is_published", "=", true)
    .executeTakeFirst();
  return row !== undefined;
}
