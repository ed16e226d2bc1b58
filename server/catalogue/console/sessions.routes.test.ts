import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  checkActivitySessions,
  listActivitySessions,
  saveActivitySessions,
  type SessionSeats,
} from "#contract/console/activity/sessions.ts";
import { everyScope } from "#contract/console/scope.ts";
import { openApp } from "../../testing/app.ts";
import { loginOperator } from "../../testing/operator.ts";
import { sampleDealers } from "../../testing/samples/sample-dealers.ts";
import { offered, testWaitlist, waitingAt } from "../../testing/waitlist/test-waitlist.ts";
import { eastScope, testActivities } from "./test-activities.ts";

const app = await openApp();
const { add, call, auditOf, revisionOf } = testActivities(app);
const { seated, waits, stateOf } = testWaitlist(() => app);
const east = await loginOperator(app, "region", eastScope, { name: "周运营" });
const admin = await loginOperator(app, "hq-admin", undefined, { name: "陈主管" });
const HOUR = 3_600_000;
const now = () => app.context.clock.now();
const iso = (time: number) => new Date(time).toISOString();
const none = { changed: [], added: [], removed: [] };

/** An activity with a session of each quota, on its day. */
const withSessions = (quotas: readonly number[], over: Parameters<typeof add>[0] = {}) =>
  add({
    quota: null,
    startTime: now() + 48 * HOUR,
    endTime: now() + 60 * HOUR,
    sessions: quotas.map((quota, at) => ({
      sessionId: String(at + 1),
      dealerId: null,
      startTime: now() + (48 + at) * HOUR,
      endTime: now() + (49 + at) * HOUR,
      quota,
      taken: 0,
    })),
    asks: { series: false, dealer: false, session: true },
    ...over,
  });
const sessionsOf = async (activityId: string) =>
  (await call(admin, listActivitySessions, { activityId })).data;
const quotaChange = (session: SessionSeats | undefined, quota: number) => {
  if (session === undefined) throw new Error("there is no such session");
  const { sessionId, dealerId, startTime, endTime } = session;
  const was = { dealerId, startTime, endTime, quota: session.quota };
  return { sessionId, was, value: { ...was, quota } };
};

test("CO53 a quota can be set to what is taken and not below; the sessions' sum is pointed out", async () => {
  const id = await withSessions([3, 2], { quota: 10 });
  await seated(id, "1");
  await seated(id, "1");
  const { sessions, sessionSum, quota } = await sessionsOf(id);
  expect([sessionSum, quota, sessions[0]?.taken]).toEqual([5, 10, 2]);
  const set = (quotaOf: number) =>
    call(east, saveActivitySessions, {
      activityId: id,
      ...none,
      changed: [quotaChange(sessions[0], quotaOf)],
    });
  expect(await set(1)).toMatchObject({
    status: 601,
    data: { fields: { "sessions.1.quota": "已有 2 人报名，名额不能小于 2" } },
  });
  expect(
    await call(east, saveActivitySessions, { activityId: id, ...none, quota: { was: 10, value: 1 } }),
  ).toMatchObject({
    status: 601,
    data: { fields: { quota: "已有 2 人报名，名额不能小于 2" } },
  });
  expect(await auditOf(id)).toEqual([]);
  expect((await set(2)).data).toMatchObject({ sessionSum: 4, quota: 10, offers: [], revision: 2 });
  expect(await auditOf(id)).toEqual(["activity.seats 1 sessions"]);
});

test("CO54 raising a quota offers seats in order and names them masked; checking says the same and changes nothing", async () => {
  const id = await withSessions([1]);
  await seated(id, "1");
  const queue = [await waits(id, "1"), await waits(id, "1"), await waits(id, "1")];
  const { sessions } = await sessionsOf(id);
  const wanted = { activityId: id, ...none, changed: [quotaChange(sessions[0], 3)] };
  const checked = (await call(east, checkActivitySessions, wanted)).data;
  expect(checked.offers).toHaveLength(2);
  expect(checked.offers[0]).toMatchObject({ sessionId: "1", name: "林**", mobile: "139****0000" });
  expect((await sessionsOf(id)).sessions[0]).toMatchObject({ quota: 1, waiting: 3 });
  expect(await auditOf(id)).toEqual([]);
  const saved = (await call(east, saveActivitySessions, wanted)).data;
  const places = (offers: typeof saved.offers) => offers.map(({ joinedTime, name }) => [joinedTime, name]);
  expect(places(saved.offers)).toEqual(places(checked.offers));
  expect(await Promise.all(queue.map((one) => stateOf(id, one)))).toEqual([offered, offered, waitingAt(1)]);
});

