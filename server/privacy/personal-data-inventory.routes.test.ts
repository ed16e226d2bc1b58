import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportPersonalData } from "#contract/privacy/privacy.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { createFullPerson, fullPersonSettings, type FullPerson } from "../testing/erasure/full-person.ts";
import { personalDataInventory } from "./personal-data-inventory-store.ts";
import { nonPersonalTables } from "./non-personal-tables.ts";
import { privacyMessages } from "./messages.ts";

let app: TestApp;
let she: FullPerson;
beforeAll(async () => {
  app = await testApp({ settings: fullPersonSettings });
  she = await createFullPerson(app);
});
afterAll(() => app.close());

/** Lists all tables of the database without partitions. */
async function tables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select t.table_name::text as name from information_schema.tables t
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and not exists (select 1 from pg_inherits i join pg_class c on c.oid = i.inhrelid where c.relname = t.table_name)
    order by 1`.execute(app.context.db);
  return rows.map(({ name }) => name);
}

test("every table is listed, either with its personal data and treatment or with the reason why it has none", async () => {
  const named = [...personalDataInventory.map(({ table }) => table), ...Object.keys(nonPersonalTables)];
  expect(new Set(named).size).toBe(named.length);
  expect(named.toSorted()).toEqual(await tables());
  expect(Object.keys(privacyMessages.titles).toSorted()).toEqual(
    personalDataInventory.map(({ table }) => table).toSorted(),
  );
});

test("no table listed without personal data has a column that refers to a person", async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct table_name::text || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('user_id', 'member_id', 'account_id', 'open_id', 'login_id',
      'distinct_id', 'anonymous_id', 'mobile', 'mobile_key', 'mobile_hash', 'vin', 'person', 'guest', 'friend_id', 'actor_id')
    and table_name = any(${Object.keys(nonPersonalTables)}::text[])`.execute(app.context.db);
  expect(rows).toEqual([]);
});

test("a person who has used every feature has a row in every table with personal data", async () => {
  const { sections } = (await app.call(exportPersonalData, {}, { token: she.token })).data;
  const names = sections.map(({ name }) => name);
  const notShown = personalDataInventory
    .filter(({ exportCondition }) => exportCondition === null)
    .map(({ table }) => table);
  const expected = personalDataInventory
    .map(({ table }) => table)
    .filter((table) => !notShown.includes(table));
  // The second export contains the audit entry of the first.
  const again = (await app.call(exportPersonalData, {}, { token: she.token })).data.sections;
  expect([...new Set([...names, ...again.map(({ name }) => name)])].toSorted()).toEqual(expected.toSorted());
});
