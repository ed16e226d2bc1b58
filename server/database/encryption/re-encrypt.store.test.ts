import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseTestDataKeys, dataKeySettings } from "../../testing/encryption/test-keyring.ts";
import { openTestDatabase } from "../../testing/database/test-database.ts";
import { recordStatements } from "../../testing/database/record-statements.ts";
import { checkDataKeys } from "./data-keys.ts";
import { generateDataKey } from "./key-file.ts";
import { reEncrypt, reEncryptIfDue } from "./re-encrypt.ts";
import { Keyring } from "./keyring.ts";

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
const keyring = new Keyring(parseTestDataKeys(dataKeySettings.DATA_KEYS));
beforeAll(async () => {
  opened = await openTestDatabase();
  await checkDataKeys(opened.db, keyring);
});
afterAll(() => opened.close());

/** More rows than one step reads. */
const ROWS = 2_300;
async function addPeople(): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_one, at) => ({
    id: String(at),
    mobile: keyring.encrypt(`139${10_000_000 + at}`, "user", `i${at}`),
  }));
  await sql`
    insert into app_user (user_id, idp_id, open_id, mobile, nickname, created_time, updated_time)
    select r.id, 'i' || r.id, 'o' || r.id, r.mobile, 'x', now(), now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, mobile text)`.execute(opened.db);
}
/** Keeps a standby key that a process begins to encrypt with during the re-encryption. */
async function forgetsNoneInUse(keys: string): Promise<void> {
  const { db } = opened;
  const latest = new Keyring(parseTestDataKeys(`d:${generateDataKey()},${keys},c:${generateDataKey()}`));
  await checkDataKeys(db, latest);
  const seal = latest.encrypt.bind(latest);
  const begun: Promise<unknown>[] = [];
  latest.encrypt = (...given) => {
    if (begun.length === 0)
      begun.push(sql`update data_key set used_time = now() where key_id = 'c'`.execute(db));
    return seal(...given);
  };
  expect((await reEncrypt(db, latest)).done).toBe(ROWS);
  const { rows } = await sql<{ key_id: string }>`
    select key_id from data_key where key_id <> 'lookup' order by key_id`.execute(db);
  expect(rows.map(({ key_id }) => key_id)).toEqual(["c", "d"]);
}
const causedBy = (run: () => Promise<unknown>) => recordStatements(opened.db.getExecutor(), run);

test("the hourly run reads no rows if everything is encrypted with one key and bound; with a new key one process re-encrypts in steps", async () => {
  const { db } = opened;
  await addPeople();
  const idle = await causedBy(() => reEncryptIfDue(db, keyring));
  expect(idle.filter((text) => !text.includes("data_key"))).toEqual([]);

  const keys = `b:${generateDataKey()},${dataKeySettings.DATA_KEYS}`;
  const newer = new Keyring(parseTestDataKeys(keys));
  await checkDataKeys(db, newer);
  // A process of the previous version that still runs undoes nothing and removes no key.
  expect(await reEncryptIfDue(db, keyring)).toEqual({ done: 0, broken: 0 });
  const noted = await sql`select key_id from data_key where key_id = 'b'`.execute(db);
  expect(noted.rows).toHaveLength(1);
  const results: unknown[] = [];
  const turn = async () => void results.push(await reEncryptIfDue(db, newer));
  const busy = await causedBy(turn);
  const reading = busy.filter((text) => text.includes('from "app_user"'));
  expect(reading.length).toBeGreaterThanOrEqual(3);
  expect(busy.filter((text) => text.includes("array[") && !/ limit \$\d+$/.test(text))).toEqual([]);
  // The claim of a moment ago is still valid, so this run leaves the unbound rows to a later one.
  await sql`update data_key set bound_time = null`.execute(db);
  const again = await causedBy(turn);
  expect(again.filter((text) => !text.includes("data_key"))).toEqual([]);
  await sql`update data_key set looked_time = now() - interval '1 hour'`.execute(db);
  await turn();
  expect(results).toEqual([
    { done: ROWS, broken: 0 },
    { done: 0, broken: 0 },
    { done: 0, broken: 0 },
  ]);
  const { rows } = await sql`select key_id, bound_time is not null as is_bound from data_key
    where key_id <> 'lookup'`.execute(db);
  expect(rows).toEqual([{ key_id: "b", is_bound: true }]);
  await forgetsNoneInUse(keys);
});
