import { PGlite } from "@electric-sql/pglite";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testKeyring } from "../../testing/encryption/test-keyring.ts";
import { dumpRows, decryptAllTexts, linesContaining } from "../../testing/encryption/dump-rows.ts";
import { checkDataKeys, areAllRowsBound } from "../encryption/data-keys.ts";
import { connectDatabase } from "../connection/database.ts";
import { migrate } from "./migrate.ts";
import { lookupKeyParameter } from "../encryption/encrypted-columns.ts";
import { reEncrypt } from "../encryption/re-encrypt.ts";

const [mobile, vin, name] = ["13712345678", "LSVAA1234A1234567", "欧阳密"];
/** Rows as an older version stored them. */
const plain = `
insert into app_user (user_id, idp_id, open_id, mobile, nickname, created_time, updated_time)
  select 'u' || n, 'i' || n, 'o' || n, case n when 1 then '${mobile}' when 2 then null else '136' || (10000000 + n) end, 'x', now(), now()
  from generate_series(1, 2100) n;
insert into identity_account (account_id, mobile, nickname, created_time, updated_time) values ('a1', '${mobile}', 'x', now(), now()), ('a2', null, 'x', now(), now());
insert into verified_owner values ('${mobile}', '{e7}');
insert into person_field values ('${mobile}', 'score', '92');
insert into activity select '1', 't', 's', 'c', 'localoffline', 1, 'l', null, 's', 'p', 'n', now(), now(), now(), now(), now(), now(), '310000', '310100', 'a', 1, 1, 1, 9, 1, '{}', '{}', 'f', null, 'c', '[]', '[]', '[]', 'r', '{}', 'signup', '{}', true;
insert into signup (activity_id, user_id, signup_id, ticket_code, status, name, mobile, answers, channel, body_hash, created_time)
  select '1', 'u' || n, 's' || n, 't' || n, 'confirmed', '${name}', '${mobile}', '{"remark":"${name}"}', '{}', 'h' || n, now() from generate_series(1, 1500) n;
insert into waitlist (activity_id, user_id, signup_id, ticket_code, state, name, mobile, answers, channel, body_hash, joined_time)
  values ('1', 'u1501', 's1501', 't1501', 'waiting', '${name}', '${mobile}', '{}', '{}', 'h', now());
insert into lead (activity_id, mobile, lead_id, user_id, name, province_code, city_code, answers, consent_version, consent_time, first_touch, last_touch, body_hash, created_time, updated_time)
  values ('1', '${mobile}', 'l1', 'u1', '${name}', '31', '3101', '{}', '1', now(), '{}', '{}', 'h', now(), now()),
    ('1', null, 'l2', 'u1', null, '31', '3101', '{}', '1', now(), '{}', '{}', 'h', now(), now());
insert into series values ('e7', 'E7', '/', 1);
insert into owner_application (application_id, user_id, mobile, vin, series_code, consent_version, status, created_time)
  values ('o1', 'u1', '${mobile}', '${vin}', 'e7', '1', 2, now())`;

test("the migration encrypts unencrypted rows, all or none, and they can be looked up", async () => {
  const pglite = await PGlite.create();
  const { db } = await connectDatabase({ pglite }, testKeyring());
  await migrate(db, testKeyring(), "0037_content_change");
  for (const statement of plain.split(";\n")) await sql.raw(statement).execute(db);
  // Without keys the migration fails and changes nothing.
  await expect(migrate(db)).rejects.toThrow(/without data keys/);
  expect(linesContaining(await dumpRows(db), [mobile]).length).toBeGreaterThan(1_500);

  await migrate(db, testKeyring());
  expect(linesContaining(await dumpRows(db), [mobile, vin, name])).toEqual([]);
  const rowsOf = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows;
  const key = lookupKeyParameter(mobile);
  expect(await rowsOf(sql`select user_id, mobile from app_user where mobile_key = ${key}`)).toEqual([
    { user_id: "u1", mobile },
  ]);
  expect(await rowsOf(sql`select mobile from app_user where user_id = 'u2'`)).toEqual([{ mobile: null }]);
  expect(await rowsOf(sql`select person from signup where mobile_key = ${key}`)).toHaveLength(1_500);
  expect(await rowsOf(sql`select person from signup where signup_id = 's1500'`)).toEqual([
    { name, mobile, answers: { remark: name }, body_hash: "h1500" },
  ]);
  expect(await rowsOf(sql`select person, lead_id from lead where mobile_key = ${key}`)).toMatchObject([
    { lead_id: "l1", name, mobile },
  ]);
  expect(
    await rowsOf(sql`select mobile, vin from owner_application where vin_key = ${lookupKeyParameter(vin)}`),
  ).toEqual([{ mobile, vin }]);
  expect(await rowsOf(sql`select series_codes from verified_owner where mobile_key = ${key}`)).toHaveLength(
    1,
  );
  expect(await rowsOf(sql`select value from person_field where mobile_key = ${key}`)).toHaveLength(1);

  // Re-encryption binds the texts to their rows; a second run finds nothing to do and records that.
  const keyring = testKeyring();
  await checkDataKeys(db, keyring);
  expect(await areAllRowsBound(db)).toBe(false);
  const { done, broken } = await reEncrypt(db, keyring);
  expect([done > 3_000, broken, await areAllRowsBound(db)]).toEqual([true, 0, true]);
  expect(linesContaining(await decryptAllTexts(db, keyring), [name]).length).toBeGreaterThan(1_500);
  expect(keyring.decrypt(keyring.encrypt("x", null), () => null)).toBe("x");
  expect(await reEncrypt(db, keyring)).toEqual({ done: 0, broken: 0 });
  expect(() => keyring.decrypt(keyring.encrypt("x", null), () => null)).toThrow(/bound to no row/);
  expect(await rowsOf(sql`select person, signup_id from signup where signup_id = 's1500'`)).toMatchObject([
    { name, mobile },
  ]);
  await db.destroy();
});
