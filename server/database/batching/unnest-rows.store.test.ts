import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase } from "../../testing/database/test-database.ts";
import { encodeTextArray, unnestRows, type UnnestColumn } from "./unnest-rows.ts";

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const odd = ['a "b"', "\\", "{,}", "NULL", "", "林晓岚 🚗 é", " x\n\t", null, undefined] as const;

it("L13 values arrive unchanged: quotes, backslashes, braces, commas, the word NULL, wide characters, null", async () => {
  const back = async (values: readonly (string | null | undefined)[]) => {
    const { rows } = await sql<{ values: (string | null)[] }>`
      select ${encodeTextArray(values)}::text[] as values`.execute(opened.db);
    return rows[0]?.values;
  };
  expect(await back(odd)).toEqual(odd.map((value) => value ?? null));
  expect(await back(["1"])).toEqual(["1"]);
  expect(await back([null, undefined])).toEqual([null, null]);
});

it("L13 rows arrive unchanged, each value with its column's type", async () => {
  type One = { readonly id: string; readonly text: string | null | undefined; readonly at: Date };
  const columns: Readonly<Record<string, UnnestColumn<One>>> = {
    id: { type: "text", of: ({ id }) => id },
    text: { type: "text", of: ({ text }) => text },
    json: { type: "jsonb", of: ({ text }) => JSON.stringify({ text: text ?? null }) },
    at: { type: "timestamptz", of: ({ at }) => at.toISOString() },
  };
  const at = new Date("2026-11-25T08:00:00.123Z");
  const given = odd.map((text, index) => ({ id: String(index), text, at }));
  const { rows } = await sql`select * from ${unnestRows(given, columns)} order by id`.execute(opened.db);
  expect(rows).toEqual(
    given.map(({ id, text }) => ({ id, text: text ?? null, json: { text: text ?? null }, at })),
  );
});
