import type { Database } from "../database/connection/database.ts";

class DryRunResult<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super("dry run rolled back");
    this.result = result;
  }
}

/** Does something in a transaction, takes it back, and returns its result: the same code counts and acts. */
export async function dryRun<T>(db: Database, run: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (transaction) => {
      throw new DryRunResult(await run(transaction));
    });
  } catch (error) {
    if (error instanceof DryRunResult) return error.result as T;
    throw error;
  }
}
