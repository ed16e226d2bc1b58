import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../core/ids.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { addPeople } from "../../testing/races/race-people.ts";
import { sampleSignUp } from "../../testing/samples/sample-sign-up.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { waitForLockWaiter } from "../../testing/database/wait-for-lock.ts";
import { signUpWriter } from "../index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function open(quota: number | null, over: Parameters<typeof sampleActivity>[1] = {}): Promise<string> {
  const activityId = newId();
  await app.modules.activities.addActivities([sampleActivity(Date.now(), { activityId, quota, ...over })]);
  return activityId;
}
const session = (sessionId: string, quota: number) => ({
  sessionId,
  dealerId: null,
  startTime: Date.now() + 86_400_000,
  endTime: Date.now() + 90_000_000,
  taken: 0,
  quota,
});
/** Reads of each session: id, counter, number of sign-ups. */
async function sessionCounts(id: string): Promise<[string, number, number][]> {
  const { rows } = await sql<{ session_id: string; taken: number; rows: number }>`
    select s.session_id, s.taken, (select count(*)::int from signup u
      where u.activity_id = s.activity_id and u.session_id = s.session_id) as rows
    from activity_session s where s.activity_id = ${id} order by s.session_id`.execute(app.context.db);
  return rows.map(({ session_id, taken, rows: held }) => [session_id, taken, held]);
}
async function counts(id: string): Promise<{ taken: number; rows: number }> {
  const { rows } = await sql<{ taken: number; rows: number }>`
    select taken, (select count(*)::int from signup where activity_id = ${id}) as rows
    from activity where activity_id = ${id}`.execute(app.context.db);
  return rows[0] ?? { taken: -1, rows: -1 };
}
/** Writes a batch of two while another process has taken two of three seats and not committed yet. */
async function writeDuringActivityUpdate(isLocked: boolean): Promise<{ given: number; rows: number }> {
  const id = await open(3);
  const people = await addPeople(app.context.db, 2);
  const [isTaken, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const other = app.context.db.transaction().execute(async (db) => {
    await sql`update activity set taken = taken + 2 where activity_id = ${id}`.execute(db);
    isTaken.resolve();
    await mayCommit.promise;
  });
  await isTaken.promise;
  const writer = signUpWriter(app.context.db, { isLocked });
  const writing = Promise.all(people.map(({ userId }) => writer.add(id, sampleSignUp(userId))));
  await waitForLockWaiter(app);
  mayCommit.resolve();
  const written = await writing;
  await other;
  return { given: written.filter(({ seat }) => seat === "seat").length, rows: (await counts(id)).rows };
}
test("L10 a bulk insert waits for the lock of the activity and respects the seats taken meanwhile", async () => {
  expect(await writeDuringActivityUpdate(true)).toEqual({ given: 1, rows: 1 });
});
test("L10 without the lock a bulk insert oversells where statements run in parallel", async () => {
  const most = app.context.databaseKind === "postgres" ? 2 : 1;
  expect(await writeDuringActivityUpdate(false)).toEqual({ given: most, rows: most });
});

test("L10 nobody gets a seat beyond the limit of their flow process; other limits do not count for them", async () => {
  const id = await open(6);
  const people = await addPeople(app.context.db, 8);
  const writer = signUpWriter(app.context.db);
  const limits = [2, 2, 2, null, 4, 4, 9, null];
  const written = await Promise.all(
    people.map(({ userId }, at) => writer.add(id, sampleSignUp(userId, { seats_most: limits[at] ?? null }))),
  );
  const seats = ["seat", "seat", "limitFull", "seat", "seat", "limitFull", "seat", "seat"];
  expect(written.map(({ seat }) => seat)).toEqual(seats);
  expect(await counts(id)).toEqual({ taken: 6, rows: 6 });
});
test("L10 a batch within its process's limit is one statement, a larger one is allocated one by one", async () => {
  const id = await open(null);
  const people = await addPeople(app.context.db, 5);
  const writer = signUpWriter(app.context.db);
  const add = async (from: number, to: number) =>
    Promise.all(
      people.slice(from, to).map(({ userId }) => writer.add(id, sampleSignUp(userId, { seats_most: 3 }))),
    );
  expect((await add(0, 2)).map(({ seat }) => seat)).toEqual(["seat", "seat"]);
  expect((await add(2, 5)).map(({ seat }) => seat)).toEqual(["seat", "limitFull", "limitFull"]);
  expect(await counts(id)).toEqual({ taken: 3, rows: 3 });
});

test("L10 L11 parallel batches of many processes: one seat per person, and the counter is exact", async () => {
  const id = await open(null);
  const people = await addPeople(app.context.db, 120);
  const writers = Array.from({ length: 4 }, () => signUpWriter(app.context.db));
  // Each person signs up in three processes, a few people at a time, so that batches of all sizes collide.
  const written = await Promise.all(
    people.flatMap(({ userId }, at) =>
      writers.slice(0, 3).map(async (_one, turn) => {
        await setTimeout(at % 40);
        return writers[(at + turn) % 4]?.add(id, sampleSignUp(userId));
      }),
    ),
  );
  expect(written.filter((one) => one?.seat === "seat")).toHaveLength(120);
  expect(new Set(written.map((one) => one?.row?.signup_id)).size).toBe(120);
  expect(await counts(id)).toEqual({ taken: 120, rows: 120 });
});

test("L11 a person twice in a batch, or signed up already, has one record and one seat", async () => {
  const id = await open(4);
  const [one, other] = await addPeople(app.context.db, 2);
  const writer = signUpWriter(app.context.db);
  const first = await writer.add(id, sampleSignUp(one?.userId ?? ""));
  const again = await Promise.all(
    [one, other, other].map((person) => writer.add(id, sampleSignUp(person?.userId ?? ""))),
  );
  expect(again.map(({ seat }) => seat)).toEqual(["again", "seat", "again"]);
  expect(again[0]?.row?.signup_id).toBe(first.row?.signup_id);
  expect(again[2]?.row?.signup_id).toBe(again[1]?.row?.signup_id);
  expect(await counts(id)).toEqual({ taken: 2, rows: 2 });
});

/** The same for a session, whose row alone is locked by another process that moves two people into it. */
async function writeDuringSessionUpdate(isLocked: boolean): Promise<number> {
  const id = await open(null, { sessions: [session("1", 3)] });
  const people = await addPeople(app.context.db, 2);
  const [isTaken, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const other = app.context.db.transaction().execute(async (db) => {
    await sql`update activity_session set taken = taken + 2 where activity_id = ${id}`.execute(db);
    isTaken.resolve();
    await mayCommit.promise;
  });
  await isTaken.promise;
  const writer = signUpWriter(app.context.db, { isLocked });
  const writing = Promise.all(
    people.map(({ userId }) => writer.add(id, sampleSignUp(userId, { session_id: "1" }))),
  );
  await waitForLockWaiter(app);
  mayCommit.resolve();
  const written = await writing;
  await other;
  return written.filter(({ seat }) => seat === "seat").length;
}
test("L10 a bulk insert waits for the lock of a session and respects the seats taken meanwhile", async () => {
  expect(await writeDuringSessionUpdate(true)).toBe(1);
});
test("L10 without the lock a session is oversold where statements run in parallel", async () => {
  expect(await writeDuringSessionUpdate(false)).toBe(app.context.databaseKind === "postgres" ? 2 : 1);
});

test("L10 one batch for two sessions and no session: each counter is exact, and a full session does not fail the others", async () => {
  const id = await open(5, { sessions: [session("1", 2), session("2", 1)] });
  const people = await addPeople(app.context.db, 6);
  const writer = signUpWriter(app.context.db);
  const sessionIds = ["1", null, "2", "2", "1", null];
  const add = (from: number, to: number) =>
    Promise.all(
      people
        .slice(from, to)
        .map(({ userId }, at) =>
          writer.add(id, sampleSignUp(userId, { session_id: sessionIds[from + at] ?? null })),
        ),
    );
  expect((await add(0, 3)).map(({ seat }) => seat)).toEqual(["seat", "seat", "seat"]);
  expect(await sessionCounts(id)).toEqual([
    ["1", 1, 1],
    ["2", 1, 1],
  ]);
  expect((await add(3, 6)).map(({ seat }) => seat)).toEqual(["sessionFull", "seat", "seat"]);
  expect(await sessionCounts(id)).toEqual([
    ["1", 2, 2],
    ["2", 1, 1],
  ]);
  expect(await counts(id)).toEqual({ taken: 5, rows: 5 });
});

test("L10 L11 parallel batches of many processes for few sessions: each seat once, and no deadlock", async () => {
  const id = await open(null, { sessions: [session("1", 40), session("2", 25), session("3", 10)] });
  const people = await addPeople(app.context.db, 120);
  const writers = Array.from({ length: 4 }, () => signUpWriter(app.context.db));
  const written = await Promise.all(
    people.flatMap(({ userId }, at) =>
      [0, 1].map(async (turn) => {
        await setTimeout(at % 40);
        const one = sampleSignUp(userId, { session_id: String(1 + (at % 3)) });
        return writers[(at + turn) % 4]?.add(id, one);
      }),
    ),
  );
  expect(written.filter((one) => one?.seat === "seat")).toHaveLength(75);
  expect(await sessionCounts(id)).toEqual([
    ["1", 40, 40],
    ["2", 25, 25],
    ["3", 10, 10],
  ]);
  expect(await counts(id)).toEqual({ taken: 75, rows: 75 });
});
