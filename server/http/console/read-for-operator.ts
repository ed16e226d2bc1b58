import type { Database } from "../../database/connection/database.ts";
import { limitToReads } from "../../database/statements/read-only.ts";

/** Time after which a list of the console is given up, ms: shoppers need the connection too. */
const LIST_TIMEOUT = 5_000;

/**
 * Reads for an operator in a read-only transaction, whose statements PostgreSQL ends after five seconds (the embedded
 * database has no time limit). A statement that took too long fails like an outage, which the router answers by
 * "unreachable".
 */
export const readForOperator = <T>(db: Database, run: (db: Database) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (transaction) => {
    await limitToReads(transaction, LIST_TIMEOUT);
    return run(transaction);
  });
