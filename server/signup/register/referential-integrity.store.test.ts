import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../database/connection/database.ts";
import { newId } from "../../core/ids.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { addPeople } from "../../testing/races/race-people.ts";
import { sampleSignUp } from "../../testing/samples/sample-sign-up.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { waitForLockWaiter } from "../../testing/database/wait-for-lock.ts";
import { newSignUpRows } from "./bulk-insert-store.ts";

// The same guarantees as foreign keys, by triggers that check once per statement (migration 0091).
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function open(): Promise<string> {
  const activityId = newId();
  await app.modules.activities.addActivities([sampleActivity(Date.now(), { activityId, quota: null })]);
  return activityId;
}
/** Adds people without a session, so that they can be deleted. */
async function people(count: number): Promise<string[]> {
  const ids = (await addPeople(app.context.db, count)).map(({ userId }) => userId);
  await sql`delete from user_session where user_id = any(${ids}::text[])`.execute(app.context.db);
  return ids;
}
const write = (db: Database, id: string, userIds: readonly string[]) =>
  sql`insert into signup (activity_id, status, user_id, signup_id, ticket_code, mobile_key, channel, created_time)
    select ${id}, 'confirmed', user_id, signup_id, ticket_code, mobile_key, channel, created_time
    from ${newSignUpRows(userIds.map((userId) => sampleSignUp(userId)))}`.execute(db);
const remove = (db: Database, userId: string) =>
  sql`delete from app_user where user_id = ${userId}`.execute(db);
async function signedUp(id: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from signup where activity_id = ${id} order by user_id`.execute(app.context.db);
  return rows.map(({ user_id }) => user_id);
}
const refused = { code: "23503" };

test("L10 a sign-up of an unknown user or activity fails the whole statement", async () => {
  const id = await open();
  const [one = "", two = ""] = await people(2);
  await expect(write(app.context.db, id, [one, newId()])).rejects.toMatchObject(refused);
  await expect(write(app.context.db, newId(), [one])).rejects.toMatchObject(refused);
  expect(await signedUp(id)).toEqual([]);
  await write(app.context.db, id, [one, two]);
  expect(await signedUp(id)).toEqual([one, two].toSorted());
});

test("L10 a sign-up cannot be moved to an unknown user or activity, and its user and activity cannot be deleted", async () => {
  const id = await open();
  const [one = "", other = ""] = await people(2);
  await write(app.context.db, id, [one]);
  const { db } = app.context;
  const moveTo = (userId: string) =>
    sql`update signup set user_id = ${userId} where activity_id = ${id}`.execute(db);
  await expect(moveTo(newId())).rejects.toMatchObject(refused);
  await expect(
    sql`update signup set activity_id = ${newId()} where activity_id = ${id}`.execute(db),
  ).rejects.toMatchObject(refused);
  await expect(remove(db, one)).rejects.toMatchObject(refused);
  await expect(sql`delete from activity where activity_id = ${id}`.execute(db)).rejects.toMatchObject(
    refused,
  );
  await moveTo(other);
  await remove(db, one);
  expect(await signedUp(id)).toEqual([other]);
});

/** Runs `second` while the transaction of `first` is open, and commits it once `second` waits or is done. */
async function interleave(
  first: (db: Database) => Promise<unknown>,
  second: (db: Database) => Promise<unknown>,
) {
  const [isDone, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const one = app.context.db.transaction().execute(async (db) => {
    await first(db);
    isDone.resolve();
    await mayCommit.promise;
  });
  await isDone.promise;
  const other = second(app.context.db).then(
    () => "done",
    ({ code }: { code?: string }) => code,
  );
  await Promise.race([waitForLockWaiter(app), other]);
  mayCommit.resolve();
  await one;
  return other;
}

test("L10 a sign-up during the deletion of its user waits and fails; a deletion during the sign-up fails", async () => {
  const id = await open();
  const [one = "", two = ""] = await people(2);
  expect(
    await interleave(
      (db) => remove(db, one),
      (db) => write(db, id, [one]),
    ),
  ).toBe(refused.code);
  expect(
    await interleave(
      (db) => write(db, id, [two]),
      (db) => remove(db, two),
    ),
  ).toBe(refused.code);
  expect(await signedUp(id)).toEqual([two]);
});

test("L10 without these triggers there are sign-ups of unknown users", async () => {
  const id = await open();
  const [one = "", two = ""] = await people(2);
  const { db } = app.context;
  const set = (how: "disable" | "enable") =>
    Promise.all([
      sql`alter table signup ${sql.raw(how)} trigger signup_belongs`.execute(db),
      sql`alter table app_user ${sql.raw(how)} trigger app_user_has_no_sign_ups`.execute(db),
    ]);
  await set("disable");
  try {
    await interleave(
      (inner) => remove(inner, one),
      (inner) => write(inner, id, [one]),
    );
    await interleave(
      (inner) => write(inner, id, [two]),
      (inner) => remove(inner, two),
    );
    expect(await signedUp(id)).toEqual([one, two].toSorted());
  } finally {
    await set("enable");
  }
});
