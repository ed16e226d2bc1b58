import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestDatabase } from "./test-database.ts";

test("two test databases are migrated and independent of each other", async () => {
  const one = await openTestDatabase();
  const other = await openTestDatabase();
  try {
    await sql`create table only_here (n int)`.execute(one.db);
    const tables = async ({ db }: typeof one) =>
      (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name);
    expect(await tables(one)).toContain("only_here");
    expect(await tables(other)).not.toContain("only_here");
    expect(await tables(other)).toContain("kysely_migration");
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
});
