import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { TestApp } from "../app.ts";

/**
 * Waits until a transaction waits for a lock, at most five seconds; with the embedded database's one
 * connection they wait outside of it.
 */
export async function waitForLockWaiter({ context }: TestApp): Promise<void> {
  for (let tries = 0; tries < 500 && context.databaseKind === "postgres"; tries++) {
    // Only this database: other tests run at the same time.
    const { rows } = await sql`select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(context.db);
    if (rows.length > 0) return;
    await setTimeout(10);
  }
}
