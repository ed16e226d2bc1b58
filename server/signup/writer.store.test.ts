import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { addPeople } from "../testing/races/people.ts";
import { newSignUp } from "../testing/sample-sign-up.ts";
import { sampleActivity } from "../testing/sample.ts";
import { signUpWriter } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function open(quota: number | null): Promise<string> {
  const activityId = newId();
  await app.doors.activities.addActivities([sampleActivity(Date.now(), { activityId, quota })]);
  return activityId;
}
async function counts(id: string): Promise<{ taken: number; rows: number }> {
  const { rows } = await sql<{ taken: number; rows: number }>`
    select taken, (select count(*)::int from signup where activity_id = ${id}) as rows
    from activity where activity_id = ${id}`.execute(app.kit.db);
  return rows[0] ?? { taken: -1, rows: -1 };
}
/** Until somebody waits for a lock; an embedded database has one connection, for which they wait outside. */
async function someoneWaits(): Promise<void> {
  for (let tries = 0; tries < 500 && app.kit.databaseKind === "postgres"; tries++) {
    const { rows } = await sql`select 1 from pg_locks where not granted`.execute(app.kit.db);
    if (rows.length > 0) return;
    await setTimeout(10);
  }
}

/** Another process has taken two of three seats and not committed it yet, when a batch of two comes. */
async function twoComeLate(isGuarded: boolean): Promise<{ given: number; rows: number }> {
  const id = await open(3);
  const people = await addPeople(app.kit.db, 2);
  const [isTaken, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const other = app.kit.db.transaction().execute(async (db) => {
    await sql`update activity set taken = taken + 2 where activity_id = ${id}`.execute(db);
    isTaken.resolve();
    await mayCommit.promise;
  });
  await isTaken.promise;
  const writer = signUpWriter(app.kit.db, { isGuarded });
  const writing = Promise.all(people.map(({ userId }) => writer.add(id, newSignUp(userId))));
  await someoneWaits();
  mayCommit.resolve();
  const written = await writing;
  await other;
  return { given: written.filter(({ seat }) => seat === "seat").length, rows: (await counts(id)).rows };
}
test("L10 a batch that is one statement waits for who holds the activity, and counts what they took", async () => {
  expect(await twoComeLate(true)).toEqual({ given: 1, rows: 1 });
});
test("L10 with its lock taken out it gives out what is gone, where statements run side by side", async () => {
  const most = app.kit.databaseKind === "postgres" ? 2 : 1;
  expect(await twoComeLate(false)).toEqual({ given: most, rows: most });
});

test("L10 L11 many processes' batches at once: everybody once, and as many counted as there are", async () => {
  const id = await open(null);
  const people = await addPeople(app.kit.db, 120);
  const writers = Array.from({ length: 4 }, () => signUpWriter(app.kit.db));
  // Everybody at three of them, a few at a time, so that batches of all sizes meet.
  const written = await Promise.all(
    people.flatMap(({ userId }, at) =>
      writers.slice(0, 3).map(async (_one, turn) => {
        await setTimeout(at % 40);
        return writers[(at + turn) % 4]?.add(id, newSignUp(userId));
      }),
    ),
  );
  expect(written.filter((one) => one?.seat === "seat")).toHaveLength(120);
  expect(new Set(written.map((one) => one?.row?.signup_id)).size).toBe(120);
  expect(await counts(id)).toEqual({ taken: 120, rows: 120 });
});

test("L11 somebody twice in a batch, and somebody who is signed up already: one record, one seat", async () => {
  const id = await open(4);
  const [one, other] = await addPeople(app.kit.db, 2);
  const writer = signUpWriter(app.kit.db);
  const first = await writer.add(id, newSignUp(one?.userId ?? ""));
  const again = await Promise.all(
    [one, other, other].map((person) => writer.add(id, newSignUp(person?.userId ?? ""))),
  );
  expect(again.map(({ seat }) => seat)).toEqual(["again", "seat", "again"]);
  expect(again[0]?.row?.signup_id).toBe(first.row?.signup_id);
  expect(again[2]?.row?.signup_id).toBe(again[1]?.row?.signup_id);
  expect(await counts(id)).toEqual({ taken: 2, rows: 2 });
});
