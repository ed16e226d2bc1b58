import { sql } from "kysely";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelSignUp, changeSession, listOwnSignUps } from "#contract/signup/self-service.ts";
import { listDates, showSignUp, signUp } from "#contract/signup/signup.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { sampleSignUp } from "../../testing/samples/sample-sign-up.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { createSelfService, signUpWriter } from "../index.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  app.context.clock.set(null);
  await app.close();
});

let activityCount = 0;
async function open(over: Parameters<typeof sampleActivity>[1] = {}): Promise<string> {
  const activityId = `120000000000000${String(1000 + activityCount++)}`;
  await app.modules.activities.addActivities([
    sampleActivity(app.context.clock.now(), { activityId, ...over }),
  ]);
  return activityId;
}
let mobileCount = 0;
const nextMobile = (): string => `136${String(10_000_000 + mobileCount++)}`;
/** Three sessions: tomorrow, the day after, and one that has begun. */
function sessions(quota = 2) {
  const now = app.context.clock.now();
  const at = (sessionId: string, startTime: number) => ({
    sessionId,
    dealerId: null,
    startTime,
    endTime: startTime + HOUR,
    quota,
    taken: 0,
  });
  return [at("1", now + DAY), at("2", now + 2 * DAY), at("3", now - HOUR / 2)];
}
const withSessions = (quota?: number) =>
  open({ sessions: sessions(quota), asks: { series: false, dealer: false, session: true } });

async function signedUpPerson(id: string, sessionId: string | null = null) {
  const { userId, token } = await app.login(nextMobile());
  const written = await signUpWriter(app.context.db).add(id, sampleSignUp(userId, { session_id: sessionId }));
  expect(written.row).not.toBeNull();
  return { userId, token };
}
const counters = async (id: string) => {
  const { rows } = await sql<{ taken: number; signed: number; sessions: number[] | null }>`
    select taken, (select count(*) from signup s where s.activity_id = a.activity_id)::int as signed,
      (select array_agg(taken order by session_id) from activity_session s where s.activity_id = a.activity_id) as sessions
    from activity a where activity_id = ${id}`.execute(app.context.db);
  return rows[0];
};

test("L17 cancelling frees the seat once, in the activity and its session; a second time reports that there is none", async () => {
  const id = await withSessions();
  const { token } = await signedUpPerson(id, "1");
  expect(await counters(id)).toEqual({ taken: 1, signed: 1, sessions: [1, 0, 0] });
  expect((await app.call(cancelSignUp, { id }, { token })).data).toEqual({ cancelled: true });
  expect((await app.call(cancelSignUp, { id }, { token })).data).toEqual({ cancelled: false });
  expect(await counters(id)).toEqual({ taken: 0, signed: 0, sessions: [0, 0, 0] });
  expect((await app.call(showSignUp, { activityId: id }, { token })).data).toMatchObject({
    signed: false,
    ticket: null,
  });
  expect((await app.call(listOwnSignUps, {}, { token })).data).toMatchObject([
    { activityId: id, state: "cancelled", canCancel: false, canChange: false },
  ]);
});

test("L17 a sign-up of an online activity can be cancelled until the activity's end", async () => {
  const now = app.context.clock.now();
  const id = await open({
    activityType: "online",
    signUpStartTime: now - DAY,
    startTime: now - DAY,
    signUpEndTime: now + DAY,
    endTime: now + DAY,
  });
  const [one, other] = [await signedUpPerson(id), await signedUpPerson(id)];
  expect((await app.call(listOwnSignUps, {}, { token: one.token })).data).toMatchObject([
    { state: "upcoming", canCancel: true, canChange: false },
  ]);
  const ticket = (await app.call(showSignUp, { activityId: id }, { token: one.token })).data.ticket;
  expect(ticket?.canCancel).toBe(true);
  expect((await app.call(cancelSignUp, { id }, { token: one.token })).data).toEqual({ cancelled: true });
  app.context.clock.set(now + DAY);
  expect((await app.call(cancelSignUp, { id }, { token: other.token })).status).toBe(633);
  app.context.clock.set(null);
});

test("L17 a freed seat of a full activity goes to the next person, and the person who cancelled may sign up again", async () => {
  const id = await open({ quota: 1 });
  const { token } = await signedUpPerson(id);
  const mobile = nextMobile();
  const next = await app.login(mobile);
  const form = { id, name: "林晓岚", mobile, consent: true as const };
  const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId: id }, { token: next.token });
  const options = { token: next.token, captchaVerifyId };
  expect((await app.call(signUp, form, options)).status).toBe(633);
  await app.call(cancelSignUp, { id }, { token });
  expect((await app.call(signUp, form, options)).data.status).toBe("confirmed");
  await app.call(cancelSignUp, { id }, { token: next.token });
  const again = await app.solveCaptcha({ action: "signup", activityId: id }, { token: next.token });
  expect((await app.call(signUp, form, { token: next.token, captchaVerifyId: again })).status).toBe(200);
  const states = (await app.call(listOwnSignUps, {}, { token: next.token })).data.map(({ state }) => state);
  expect(states).toEqual(["upcoming", "cancelled"]);
});

