import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testDatabase, type TestDatabaseSource } from "../../testing/database/test-database.ts";
import { connectDatabase, type Database } from "../connection/database.ts";
import { prepared } from "./prepared-statements.ts";
import { encodeTextArray } from "../batching/unnest-rows.ts";

let source: TestDatabaseSource;
let db: Database;
beforeAll(async () => {
  source = await testDatabase();
  ({ db } = await connectDatabase(source.source));
  await sql`create table place (id int primary key, taken_by text not null)`.execute(db);
});
beforeEach(() => sql`delete from place`.execute(db));
afterAll(async () => {
  await db.destroy();
  await source.remove();
});

const places = async () => (await sql`select id, taken_by from place order by id`.execute(db)).rows;

test("a marked statement has the same parameters and results as any other one", async () => {
  const asked = (mark: RawBuilder<unknown>) => sql`
    select ${"名字 'quoted' \\ \u{1f600}"}::text as text, ${-7}::int as int, ${"9007199254740993"}::bigint as bigint,
      ${JSON.stringify({ a: [1, null] })}::jsonb as json, ${true}::boolean as yes,
      ${new Date("2026-11-26T00:00:00.001Z")}::timestamptz as at, ${["a,b", 'c"d', ""]}::text[] as texts,
      ${"1.50"}::numeric as numeric, ${null}::text as none, ${0.25}::float8 as float,
      ${encodeTextArray(["x", null, "y"])}::text[] as bytes, row_number() over ()::int as row
    from generate_series(1, 2) ${mark}`;
  const { rows } = await asked(prepared).execute(db);
  expect(rows).toEqual([
    expect.objectContaining({
      row: 1,
      text: "名字 'quoted' \\ \u{1f600}",
      bytes: ["x", null, "y"],
      none: null,
    }),
    expect.objectContaining({ row: 2, texts: ["a,b", 'c"d', ""], json: { a: [1, null] } }),
  ]);
  expect(rows).toEqual((await asked(sql``).execute(db)).rows);
});

test("a connection prepares a marked statement once, and no other one", async () => {
  const { db: other } = await connectDatabase(source.source);
  const next = (than: number, mark = prepared) => sql`select ${than}::int + 1 as "next" ${mark}`;
  await db.connection().execute(async (connection) => {
    for (let at = 0; at < 3; at++)
      expect((await next(at).execute(connection)).rows).toEqual([{ next: at + 1 }]);
    await next(3, sql`/* unmarked */`).execute(connection);
    const { rows } = await sql`
      select count(*)::int as n from pg_prepared_statements where statement like '%::int + 1 as "next"%'`.execute(
      connection,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
  expect((await next(4).execute(other)).rows).toEqual([{ next: 5 }]);
  // Both share the embedded database, which the first one closes.
  if ("url" in source.source) await other.destroy();
});

test("a marked statement that fails reports the error, changes nothing, and does not affect later ones", async () => {
  const put = (from: unknown) =>
    sql`
    insert into place select g, 'many' from generate_series(${from}::int, 3) g ${prepared}`.execute(db);
  await put(3);
  await expect(put(1)).rejects.toMatchObject({ code: "23505", constraint: "place_pkey" });
  await expect(put("no number")).rejects.toMatchObject({ code: "22P02" });
  await expect(sql`select nothing from nowhere ${prepared}`.execute(db)).rejects.toMatchObject({
    code: "42P01",
  });
  expect(await places()).toEqual([{ id: 3, taken_by: "many" }]);
  await sql`delete from place`.execute(db);
  expect(await put(2)).toMatchObject({ rows: [], numAffectedRows: 2n });
  expect(await places()).toHaveLength(2);
});

test("a marked statement is not part of another caller's transaction", async () => {
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const undone = db
    .transaction()
    .execute(async (transaction) => {
      await sql`insert into place values (8, 'undone')`.execute(transaction);
      begun.resolve();
      await go.promise;
      throw new Error("undone");
    })
    .catch(String);
  await begun.promise;
  const putting = sql`insert into place values (9, ${"kept"}::text) ${prepared}`.execute(db);
  go.resolve();
  expect(await undone).toBe("Error: undone");
  await putting;
  expect(await places()).toEqual([{ id: 9, taken_by: "kept" }]);
});

test("a marked statement within a transaction is part of it", async () => {
  const put = async (by: Database) => sql`insert into place values (7, 'undone') ${prepared}`.execute(by);
  const undone = db.transaction().execute(async (transaction) => {
    await put(transaction);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await places()).toEqual([]);
});

test("a transaction and a marked statement fail on a database that was closed meanwhile", async () => {
  const own = await testDatabase();
  const { db: closed } = await connectDatabase(own.source);
  await sql`select 1`.execute(closed);
  // As if a periodic task were running while the server stops.
  if ("pglite" in own.source) await own.source.pglite.close();
  else await closed.destroy();
  const work = () => closed.transaction().execute((transaction) => sql`select 1`.execute(transaction));
  await expect(work()).rejects.toThrow(/closed|destroyed/);
  await expect(sql`select 1 ${prepared}`.execute(closed)).rejects.toThrow(/closed|destroyed/);
  await own.remove();
});
