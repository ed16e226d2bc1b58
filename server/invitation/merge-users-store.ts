import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";

/** Assigns the invitation codes of one user to another when both are the same person. */
export async function mergeInvitations(db: Database, from: string, to: string): Promise<void> {
  await sql`update sealed_code set user_id = ${to} where user_id = ${from}`.execute(db);
}
