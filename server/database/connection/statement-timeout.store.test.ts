import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabaseSource } from "../../testing/database/test-database.ts";
import { connectDatabase } from "./database.ts";

let database: TestDatabaseSource;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.remove());

test("Z04 PostgreSQL itself cancels a statement that takes too long, but no migration", async () => {
  const { db } = await connectDatabase(database.source, undefined, { statementTimeout: 150 });
  try {
    await expect(sql`select pg_sleep(30)`.execute(db)).rejects.toMatchObject({ code: "57014" });
    const { rows } = await sql<{ running: number }>`select count(*)::int as running from pg_stat_activity
      where query like 'select pg_sleep(30)%' and state = 'active'`.execute(db);
    expect(rows).toEqual([{ running: 0 }]);
    const adapter = db.getExecutor().adapter;
    await db.transaction().execute(async (transaction) => {
      await adapter.acquireMigrationLock(transaction, { lockTable: "", lockRowId: "" });
      await sql`select pg_sleep(0.4)`.execute(transaction);
    });
    // The limit is back after the migration's transaction.
    await expect(sql`select pg_sleep(30)`.execute(db)).rejects.toMatchObject({ code: "57014" });
  } finally {
    await db.destroy();
  }
});
