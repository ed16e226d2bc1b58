import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { TestApp } from "../app.ts";

/** Until somebody waits for a lock, or after five seconds; an embedded database has one connection, for which they wait outside. */
export async function waitForLockWaiter({ context }: TestApp): Promise<void> {
  for (let tries = 0; tries < 500 && context.databaseKind === "postgres"; tries++) {
    // Of this database: others' tests run beside this one.
    const { rows } = await sql`select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(context.db);
    if (rows.length > 0) return;
    await setTimeout(10);
  }
}
