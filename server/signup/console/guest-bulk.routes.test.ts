import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { checkIn } from "#contract/check-in/check-in.ts";
import {
  bulkCheckIn,
  bulkGiveUp,
  bulkMove,
  checkInGuest,
  moveGuest,
  planGuestBulk,
  undoGuestCheckIn,
} from "#contract/console/guest-acts.ts";
import { showArrivals } from "#contract/console/arrivals.ts";
import { listGuests } from "#contract/console/guests.ts";
import { listJobs, showJob, undoJob } from "#contract/console/jobs.ts";
import { openApp, testApp, type TestApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { testGuests, testScopes, type TestGuests } from "./test-guests.ts";

const app = await openApp();
const { db, clock } = app.context;
let guests: TestGuests;
let hq: TestOperator;
let east: TestOperator;
let eastDealer: TestOperator;
/** A second process of the installation. */
let other: TestApp;
beforeAll(async () => {
  other = await testApp({ beside: app });
  guests = await testGuests(app);
  hq = await loginOperator(app, "hq-admin", testScopes.hq);
  east = await loginOperator(app, "region", testScopes.east);
  eastDealer = await loginOperator(app, "dealer", testScopes.eastDealer);
});
afterEach(() => {
  clock.set(null);
  other.context.clock.set(null);
});
afterAll(() => other.close());

const finished = async (operator: TestOperator, jobId: string) => {
  await app.console.jobs.run();
  return (await callAsOperator(app, operator, showJob, { jobId })).data;
};
const sessionsOf = async (ids: readonly string[]): Promise<(string | null)[]> => {
  const { rows } = await sql<{ signup_id: string; session_id: string }>`
    select signup_id, session_id from signup where signup_id = any(${[...ids]}::text[])`.execute(db);
  const found = new Map(rows.map((row) => [row.signup_id, row.session_id]));
  return ids.map((id) => found.get(id) ?? null);
};

test("CO35 a selection by filter is refused when its number has changed", async () => {
  const id = await guests.addActivity();
  await guests.addGuest(id, "1");
  const list = (await callAsOperator(app, hq, listGuests, { filter: { activityId: id } })).data;
  await guests.addGuest(id, "1");
  const selection = { filter: { activityId: id }, count: list.count, asOf: list.asOf };
  const refused = await callAsOperator(app, hq, bulkCheckIn, { selection });
  expect(refused).toMatchObject({ code: "LIST_CHANGED", message: "名单已变化（1 → 2），请重新选择" });
  expect((await callAsOperator(app, hq, planGuestBulk, { act: "checkIn", selection })).code).toBe(
    "LIST_CHANGED",
  );
  expect((await callAsOperator(app, hq, listJobs, {})).data.jobs).toEqual([]);
});

test("CO37 a dry run writes nothing, and the job names the rows that it could not change", async () => {
  const id = await guests.addActivity();
  const all = [
    await guests.addGuest(id, "1"),
    await guests.addGuest(id, "1"),
    await guests.addGuest(id, "3"),
  ];
  const ids = all.map(({ signUpId }) => signUpId);
  await callAsOperator(app, hq, checkInGuest, { signUpId: ids[0] ?? "" });
  const plan = await callAsOperator(app, hq, planGuestBulk, { act: "checkIn", selection: { ids } });
  expect(plan.data).toEqual({ count: 3, able: 2, refused: [{ fault: "已经到场", count: 1 }] });
  const { jobId, count } = (await callAsOperator(app, hq, bulkCheckIn, { selection: { ids } })).data;
  expect(count).toBe(3);
  const done = await finished(hq, jobId);
  expect(done.job).toMatchObject({ state: "done", done: 2, refused: 1 });
  expect(done.faults).toMatchObject([{ id: ids[0], fault: "已经到场" }]);
  expect((await callAsOperator(app, east, showJob, { jobId })).status).toBe(404);
  const { rows } = await sql`select action, actor_id from audit_entry where about_id = ${ids[1]}`.execute(db);
  expect(rows).toEqual([{ action: "check-in", actor_id: hq.operatorId }]);
});

test("CO37 a job goes on in another process after its own was killed, and changes no row twice", async () => {
  const id = await guests.addActivity();
  const all = [
    await guests.addGuest(id, "1"),
    await guests.addGuest(id, "1"),
    await guests.addGuest(id, "1"),
  ];
  const ids = all.map(({ signUpId }) => signUpId);
  const { jobId } = (
    await callAsOperator(app, hq, bulkMove, {
      selection: { ids },
      target: { activityId: id, sessionId: "4" },
    })
  ).data;
  await finished(hq, jobId);
  // The state that a killed process leaves: the last row is not done, and the lease has not ended.
  await sql`update job_row set state = 'pending', undo = null where job_id = ${jobId} and row_no = 3`.execute(
    db,
  );
  await sql`update signup set session_id = '1' where signup_id = ${ids[2]}`.execute(db);
  await sql`update activity_session set taken = taken + case session_id when '1' then 1 else -1 end
    where activity_id = ${id} and session_id in ('1', '4')`.execute(db);
  await sql`update job set state = 'running', finished_time = null, lease_time = ${new Date(clock.now() + 30_000)}
    where job_id = ${jobId}`.execute(db);
  await other.console.jobs.run();
  expect((await callAsOperator(app, hq, showJob, { jobId })).data.job.state).toBe("running");
  other.context.clock.set(clock.now() + 31_000);
  await other.console.jobs.run();
  const { job } = (await callAsOperator(app, hq, showJob, { jobId })).data;
  expect(job).toMatchObject({ state: "done", done: 3, refused: 0 });
  const lines = await sql<{ count: number }>`select count(*)::int as count from audit_entry
    where action = 'sign-up.move' and about_id = any(${ids}::text[])`.execute(db);
  expect(lines.rows[0]?.count).toBe(4);
});

test("CO38 undoing a job leaves and names what others changed since", async () => {
  const id = await guests.addActivity();
  const all = [
    await guests.addGuest(id, "1"),
    await guests.addGuest(id, "1"),
    await guests.addGuest(id, "1"),
  ];
  const ids = all.map(({ signUpId }) => signUpId);
  const target = { activityId: id, sessionId: "4" };
  const { jobId } = (await callAsOperator(app, east, bulkMove, { selection: { ids }, target })).data;
  await finished(east, jobId);
  expect(await sessionsOf(ids)).toEqual(["4", "4", "4"]);
  await callAsOperator(app, hq, moveGuest, { signUpId: ids[0] ?? "", sessionId: "2" });
  await callAsOperator(app, hq, checkInGuest, { signUpId: ids[1] ?? "" });
  expect((await callAsOperator(app, east, undoJob, { jobId })).code).toBe("00");
  const undone = await finished(east, jobId);
  expect(undone.job).toMatchObject({ state: "undone", undone: 1 });
  expect(await sessionsOf(ids)).toEqual(["2", "4", "1"]);
  expect(undone.faults.map((one) => one.id)).toEqual([ids[0], ids[1]]);
  expect((await callAsOperator(app, east, undoJob, { jobId })).code).toBe("STATE_CHANGED");
});

test("CO38 a bulk check-in is undone within a day; a later check-in stays", async () => {
  const id = await guests.addActivity();
  const all = [await guests.addGuest(id, "1"), await guests.addGuest(id, "1")];
  const ids = all.map(({ signUpId }) => signUpId);
  const { jobId } = (await callAsOperator(app, eastDealer, bulkCheckIn, { selection: { ids } })).data;
  const done = await finished(eastDealer, jobId);
  expect(done.job.undoUntil).not.toBeNull();
  const { rows } = await sql<{
    at: Date;
  }>`select checked_in_time as at from signup where signup_id = ${ids[0]}`.execute(db);
  const checkedInTime = `${rows[0]?.at.toISOString().slice(0, 19)}Z`;
  await callAsOperator(app, hq, undoGuestCheckIn, { signUpId: ids[0] ?? "", checkedInTime });
  clock.set(clock.now() + 5_000);
  const link = await app.modules.checkIns.addLink({ activityId: id });
  await app.call(checkIn, { link, by: "小李", signUpId: ids[0] ?? "" });
  await callAsOperator(app, eastDealer, undoJob, { jobId });
  const undone = await finished(eastDealer, jobId);
  expect(undone.job).toMatchObject({ undone: 1 });
  const after = await sql<{ by: string | null }>`select checked_in_by, signup_id from signup
    where signup_id = any(${ids}::text[]) order by signup_id`.execute(db);
  expect(after.rows).toMatchObject([{ checked_in_by: "小李" }, { checked_in_by: null }]);
});

test("CO37 a seat that a job gave up is not put back, and the reason is kept encrypted only while the job runs", async () => {
  const id = await guests.addActivity();
  const { signUpId } = await guests.addGuest(id, "1");
  const reason = "门店停电改期";
  const started = await callAsOperator(app, hq, bulkGiveUp, { selection: { ids: [signUpId] }, reason });
  const { jobId } = started.data;
  const done = await finished(hq, jobId);
  expect(done.job).toMatchObject({ state: "done", done: 1, undoUntil: null });
  const { rows } = await sql<{
    text: string;
  }>`select to_jsonb(j)::text as text from job j where job_id = ${jobId}`.execute(db);
  expect(rows[0]?.text).not.toContain(reason);
  expect(rows[0]?.text).toContain('"job_words": null');
  expect((await callAsOperator(app, hq, undoJob, { jobId })).code).toBe("STATE_CHANGED");
});

test("CO36 a bulk act changes no row outside of the scope, whatever ids are sent", async () => {
  const id = await guests.addActivity();
  const bySession = { "1": "eastDealer", "2": "east", "3": "other" } as const;
  const all = [];
  for (const session of ["1", "2", "3"] as const)
    for (const _ of [1, 2]) all.push({ session, ...(await guests.addGuest(id, session)) });
  const operators = { eastDealer, east } as const;
  const mayTouch = (who: keyof typeof operators, session: "1" | "2" | "3") =>
    bySession[session] === "eastDealer" || (who === "east" && bySession[session] === "east");
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<keyof typeof operators>("eastDealer", "east"),
      fc.subarray(all, { minLength: 1 }),
      fc.array(fc.stringMatching(/^[0-9]{1,19}$/), { maxLength: 3 }),
      async (who, chosen, strangers) => {
        await sql`update signup set checked_in_time = null where activity_id = ${id}`.execute(db);
        const ids = [...chosen.map(({ signUpId }) => signUpId), ...strangers];
        const { jobId } = (await callAsOperator(app, operators[who], bulkCheckIn, { selection: { ids } }))
          .data;
        await finished(operators[who], jobId);
        const { rows } = await sql<{ signup_id: string }>`select signup_id from signup
          where activity_id = ${id} and checked_in_time is not null`.execute(db);
        const expected = chosen
          .filter(({ session }) => mayTouch(who, session))
          .map(({ signUpId }) => signUpId);
        expect(rows.map((row) => row.signup_id).toSorted()).toEqual(expected.toSorted());
      },
    ),
    { numRuns: 12 },
  );
});

