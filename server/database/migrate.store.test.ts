import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { testVault } from "../testing/data-keys.ts";
import { testDatabase, type TestSource } from "../testing/database.ts";
import { openDatabase, type Database } from "./database.ts";
import { migrate } from "./migrate.ts";

let target: TestSource;
/** Three processes: what migrates, what serves, and a backup. */
let [migrating, serving, backup]: Database[] = [];
beforeAll(async () => {
  target = await testDatabase();
  const open = async () => (await openDatabase(target.source, testVault())).db;
  [migrating, serving, backup] = [await open(), await open(), await open()];
  await sql`drop schema public cascade`.execute(migrating);
  await sql`create schema public`.execute(migrating);
  await migrate(migrating, testVault(), "0048_picture_removal");
});
afterAll(async () => {
  for (const db of [migrating, serving, backup]) await db?.destroy();
  await target.remove();
});
const sessions = (db: Database) => sql`select * from user_session`.execute(db);

test("while a backup reads a table, a migration that changes it gives way: the version that serves goes on, and is changed afterwards", async () => {
  const [by, server, reader] = [migrating, serving, backup] as [Database, Database, Database];
  const told: string[] = [];
  let migrated: Promise<void> = Promise.resolve();
  await reader.transaction().execute(async (transaction) => {
    await sessions(transaction);
    migrated = migrate(by, testVault(), undefined, { tell: (line) => void told.push(line), pause: 500 });
    // Asked all the time, as people do: each answer comes while the backup still reads.
    await vi.waitUntil(
      async () => {
        await sessions(server);
        return told.length > 1;
      },
      { timeout: 60_000, interval: 100 },
    );
  });
  await migrated;
  expect(told[0]).toContain("waits for a transaction that holds a table");
  const columns = await sql`select session_id, proved_time from user_session`.execute(server);
  expect(columns.rows).toEqual([]);
});
