import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { showUser } from "#contract/session/session.ts";
import { showSignUp } from "#contract/signup/signup.ts";
import { newId } from "../../core/ids.ts";
import { signUpWriter } from "../../signup/index.ts";
import { testApp, type TestApp } from "../app.ts";
import { testKeyring } from "./test-keyring.ts";
import { sampleSignUp } from "../samples/sample-sign-up.ts";
import { sampleActivity } from "../samples/sample-activity.ts";
import { areAllRowsBound } from "../../database/encryption/data-keys.ts";
import { reEncrypt } from "../../database/encryption/re-encrypt.ts";

const activityId = "1000000000000090001";
const told = {
  status: 200,
  code: "SEAL_BROKEN",
  message: "这条资料没有通过完整性校验，已停止使用，请联系客服处理",
};
type Somebody = { token: string; userId: string; name: string; mobile: string };
let app: TestApp;
let people: [Somebody, Somebody, Somebody];
beforeAll(async () => {
  app = await testApp();
  await app.modules.activities.addActivities([sampleActivity(app.context.clock.now(), { activityId })]);
  const somebody = async (name: string, mobile: string): Promise<Somebody> => {
    const { token, userId } = await app.login(mobile);
    const created_time = new Date(app.context.clock.now());
    const wish = sampleSignUp(userId, { name, mobile, created_time, signup_id: newId() });
    expect((await signUpWriter(app.context.db).add(activityId, wish)).seat).toBe("seat");
    return { token, userId, name, mobile };
  };
  people = [
    await somebody("欧阳一", "13712345671"),
    await somebody("欧阳二", "13712345672"),
    await somebody("欧阳三", "13712345673"),
  ];
});
/** Further servers on the same database; they close before the first one. */
const others: TestApp[] = [];
const beside = async (): Promise<TestApp> => {
  const one = await testApp({ beside: app });
  others.push(one);
  return one;
};
afterAll(async () => {
  for (const one of others) await one.close();
  await app.close();
});

const ticketOf = ({ token }: Somebody, on = app) => on.call(showSignUp, { activityId }, { token });
/** Attack with the database's password: exchanges the encrypted texts of two rows. */
const swap = (table: "signup" | "app_user", column: "person" | "mobile"): Promise<unknown> => {
  const ids = [people[0].userId, people[1].userId];
  return sql`
    update ${sql.table(table)} a set ${sql.ref(column)} = b.${sql.ref(column)} from ${sql.table(table)} b
    where a.user_id = any(${ids}::text[]) and b.user_id = any(${ids}::text[]) and a.user_id <> b.user_id`.execute(
    app.context.db,
  );
};
const setPerson = (userId: string, text: string): Promise<unknown> =>
  sql`update signup set person = ${text}::text where user_id = ${userId}`.execute(app.context.db);

test("exchanged ciphertexts of two rows are reported by code and reveal nothing; a third row stays readable", async () => {
  const [one, other, third] = people;
  await swap("signup", "person");
  for (const somebody of [one, other]) {
    const answer = await ticketOf(somebody);
    expect(answer).toMatchObject(told);
    expect(JSON.stringify(answer)).not.toMatch(/欧阳|1371234567/);
  }
  expect((await ticketOf(third)).data.ticket).toMatchObject({ name: third.name });
  await swap("signup", "person");
  expect((await ticketOf(one)).data.ticket).toMatchObject({ name: one.name });

  await swap("app_user", "mobile");
  const all = await Promise.all(people.map(({ token }) => app.call(showUser, {}, { token })));
  // Sessions are looked up in batches; an intact row is not refused with the others.
  expect(all.map(({ code }) => code)).toEqual([told.code, told.code, "00"]);
  expect(JSON.stringify(all.slice(0, 2))).not.toMatch(/1371234567/);
  await swap("app_user", "mobile");
  expect((await app.call(showUser, {}, { token: one.token })).code).toBe("00");
});

test("texts of another column, unbound texts and unencrypted texts are rejected in a bound database", async () => {
  const [one] = people;
  const { rows } = await sql<{ kept: string }>`
    select person as kept from signup where user_id = ${one.userId}`.execute(app.context.db);
  const { rows: mobiles } = await sql<{ kept: string }>`
    select mobile as kept from app_user where user_id = ${one.userId}`.execute(app.context.db);
  const person = JSON.stringify({ name: "某", mobile: one.mobile, answers: {}, body_hash: "h" });
  for (const text of [mobiles[0]?.kept ?? "", testKeyring().encrypt(person, null), person]) {
    await setPerson(one.userId, text);
    expect(await ticketOf(one)).toMatchObject(told);
  }
  await setPerson(one.userId, rows[0]?.kept ?? "");
  expect((await ticketOf(one)).data.ticket).toMatchObject({ name: one.name });
});

test("unbound texts of an older version are decrypted, bound by re-encryption, and rejected once all are bound", async () => {
  const { db } = app.context;
  const [one] = people;
  const person = JSON.stringify({ name: one.name, mobile: one.mobile, answers: {}, body_hash: "h" });
  const unbound = testKeyring().encrypt(person, null);
  await sql`update data_key set bound_time = null`.execute(db);
  await setPerson(one.userId, unbound);
  const older = await beside();
  expect((await ticketOf(one, older)).data.ticket).toMatchObject({ name: one.name });
  const keyring = testKeyring();
  expect(await areAllRowsBound(db)).toBe(false);
  // A text that cannot be decrypted does not stop the others from being bound, and is counted.
  await sql`update signup set checked_in_by = '~t1.AAAA' where user_id = ${one.userId}`.execute(db);
  expect(await reEncrypt(db, keyring)).toEqual({ done: 1, broken: 1 });
  expect(await reEncrypt(db, keyring)).toEqual({ done: 0, broken: 1 });
  expect(await areAllRowsBound(db)).toBe(false);
  await sql`update signup set checked_in_by = null where user_id = ${one.userId}`.execute(db);
  expect(await reEncrypt(db, keyring)).toEqual({ done: 0, broken: 0 });
  expect((await ticketOf(one, older)).data.ticket).toMatchObject({ name: one.name });
  await setPerson(one.userId, unbound);
  const newer = await beside();
  expect(await ticketOf(one, newer)).toMatchObject(told);
});
