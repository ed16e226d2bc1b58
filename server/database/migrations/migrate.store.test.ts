import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { SettingError } from "../../config.ts";
import { testKeyring } from "../../testing/encryption/test-keyring.ts";
import { testDatabase, type TestDatabaseSource } from "../../testing/database/test-database.ts";
import { connectDatabase, type Database } from "../connection/database.ts";
import { migrate } from "./migrate.ts";

let target: TestDatabaseSource;
/** Three processes: a migration, a server, and a backup. */
let [migrating, serving, backup]: Database[] = [];
beforeAll(async () => {
  target = await testDatabase();
  const open = async () => (await connectDatabase(target.source, testKeyring())).db;
  [migrating, serving, backup] = [await open(), await open(), await open()];
});
beforeEach(async () => {
  if (migrating === undefined) throw new Error("no database");
  await sql`drop schema public cascade`.execute(migrating);
  await sql`create schema public`.execute(migrating);
  await migrate(migrating, testKeyring(), "0048_picture_removal");
});
afterAll(async () => {
  for (const db of [migrating, serving, backup]) await db?.destroy();
  await target.remove();
});
const sessions = (db: Database) => sql`select * from user_session`.execute(db);

test("a migration backs off while a backup reads its table: the running version continues, and the table is changed afterwards", async () => {
  const [by, server, reader] = [migrating, serving, backup] as [Database, Database, Database];
  const told: string[] = [];
  let migrated: Promise<void> = Promise.resolve();
  await reader.transaction().execute(async (transaction) => {
    await sessions(transaction);
    migrated = migrate(by, testKeyring(), undefined, {
      print: (line) => void told.push(line),
      retryDelay: 500,
    });
    // Queries all the time, as people do: each answer arrives while the backup still reads.
    await vi.waitUntil(
      async () => {
        await sessions(server);
        return told.length > 1;
      },
      { timeout: 60_000, interval: 100 },
    );
  });
  await migrated;
  expect(told[0]).toContain("waits for a lock that another transaction holds");
  const columns = await sql`select session_id, proved_time from user_session`.execute(server);
  expect(columns.rows).toEqual([]);
});

// PostgreSQL runs its deadlock detection after a second, for each waiting transaction, and ends the one that
// finds a deadlock.
test.each([
  ["at once", 0],
  ["late", 1_100],
])(
  "a migration that locks tables in another order than a served transaction backs off and retries: query %s",
  async (_, later) => {
    const [by, server, reader] = [migrating, serving, backup] as [Database, Database, Database];
    const told: string[] = [];
    const isWaiting = async (): Promise<boolean> => {
      const { rows } = await sql`select 1 from pg_locks
      where relation = 'app_user'::regclass and not granted`.execute(server);
      return rows.length > 0;
    };
    let migrated: Promise<void> = Promise.resolve();
    const served = await reader.transaction().execute(async (transaction) => {
      await sql`select * from app_user`.execute(transaction);
      // Migration 0049 changes user_session, and then waits for app_user.
      migrated = migrate(by, testKeyring(), undefined, {
        print: (line) => void told.push(line),
        retryDelay: 500,
      });
      await vi.waitUntil(isWaiting, { timeout: 60_000, interval: 10 });
      await setTimeout(later);
      return sessions(transaction);
    });
    expect(served.rows).toEqual([]);
    await migrated;
    expect(told[0]).toContain("waits for a lock that another transaction holds");
    const columns = await sql`select session_id from user_session`.execute(server);
    expect(columns.rows).toEqual([]);
  },
);

/** Records the names of migrations of a later release. */
const addLater = (db: Database, ...names: string[]) =>
  sql`insert into kysely_migration (name, timestamp)
    select name, '2099-01-01T00:00:00.000Z' from unnest(${names}::text[]) name`.execute(db);

test("an older release starts after a rollback, reports the later migrations, and changes nothing", async () => {
  const by = migrating as Database;
  await migrate(by, testKeyring());
  await addLater(by, "9998_more", "9999_yet_more");
  const executed = () => sql`select name, timestamp from kysely_migration order by name`.execute(by);
  const before = await executed();
  const told: string[] = [];
  await migrate(by, testKeyring(), undefined, { print: (line) => void told.push(line) });
  expect(told).toEqual([
    "Database has migrations of a later release, which stay in place: 9998_more, 9999_yet_more.",
  ]);
  expect((await executed()).rows).toEqual(before.rows);
});

test("a release does not start after a breaking migration of a later one, or in a foreign database; it says so in one line", async () => {
  const by = migrating as Database;
  await migrate(by, testKeyring());
  await addLater(by, "9998_more", "9999_moved_breaking");
  const again = () => migrate(by, testKeyring());
  await expect(again()).rejects.toThrow(/^DATABASE_URL .* a later release \(9999_moved_breaking\)/);
  await sql`delete from kysely_migration where name like '999%'`.execute(by);
  await addLater(by, "0001_of_others");
  await expect(again()).rejects.toThrow(/^DATABASE_URL .* has migrations that this release does not know$/);
  await expect(again()).rejects.toBeInstanceOf(SettingError);
});
