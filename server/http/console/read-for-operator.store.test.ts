import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../database/connection/database.ts";
import { openTestDatabase } from "../../testing/database/test-database.ts";
import { readForOperator } from "./read-for-operator.ts";

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const settings = async (db: Database): Promise<unknown> =>
  (
    await sql`select current_setting('statement_timeout') as timeout,
      current_setting('transaction_read_only') as read_only`.execute(db)
  ).rows[0];

test("lists of operators are read for five seconds at most, and the connection is as before afterwards", async () => {
  const before = await settings(opened.db);
  const within = await readForOperator(opened.db, settings);
  expect(within).toEqual({ timeout: "5s", read_only: "on" });
  expect(await settings(opened.db)).toEqual(before);
});

test("a list of operators writes nothing", async () => {
  const write = (db: Database) => sql`delete from operator`.execute(db);
  await expect(readForOperator(opened.db, write)).rejects.toMatchObject({ code: "25006" });
});
