import { sql } from "kysely";
import type { Database } from "../connection/database.ts";

/** Lets the rest of a transaction only read. @param limit ms after which PostgreSQL ends a statement; 0: none */
export const limitToReads = async (transaction: Database, limit: number): Promise<void> =>
  void (await sql`
    select set_config('transaction_read_only', 'on', true), set_config('statement_timeout', ${String(limit)}, true)`.execute(
    transaction,
  ));
