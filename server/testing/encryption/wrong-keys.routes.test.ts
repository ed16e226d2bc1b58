import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { generateDataKey } from "../../database/encryption/key-file.ts";
import { testApp, type TestApp } from "../app.ts";

const [a, b] = [`a:${generateDataKey()}`, `b:${generateDataKey()}`];
let first: TestApp;
/** Further servers on the same database; they close before the first one. */
const others: TestApp[] = [];
beforeAll(async () => {
  first = await testApp({ settings: { DATA_KEYS: a } });
});
afterAll(async () => {
  for (const one of others) await one.close();
  await first.close();
});
const beside = async (settings: Record<string, string>): Promise<TestApp> => {
  const one = await testApp({ beside: first, settings });
  others.push(one);
  return one;
};
const known = async () =>
  (
    await sql<{ key_id: string }>`select key_id from data_key order by key_id`.execute(first.context.db)
  ).rows.map(({ key_id }) => key_id);

beforeEach(() => sql`delete from data_key where key_id not in ('a', 'lookup')`.execute(first.context.db));

test("a server with foreign keys changes nothing: servers with the right ones still start", async () => {
  expect(await known()).toEqual(["a", "lookup"]);
  await expect(beside({ DATA_KEYS: b })).rejects.toThrow(/^DATA_KEYS lacks the key a/);
  await expect(beside({ DATA_KEYS: `${b},a:${generateDataKey()}` })).rejects.toThrow(
    /^DATA_KEYS: a is not the key/,
  );
  await expect(beside({ DATA_KEYS: `${b},${a}`, DATA_LOOKUP_KEY: generateDataKey() })).rejects.toThrow(
    /^DATA_LOOKUP_KEY: lookup is not the key/,
  );
  expect(await known()).toEqual(["a", "lookup"]);
  await beside({ DATA_KEYS: a });
  // A process with the known keys and its own registers its own.
  await beside({ DATA_KEYS: `${b},${a}` });
  expect(await known()).toEqual(["a", "b", "lookup"]);
});

test("a standby key is not required until a server may have encrypted with it, and must be the same key then", async () => {
  const c = `c:${generateDataKey()}`;
  await beside({ DATA_KEYS: `${b},${a},${c}` });
  expect(await known()).toEqual(["a", "b", "c", "lookup"]);
  // A process on a machine without the new key, or one whose parent started before.
  await beside({ DATA_KEYS: `${b},${a}` });
  await expect(beside({ DATA_KEYS: `${b},${a},c:${generateDataKey()}` })).rejects.toThrow(
    /^DATA_KEYS: c is not the key/,
  );
  await beside({ DATA_KEYS: `${c},${b},${a}` });
  await expect(beside({ DATA_KEYS: `${b},${a}` })).rejects.toThrow(/^DATA_KEYS lacks the key c/);
  await beside({ DATA_KEYS: `${b},${a},${c}` });
});
