import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";

/**
 * Reads as `readForOperator` does, with memory for the persons of half a year, which would else be sorted on disk, and
 * without compiling statements, which takes longer than running them.
 */
export const readFigures = <T>(db: Database, run: (db: Database) => Promise<T>): Promise<T> =>
  readForOperator(db, async (transaction) => {
    await sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(
      transaction,
    );
    return run(transaction);
  });
