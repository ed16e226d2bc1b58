import { PGlite } from "@electric-sql/pglite";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testVault } from "../testing/data-keys.ts";
import { everyRow, everySealedText, naming } from "../testing/every-row.ts";
import { checkDataKeys, isAllBound } from "./data-keys.ts";
import { openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { lookupKey } from "./personal.ts";
import { reseal } from "./reseal.ts";

const [mobile, vin, name] = ["13712345678", "LSVAA1234A1234567", "欧阳密"];
/** As an installation of before kept it. */
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

test("an installation's plain rows are sealed by the migration, all or none, and found again", async () => {
  const pglite = await PGlite.create();
  const { db } = await openDatabase({ pglite }, testVault());
  await migrate(db, testVault(), "0037_content_change");
  for (const statement of plain.split(";\n")) await sql.raw(statement).execute(db);
  // Without keys it fails, and nothing has happened.
  await expect(migrate(db)).rejects.toThrow(/without data keys/);
  expect(naming(await everyRow(db), [mobile]).length).toBeGreaterThan(1_500);

  await migrate(db, testVault());
  expect(naming(await everyRow(db), [mobile, vin, name])).toEqual([]);
  const rowsOf = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows;
  const key = lookupKey(mobile);
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
    await rowsOf(sql`select mobile, vin from owner_application where vin_key = ${lookupKey(vin)}`),
  ).toEqual([{ mobile, vin }]);
  expect(await rowsOf(sql`select series_codes from verified_owner where mobile_key = ${key}`)).toHaveLength(
    1,
  );
  expect(await rowsOf(sql`select value from person_field where mobile_key = ${key}`)).toHaveLength(1);

  // Bound to their rows they are by what seals anew; it finds nothing to do the next time, and notes it.
  const vault = testVault();
  await checkDataKeys(db, vault);
  expect(await isAllBound(db)).toBe(false);
  const { done, broken } = await reseal(db, vault);
  expect([done > 3_000, broken, await isAllBound(db)]).toEqual([true, 0, true]);
  expect(naming(await everySealedText(db, vault), [name]).length).toBeGreaterThan(1_500);
  expect(vault.open(vault.seal("x", null), () => null)).toBe("x");
  expect(await reseal(db, vault)).toEqual({ done: 0, broken: 0 });
  expect(() => vault.open(vault.seal("x", null), () => null)).toThrow(/bound to no row/);
  expect(await rowsOf(sql`select person, signup_id from signup where signup_id = 's1500'`)).toMatchObject([
    { name, mobile },
  ]);
  await db.destroy();
});
