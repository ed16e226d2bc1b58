import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { COMMAND_TIMEOUT } from "../../testing/command.ts";
import { dataKeySettings } from "../../testing/encryption/test-keyring.ts";
import { testDatabase, type TestDatabaseSource } from "../../testing/database/test-database.ts";
import { connectDatabase, type Database } from "../connection/database.ts";

let target: TestDatabaseSource;
let db: Database;
let dataDir: string;
beforeAll(async () => {
  target = await testDatabase();
  ({ db } = await connectDatabase(target.source));
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  dataDir = mkdtempSync(join(tmpdir(), "marque-migrate-"));
});
afterAll(async () => {
  await db?.destroy();
  await target.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

function runMigrate(keys: Readonly<Record<string, string>>): Promise<{ status: number; said: string }> {
  const { source } = target;
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const url = "url" in source ? source.url : "";
  const env = { PATH, NODE_COMPILE_CACHE, APP_ENV: "test", DATABASE_URL: url, DATA_DIR: dataDir, ...keys };
  return new Promise((resolve) => {
    execFile(process.execPath, ["scripts/commands/migrate.ts"], { env }, (error, out, errors) =>
      resolve({ status: Number(error?.code ?? 0), said: (error ? errors : out).trim() }),
    );
  });
}
const lastMigration = async (): Promise<string | undefined> => {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`.execute(db);
  return rows[0]?.name;
};

test(
  "HA34 the command creates no keys, migrates an empty database, changes nothing at a second run, and refuses a later breaking release in one line",
  async () => {
    const without = await runMigrate({});
    expect(without).toMatchObject({ status: 1 });
    expect(without.said).toMatch(/^Setting DATA_KEYS is not set, and .*\/data-keys\.json: [^\n]+$/);
    expect(readdirSync(dataDir)).toEqual([]);

    expect(await runMigrate(dataKeySettings)).toEqual({ status: 0, said: "the database is migrated" });
    const newest = readdirSync(new URL("./", import.meta.url))
      .filter((name) => name.endsWith(".sql"))
      .sort()
      .at(-1);
    expect(`${await lastMigration()}.sql`).toBe(newest);
    const keys = await sql`select key_id from data_key`.execute(db);
    expect(keys.rows.length).toBeGreaterThan(1);
    expect(await runMigrate(dataKeySettings)).toEqual({ status: 0, said: "the database is migrated" });
    expect((await sql`select key_id from data_key`.execute(db)).rows).toEqual(keys.rows);

    await sql`insert into kysely_migration values ('9998_later_breaking', '2026-11-27')`.execute(db);
    onTestFinished(
      async () =>
        void (await sql`delete from kysely_migration where name = '9998_later_breaking'`.execute(db)),
    );
    const later = await runMigrate(dataKeySettings);
    expect(later).toMatchObject({ status: 1 });
    expect(later.said).toMatch(
      /^Setting DATABASE_URL [^\n]+ breaking migration [^\n]+9998_later_breaking[^\n]+$/,
    );
  },
  COMMAND_TIMEOUT,
);