test("L17 after the beginning by the server's clock nothing can be cancelled or changed", async () => {
  const id = await withSessions();
  const { userId, token } = await signedUpPerson(id, "1");
  app.context.clock.set(app.context.clock.now() + DAY + 60_000);
  try {
    const cancelled = await app.call(cancelSignUp, { id }, { token });
    expect([cancelled.status, cancelled.message]).toEqual([633, "活动已开始或已签到，不能再取消或改期"]);
    expect((await app.call(changeSession, { id, sessionId: "2" }, { token })).status).toBe(633);
    expect((await app.call(listOwnSignUps, {}, { token })).data).toMatchObject([
      { state: "upcoming", canCancel: false, canChange: false },
    ]);
    app.context.clock.set(app.context.clock.now() + HOUR);
    expect((await app.call(listOwnSignUps, {}, { token })).data[0]?.state).toBe("ended");
  } finally {
    app.context.clock.set(null);
  }
  expect(await createSelfService(app.context.db).cancel(id, userId, app.context.clock.now())).toBe(true);
});

test("U27 changing the session moves both counters and the ticket; full, begun and unknown sessions are refused", async () => {
  const id = await withSessions(1);
  const { token } = await signedUpPerson(id, "1");
  const ticket = async () => (await app.call(showSignUp, { activityId: id }, { token })).data.ticket;
  expect(await ticket()).toMatchObject({ sessionId: "1", canCancel: true, canChange: true });
  const before = await ticket();
  expect((await app.call(changeSession, { id, sessionId: "2" }, { token })).data.sessionId).toBe("2");
  expect((await app.call(changeSession, { id, sessionId: "2" }, { token })).status).toBe(200);
  expect(await ticket()).toMatchObject({ sessionId: "2" });
  expect((await ticket())?.startTime).not.toBe(before?.startTime);
  expect(await counters(id)).toEqual({ taken: 1, signed: 1, sessions: [0, 1, 0] });
  await signedUpPerson(id, "1");
  for (const [sessionId, status] of [
    ["1", 633],
    ["3", 633],
    ["9", 404],
  ] as const)
    expect((await app.call(changeSession, { id, sessionId }, { token })).status).toBe(status);
  const stranger = await app.login(nextMobile());
  expect((await app.call(changeSession, { id, sessionId: "2" }, { token: stranger.token })).status).toBe(404);
  expect(await counters(id)).toEqual({ taken: 2, signed: 2, sessions: [1, 1, 0] });
  expect((await app.call(listDates, { activityId: id })).data.flatMap((one) => one.sessions)).toHaveLength(2);
});

test("the list of own sign-ups needs a login and shows nobody else's", async () => {
  const id = await open();
  await signedUpPerson(id);
  const { token } = await app.login(nextMobile());
  expect((await app.call(listOwnSignUps, {}, { token })).data).toEqual([]);
  expect((await app.call(listOwnSignUps, {})).status).toBe(401);
  expect((await app.call(cancelSignUp, { id })).status).toBe(401);
  expect((await app.call(cancelSignUp, { id }, { token })).data).toEqual({ cancelled: false });
});

/** Cancels one sign-up in two processes at once. */
async function cancelTwice(isLocked: boolean) {
  const id = await open({ quota: 5 });
  const { userId } = await signedUpPerson(id);
  await signedUpPerson(id);
  const options = { isLocked, beforeWrite: () => setTimeout(100) };
  const now = app.context.clock.now();
  const both = [createSelfService(app.context.db, options), createSelfService(app.context.db, options)];
  const answers = await Promise.all(both.map((own) => own.cancel(id, userId, now)));
  return { answers: answers.filter(Boolean).length, counters: await counters(id) };
}
test("L17 parallel cancellations free one seat", async () => {
  expect(await cancelTwice(true)).toEqual({ answers: 1, counters: { taken: 1, signed: 1, sessions: null } });
});
test("L17 without the lock parallel cancellations free two seats", async () => {
  expect(await cancelTwice(false)).toMatchObject({ counters: { taken: 0, signed: 1 } });
});

/** Moves two people to the last seat of a session at once. */
async function changeToLast(isLocked: boolean) {
  const id = await withSessions(2);
  await signedUpPerson(id, "2");
  const pair = [await signedUpPerson(id, "1"), await signedUpPerson(id, "1")];
  const options = { isLocked, beforeWrite: () => setTimeout(100) };
  const own = createSelfService(app.context.db, options);
  const now = app.context.clock.now();
  const answers = await Promise.allSettled(pair.map(({ userId }) => own.change(id, userId, "2", now)));
  return {
    done: answers.filter(({ status }) => status === "fulfilled").length,
    counters: await counters(id),
  };
}
test("L10 of two parallel changes to the last seat one succeeds, the other person keeps their session", async () => {
  expect(await changeToLast(true)).toEqual({
    done: 1,
    counters: { taken: 3, signed: 3, sessions: [1, 2, 0] },
  });
});
test("L10 without the lock both changes succeed", async () => {
  expect(await changeToLast(false)).toMatchObject({ done: 2, counters: { sessions: [0, 3, 0] } });
});

test("L17 counters stay exact while many people cancel and sign up at once", async () => {
  const id = await open({ quota: 6 });
  const holders = await Promise.all(Array.from({ length: 6 }, () => signedUpPerson(id)));
  const newcomers = await Promise.all(
    Array.from({ length: 12 }, async () => (await app.login(nextMobile())).userId),
  );
  const writer = signUpWriter(app.context.db);
  const own = createSelfService(app.context.db);
  const now = app.context.clock.now();
  await Promise.all([
    ...holders.slice(0, 4).map(({ userId }) => own.cancel(id, userId, now)),
    ...newcomers.map((userId) => writer.add(id, sampleSignUp(userId))),
  ]);
  const after = await counters(id);
  expect(after?.taken).toBe(after?.signed);
  expect(after?.signed).toBeLessThanOrEqual(6);
  expect(after?.signed).toBeGreaterThanOrEqual(2);
});
