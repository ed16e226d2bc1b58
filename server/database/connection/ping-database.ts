import { sql } from "kysely";
import type { Database } from "./database.ts";

/** Resolves when the database has answered a query. @throws the error of the connection */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
