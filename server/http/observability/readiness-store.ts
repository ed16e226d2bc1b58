import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

/** Locks the tables that a sign-up writes as its statements do, and ends the transaction. @throws if that fails */
export const lockSignUpTables = (db: Database): Promise<unknown> =>
  db
    .transaction()
    .execute((transaction) =>
      sql`lock table activity, activity_session, signup in row exclusive mode`.execute(transaction),
    );