test("CO36 a row that left the scope after the start of a job is not changed", async () => {
  const id = await guests.addActivity();
  const { signUpId } = await guests.addGuest(id, "1");
  const { jobId } = (await callAsOperator(app, eastDealer, bulkCheckIn, { selection: { ids: [signUpId] } }))
    .data;
  await app.console.jobs.run();
  await sql`update signup set checked_in_time = null, session_id = '3' where signup_id = ${signUpId}`.execute(
    db,
  );
  await sql`update job_row set state = 'pending', undo = null where job_id = ${jobId}`.execute(db);
  await sql`update job set state = 'running', lease_time = ${new Date(0)} where job_id = ${jobId}`.execute(
    db,
  );
  const done = await finished(eastDealer, jobId);
  expect(done.job).toMatchObject({ done: 0, refused: 1 });
});

test("CO59 CO11 arrivals show a check-in of another process at once, and to a dealer its own alone", async () => {
  const id = await guests.addActivity();
  const [one, , south] = [
    await guests.addGuest(id, "1", { name: "林晓岚" }),
    await guests.addGuest(id, "1"),
    await guests.addGuest(id, "3"),
  ];
  await callAsOperator(other, eastDealer, checkInGuest, { signUpId: one?.signUpId ?? "" });
  const arrivals = (operator: TestOperator) =>
    callAsOperator(app, operator, showArrivals, { activityId: id });
  const seen = (await arrivals(hq)).data;
  expect(seen).toMatchObject({ total: 3, arrived: 1, latest: [{ signUpId: one?.signUpId, name: "林晓岚" }] });
  expect(seen.minutes).toMatchObject([{ count: 1 }]);
  expect(seen.missing.map(({ signUpId }) => signUpId)).toContain(south?.signUpId);
  const own = (await arrivals(eastDealer)).data;
  expect(own).toMatchObject({ total: 2, arrived: 1 });
  expect(own.dealers.map(({ dealerId }) => dealerId)).toEqual(["601"]);
});
