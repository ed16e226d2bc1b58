import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listAddresses } from "#contract/mall/address.ts";
import { encryptedColumns } from "../../database/encryption/encryption-bindings.ts";
import { testApp, type TestApp } from "../app.ts";
import { shop } from "../erasure/full-shopper.ts";

let app: TestApp;
let people: { readonly token: string; readonly userId: string }[];
beforeAll(async () => {
  app = await testApp();
  people = [await app.login("13712349001"), await app.login("13712349002")];
  for (const who of people) await shop(app, who);
});
afterAll(() => app.close());

const ofMall = encryptedColumns.filter(({ table }) =>
  ["address", "mall_order", "order_note", "after_sale"].includes(table),
);
/** Attack with the database's password: each row of a table gets the encrypted text of the row after it. */
const exchange = (table: string, column: string, key: string): Promise<unknown> =>
  sql`
    with r as (
      select ${sql.ref(key)} as id, ${sql.ref(column)} as text,
        row_number() over (order by ${sql.ref(key)}) as n, count(*) over () as c
      from ${sql.table(table)} where ${sql.ref(column)} is not null
    )
    update ${sql.table(table)} t set ${sql.ref(column)} = b.text
    from r a join r b on b.n = a.n % a.c + 1 where t.${sql.ref(key)} = a.id`.execute(app.context.db);
/** Reads a column of all rows. @returns the texts, or the name of the error that reading one throws */
async function read(table: string, column: string): Promise<string[]> {
  // As results have it: every column of the row.
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(app.context.db);
  return rows.map((row) => {
    try {
      return typeof row[column];
    } catch (error) {
      return error instanceof Error ? error.constructor.name : "";
    }
  });
}

test.each(ofMall.map(({ table, column, keys: [key = ""] }) => ({ table, column, key })))(
  "MA99 an encrypted text of $table.$column opens in its own row only",
  async ({ table, column, key }) => {
    const before = await read(table, column);
    expect(before.length).toBeGreaterThanOrEqual(2);
    expect(new Set(before)).toEqual(new Set(["string"]));
    await exchange(table, column, key);
    expect(await read(table, column)).toEqual(before.map(() => "DecryptionError"));
    for (const _ of before.slice(1)) await exchange(table, column, key);
    expect(await read(table, column)).toEqual(before);
  },
);

test("MA99 an address of another row is answered by a code, and by nothing of it", async () => {
  await exchange("address", "recipient", "address_id");
  for (const { token } of people) {
    const answer = await app.call(listAddresses, {}, { token });
    expect([answer.status, answer.code]).toEqual([200, "SEAL_BROKEN"]);
    expect(JSON.stringify(answer)).not.toMatch(/收件独一|13712349876|独一无二路/);
  }
});