test("CO86 two who edit the same cell: one is told; other cells are kept", async () => {
  const id = await withSessions([3, 3]);
  const { sessions } = await sessionsOf(id);
  const save = (who: typeof east, at: number, quota: number) =>
    call(who, saveActivitySessions, { activityId: id, ...none, changed: [quotaChange(sessions[at], quota)] });
  const answers = await Promise.all([save(east, 0, 5), save(admin, 0, 6), save(admin, 1, 7)]);
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "200", "409"]);
  const conflict = answers.find(({ status }) => status === 409);
  expect(conflict?.data).toMatchObject({ fields: ["1.quota"] });
  const after = await sessionsOf(id);
  expect([
    [5, 7],
    [6, 7],
  ]).toContainEqual(after.sessions.map(({ quota }) => quota));
  expect(await revisionOf(id)).toBe(3);
});

test("CO53 sessions are added and removed in place; what people chose stays, and times stay within the activity", async () => {
  const id = await withSessions([3]);
  await seated(id, "1");
  const { sessions, startTime } = await sessionsOf(id);
  const fresh = {
    dealerId: null,
    startTime: iso(Date.parse(startTime) + 2 * HOUR),
    endTime: iso(Date.parse(startTime) + 3 * HOUR),
    quota: 4,
  };
  expect(
    (await call(east, saveActivitySessions, { activityId: id, ...none, added: [fresh] })).data.sessionSum,
  ).toBe(7);
  const early = { ...fresh, startTime: iso(Date.parse(startTime) - HOUR) };
  expect(await call(east, saveActivitySessions, { activityId: id, ...none, added: [early] })).toMatchObject({
    status: 601,
  });
  expect(
    await call(east, saveActivitySessions, {
      activityId: id,
      ...none,
      removed: [sessions[0]?.sessionId ?? ""],
    }),
  ).toMatchObject({
    status: 601,
    data: {
      fields: { "sessions.1": expect.stringMatching(/^已有 1 人报名（.\*+），请先改场次或取消报名$/) },
    },
  });
  const second = (await sessionsOf(id)).sessions[1];
  expect(
    (await call(east, saveActivitySessions, { activityId: id, ...none, removed: [second?.sessionId ?? ""] }))
      .data.sessionSum,
  ).toBe(3);
});

test("CO53 who waits for a session that is removed is counted before, and reads that the waiting has ended", async () => {
  const id = await withSessions([1, 0]);
  const [first, second] = [await waits(id, "2"), await waits(id, "2")];
  const removal = { activityId: id, ...none, removed: ["2"] };
  expect((await call(east, checkActivitySessions, removal)).data.endedWaits).toBe(2);
  expect((await stateOf(id, second)).state).toBe("waiting");
  expect((await call(east, saveActivitySessions, removal)).data.endedWaits).toBe(2);
  expect([(await stateOf(id, first)).state, (await stateOf(id, second)).state]).toEqual([
    "expired",
    "expired",
  ]);
  expect((await sessionsOf(id)).sessions.map(({ sessionId }) => sessionId)).toEqual(["1"]);
});

test("CO11 a dealer edits the seats of its own sessions alone", async () => {
  const [own, other] = [{ id: "2001" }, { id: "2002" }];
  await app.modules.organisations.add(sampleDealers(own.id, other.id));
  const id = await withSessions([3, 3], { dealerIds: [own.id, other.id], dealerId: own.id });
  await sql`update activity_session set dealer_id = case session_id when '1' then ${own.id} else ${other.id} end where activity_id = ${id}`.execute(
    app.context.db,
  );
  const dealer = await loginOperator(app, "dealer", { ...everyScope, dealers: [own.id] });
  const { sessions, canWrite } = (await call(dealer, listActivitySessions, { activityId: id })).data;
  expect([canWrite, sessions.map((one) => one.canWrite)]).toEqual([false, [true, false]]);
  const save = (at: number, more: object = {}) =>
    call(dealer, saveActivitySessions, {
      activityId: id,
      ...none,
      changed: [quotaChange(sessions[at], 9)],
      ...more,
    });
  expect((await save(0)).data.sessionSum).toBe(12);
  expect((await save(1)).status).toBe(601);
  expect((await save(0, { quota: { was: null, value: 50 } })).status).toBe(601);
  const foreign = await loginOperator(app, "dealer", { ...everyScope, dealers: ["999"] });
  expect((await call(foreign, listActivitySessions, { activityId: id })).status).toBe(404);
  expect((await call(foreign, saveActivitySessions, { activityId: id, ...none, changed: [] })).status).toBe(
    404,
  );
});
