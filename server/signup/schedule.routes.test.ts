import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acknowledgeSchedule } from "#contract/signup/schedule.ts";
import { cancelSignUp, changeSession, listOwnSignUps } from "#contract/signup/self-service.ts";
import { showSignUp } from "#contract/signup/signup.ts";
import { cancelActivity, setActivityPublished } from "../catalogue/index.ts";
import { commandLineActor } from "../database/shared-tables/audit-log.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { sampleSignUp } from "../testing/samples/sample-sign-up.ts";
import { createWaitlist, signUpWriter } from "./index.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

let count = 0;
/** Opens an activity with two sessions, and signs a person up for the first one. */
async function signedUp(sessionId: string | null = "1") {
  const activityId = `121000000000000${String(1000 + count)}`;
  const now = app.context.clock.now();
  const at = (id: string, startTime: number) => ({
    sessionId: id,
    dealerId: null,
    startTime,
    endTime: startTime + HOUR,
    quota: 5,
    taken: 0,
  });
  const sessions = sessionId === null ? [] : [at("1", now + 2 * DAY), at("2", now + 3 * DAY)];
  await app.modules.activities.addActivities([sampleActivity(now, { activityId, sessions })]);
  const { userId, token } = await app.login(`1361${String(1_000_000 + count++)}`);
  const written = await signUpWriter(app.context.db).add(
    activityId,
    sampleSignUp(userId, { session_id: sessionId, created_time: new Date(now) }),
  );
  expect(written.row).not.toBeNull();
  const ticket = async () => (await app.call(showSignUp, { activityId }, { token })).data.ticket;
  const own = async () =>
    (await app.call(listOwnSignUps, {}, { token })).data.find((one) => one.activityId === activityId);
  const acknowledge = async (changeId: string, as = token) =>
    (await app.call(acknowledgeSchedule, { id: activityId, changeId }, { token: as })).data.acknowledged;
  return { activityId, userId, token, ticket, own, acknowledge };
}
/** Moves a session, or an activity, as the catalogue's commands do. */
const move = (activityId: string, sessionId: string | null, hours: number) =>
  sessionId === null
    ? sql`update activity set start_time = start_time + ${hours} * interval '1 hour',
        end_time = end_time + ${hours} * interval '1 hour' where activity_id = ${activityId}`.execute(
        app.context.db,
      )
    : sql`update activity_session set start_time = start_time + ${hours} * interval '1 hour',
        end_time = end_time + ${hours} * interval '1 hour'
        where activity_id = ${activityId} and session_id = ${sessionId}`.execute(app.context.db);

test.each(["1", null])(
  "L28 a moved session (%s) is told with the times the guest knew, until acknowledged, on ticket and list",
  async (sessionId) => {
    const guest = await signedUp(sessionId);
    const before = await guest.ticket();
    expect(before?.moved).toBeUndefined();
    await move(guest.activityId, sessionId, 5);
    await move(guest.activityId, sessionId, 20);
    const after = await guest.ticket();
    expect(Date.parse(after?.startTime ?? "") - Date.parse(before?.startTime ?? "")).toBe(25 * HOUR);
    expect(after?.moved).toMatchObject({ startTime: before?.startTime, endTime: before?.endTime });
    expect((await guest.own())?.moved).toEqual(after?.moved);
    const seen = after?.moved?.changeId ?? "";
    // A change after the one that was read stays to be told.
    await move(guest.activityId, sessionId, 1);
    expect(await guest.acknowledge(seen)).toBe(true);
    expect((await guest.ticket())?.moved).toMatchObject({ startTime: after?.startTime });
    expect(await guest.acknowledge((await guest.own())?.moved?.changeId ?? "")).toBe(true);
    expect([(await guest.ticket())?.moved, (await guest.own())?.moved]).toEqual([undefined, undefined]);
    const stranger = await app.login("13612345678");
    expect(await guest.acknowledge(seen, stranger.token)).toBe(false);
  },
);

test("L28 times that are moved and moved back are nothing to tell; nor is another session's move", async () => {
  const guest = await signedUp();
  await move(guest.activityId, "2", 3);
  expect((await guest.ticket())?.moved).toBeUndefined();
  await move(guest.activityId, "1", 3);
  await move(guest.activityId, "1", -3);
  expect((await guest.ticket())?.moved).toBeUndefined();
  // The guest chose session 2 with its new times.
  await app.call(changeSession, { id: guest.activityId, sessionId: "2" }, { token: guest.token });
  expect((await guest.ticket())?.moved).toBeUndefined();
  await move(guest.activityId, "2", 1);
  expect((await guest.own())?.moved).toBeDefined();
});

test("L28 people on the waitlist are told as well", async () => {
  const { activityId, token, userId, acknowledge } = await signedUp();
  const { db, clock } = app.context;
  await app.call(cancelSignUp, { id: activityId }, { token });
  const entry = sampleSignUp(userId, { session_id: "1", created_time: new Date(clock.now()) });
  await sql`update activity_session set taken = quota where activity_id = ${activityId}`.execute(db);
  await createWaitlist(db).join(activityId, entry, clock.now());
  const waiting = async () => (await app.call(showSignUp, { activityId }, { token })).data.waiting;
  const before = await waiting();
  expect(before?.state).toBe("waiting");
  await move(activityId, "1", 2);
  expect((await waiting())?.moved).toMatchObject({ startTime: before?.startTime, endTime: before?.endTime });
  const listed = (await app.call(listOwnSignUps, {}, { token })).data.find(
    ({ state }) => state === "waiting",
  );
  expect(listed?.moved).toEqual((await waiting())?.moved);
  expect(await acknowledge(listed?.moved?.changeId ?? "")).toBe(true);
  expect((await waiting())?.moved).toBeUndefined();
});

test("L27 the calendar's version and time grow with every move, cancellation, publication, change and new sign-up", async () => {
  const { db, clock } = app.context;
  const guest = await signedUp();
  const { activityId: id, token } = guest;
  const by = () => ({ by: commandLineActor, now: new Date(clock.now()) });
  const versions: [number, number][] = [];
  const note = async () => {
    const ticket = await guest.ticket();
    versions.push([ticket?.calendarSequence ?? Number.NaN, Date.parse(ticket?.calendarTime ?? "")]);
  };
  await note();
  const steps: (() => Promise<unknown>)[] = [
    () => move(id, "1", 4),
    () => move(id, "1", -4),
    () => cancelActivity(db, id, "因暴雨天气", by()),
    () => setActivityPublished(db, id, true, by()),
    () => move(id, null, 1),
    () => app.call(changeSession, { id, sessionId: "2" }, { token }),
    () => app.call(changeSession, { id, sessionId: "1" }, { token }),
    () => cancelActivity(db, id, "场地检修", by()),
    () => setActivityPublished(db, id, true, by()),
  ];
  for (const step of steps) {
    await step();
    await note();
  }
  for (const [at, [sequence, time]] of versions.entries()) {
    const [lastSequence, lastTime] = versions[at - 1] ?? [-1, -1];
    expect(sequence).toBeGreaterThan(lastSequence);
    expect(time).toBeGreaterThan(lastTime);
  }
  const [last = 0] = versions.at(-1) ?? [];
  await app.call(cancelSignUp, { id }, { token });
  const later = new Date(clock.now() + 60_000);
  await signUpWriter(db).add(id, sampleSignUp(guest.userId, { session_id: "1", created_time: later }));
  expect((await guest.ticket())?.calendarSequence).toBeGreaterThan(last);
});
