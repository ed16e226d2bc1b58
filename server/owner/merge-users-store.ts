import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";

/** Assigns the owner applications of one user to another when both are the same person. */
export async function mergeOwnerApplications(db: Database, from: string, to: string): Promise<void> {
  await sql`update owner_application set user_id = ${to} where user_id = ${from}`.execute(db);
}
