import { sql } from "kysely";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelSignUp, changeSession, listOwnSignUps } from "#contract/signup/self-service.ts";
import { showSignUp, signUp } from "#contract/signup/signup.ts";
import { acceptOffer, leaveWaitlist } from "#contract/signup/waitlist.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { sampleSignUp } from "../../testing/samples/sample-sign-up.ts";
import { createSelfService, signUpWriter, createWaitlist } from "../index.ts";
import {
  confirmed,
  expired,
  offered,
  testWaitlist,
  waitingAt,
} from "../../testing/waitlist/test-waitlist.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const { now, nextMobile, open, logIn, seated, waits, stateOf, seats } = testWaitlist(() => app);

test("L18 a cancelled seat of an online activity that has begun is offered to the next person", async () => {
  const id = await open({
    quota: 1,
    activityType: "online",
    signUpStartTime: now() - DAY,
    startTime: now() - DAY,
    signUpEndTime: now() + 2 * DAY,
    endTime: now() + 2 * DAY,
  });
  const one = await seated(id);
  const first = await waits(id);
  expect(await stateOf(id, first)).toEqual(waitingAt(1));
  await app.call(cancelSignUp, { id }, { token: one.token });
  expect(await stateOf(id, first)).toEqual(offered);
  expect((await app.call(acceptOffer, { id }, { token: first.token })).data.status).toBe("confirmed");
});

test("L18 a person joins the waitlist of a full activity; a freed seat is reserved for the first, who accepts it", async () => {
  const id = await open();
  const [one] = [await seated(id), await seated(id)];
  const mobile = nextMobile();
  const first = await app.login(mobile);
  const captchaVerifyId = await app.solveCaptcha(
    { action: "signup", activityId: id },
    { token: first.token },
  );
  const form = { id, name: "林晓岚", mobile, consent: true as const };
  const options = { token: first.token, captchaVerifyId };
  expect((await app.call(signUp, form, options)).status).toBe(633);
  const joined = await app.call(signUp, { ...form, waitlist: true }, options);
  expect([joined.status, joined.data.status]).toEqual([200, "waitlisted"]);
  expect((await app.call(signUp, form, { token: first.token })).data).toEqual(joined.data);
  const second = await waits(id);
  expect([await stateOf(id, first), await stateOf(id, second)]).toEqual([waitingAt(1), waitingAt(2)]);

  await app.call(cancelSignUp, { id }, { token: one.token });
  expect([await stateOf(id, first), await stateOf(id, second)]).toEqual([offered, waitingAt(1)]);
  expect(await seats(id)).toMatchObject({ taken: 2, held: 2 });
  // The reserved seat is not given to others.
  const newcomer = await logIn();
  expect((await signUpWriter(app.context.db).add(id, sampleSignUp(newcomer.userId))).seat).toBe("full");

  const accepted = await app.call(acceptOffer, { id }, { token: first.token });
  expect(accepted.data).toEqual({ ...joined.data, status: "confirmed" });
  expect((await app.call(acceptOffer, { id }, { token: first.token })).data).toEqual(accepted.data);
  expect(await stateOf(id, first)).toEqual(confirmed);
  expect((await app.call(showSignUp, { activityId: id }, { token: first.token })).data.ticket?.name).toBe(
    "林晓岚",
  );
  expect((await app.call(acceptOffer, { id }, { token: second.token })).status).toBe(633);
  expect(await seats(id)).toMatchObject({ taken: 2, held: 2 });
});

test("L10 L18 no seat is offered beyond the limit of the person's flow process", async () => {
  const id = await open({ quota: null });
  const queue = createWaitlist(app.context.db);
  const holders = [await seated(id), await seated(id)];
  const [first, next] = [await logIn(), await logIn()];
  const joins = (userId: string, seats_most: number | null) =>
    queue.join(id, sampleSignUp(userId, { seats_most, created_time: new Date(now()) }), now());
  await joins(first.userId, 2);
  expect(await stateOf(id, first)).toEqual(waitingAt(1));
  await queue.advanceAll(now());
  expect(await stateOf(id, first)).toEqual(waitingAt(1));
  // A person with another version of the process, or none, can get a seat of the same activity.
  await joins(next.userId, null);
  expect([await stateOf(id, first), await stateOf(id, next)]).toEqual([waitingAt(1), offered]);
  for (const { userId } of holders) await createSelfService(app.context.db).cancel(id, userId, now());
  expect(await stateOf(id, first)).toEqual(offered);
});

test("L18 an expired offer goes to the next person, and the first may join again at the end", async () => {
  const id = await open({ quota: 1 });
  const holder = await seated(id);
  const [first, second] = [await waits(id), await waits(id)];
  await createSelfService(app.context.db).cancel(id, holder.userId, now());
  const until = (await app.call(listOwnSignUps, {}, { token: first.token })).data[0]?.offerUntil ?? "";
  expect(Date.parse(until) - now()).toBeGreaterThan(HOUR);
  const queue = createWaitlist(app.context.db);
  const late = Date.parse(until) + 1_000;
  await expect(queue.accept(id, first.userId, late)).rejects.toMatchObject({ refusal: "flowBranch" });
  await queue.advanceAll(late);
  expect([await stateOf(id, first), await stateOf(id, second)]).toEqual([expired, offered]);
  expect(await seats(id)).toMatchObject({ taken: 1, held: 1 });
  await queue.join(id, sampleSignUp(first.userId, { created_time: new Date(late) }), late);
  expect(await stateOf(id, first)).toEqual(waitingAt(1));
  // A declined offer goes to the next person at once.
  expect((await app.call(leaveWaitlist, { id }, { token: second.token })).data).toEqual({ left: true });
  expect((await app.call(leaveWaitlist, { id }, { token: second.token })).data).toEqual({ left: false });
  expect(await stateOf(id, first)).toEqual(offered);
  await app.call(leaveWaitlist, { id }, { token: first.token });
  expect(await seats(id)).toMatchObject({ taken: 0, held: 0 });
});

test("L18 a seat of a session goes to the first who waits for that session, also when a change of sessions frees it", async () => {
  const at = (sessionId: string, days: number) => ({
    sessionId,
    dealerId: null,
    startTime: now() + days * DAY,
    endTime: now() + days * DAY + HOUR,
    quota: 1,
    taken: 0,
  });
  const id = await open({ quota: 3, sessions: [at("1", 3), at("2", 4), at("3", 5)] });
  const [one] = [await seated(id, "1"), await seated(id, "2")];
  const forSecond = await waits(id, "2");
  const forFirst = await waits(id, "1");
  expect((await app.call(changeSession, { id, sessionId: "3" }, { token: one.token })).status).toBe(200);
  // All three seats of the activity are taken, with the person who moved; only session 1 has a free seat.
  expect(await seats(id)).toMatchObject({ taken: 3, held: 3, sessions: [1, 1, 1] });
  expect([await stateOf(id, forSecond), await stateOf(id, forFirst)]).toEqual([waitingAt(1), offered]);
});

test("L18 within a day of the beginning an offer is valid for half an hour, and at the very end none is made", async () => {
  const near = await open({ quota: 1, startTime: now() + 2 * HOUR, endTime: now() + 4 * HOUR });
  const holder = await seated(near);
  const next = await waits(near);
  await createSelfService(app.context.db).cancel(near, holder.userId, now());
  const [card] = (await app.call(listOwnSignUps, {}, { token: next.token })).data;
  expect(Math.round((Date.parse(card?.offerUntil ?? "") - now()) / MINUTE)).toBe(30);
  const last = await open({ quota: 1, startTime: now() + 5 * MINUTE, endTime: now() + HOUR });
  const goer = await seated(last);
  const waiting = await waits(last);
  await createSelfService(app.context.db).cancel(last, goer.userId, now());
  expect(await stateOf(last, waiting)).toEqual(waitingAt(1));
  expect(await seats(last)).toMatchObject({ taken: 0, held: 0 });
});

test("L18 nobody sees, accepts or leaves the entry of another person", async () => {
  const id = await open({ quota: 1 });
  const holder = await seated(id);
  const first = await waits(id);
  const stranger = await logIn();
  await createSelfService(app.context.db).cancel(id, holder.userId, now());
  expect((await app.call(acceptOffer, { id }, { token: stranger.token })).status).toBe(633);
  expect((await app.call(leaveWaitlist, { id }, { token: stranger.token })).data).toEqual({ left: false });
  expect((await app.call(acceptOffer, { id })).status).toBe(401);
  expect((await app.call(leaveWaitlist, { id })).status).toBe(401);
  expect(await stateOf(id, first)).toEqual(offered);
  expect(await stateOf(id, stranger)).toMatchObject({ signed: false, status: null, state: undefined });
});

/** Maximum time that one operation waits for the other to reach the same point, ms. */
const MEETING_TIMEOUT = 5_000;
/** Advances a waitlist of three with one free seat in two processes at once. */
async function advanceTwice(isLocked: boolean) {
  const id = await open({ quota: 1 });
  await seated(id);
  const three = [await waits(id), await waits(id), await waits(id)];
  await sql`delete from signup where activity_id = ${id}`.execute(app.context.db);
  await sql`update activity set taken = 0 where activity_id = ${id}`.execute(app.context.db);
  // Without the lock both reach this point at once; with it the second does after the first has committed.
  const together = Promise.withResolvers<void>();
  let arrived = 0;
  const beforeWrite = () => {
    if (++arrived === 2) together.resolve();
    return Promise.race([together.promise, setTimeout(isLocked ? 20 : MEETING_TIMEOUT)]);
  };
  const options = { isLocked, beforeWrite };
  const both = [createWaitlist(app.context.db, options), createWaitlist(app.context.db, options)];
  await Promise.all(both.map((queue) => queue.advance(id, now())));
  const states = await Promise.all(three.map((one) => stateOf(id, one)));
  return {
    offers: states.filter(({ state }) => state === "offered").length,
    taken: (await seats(id))?.taken,
  };
}
test("L18 two processes that advance the waitlist at once make one offer, counted once", async () => {
  expect(await advanceTwice(true)).toEqual({ offers: 1, taken: 1 });
});
test("L18 without the lock the same seat is counted twice", async () => {
  expect(await advanceTwice(false)).toMatchObject({ taken: 2 });
});

/** Accepts and declines an offer at once. */
async function acceptAndLeave(isLocked: boolean) {
  const id = await open({ quota: 1 });
  const holder = await seated(id);
  const one = await waits(id);
  await createSelfService(app.context.db).cancel(id, holder.userId, now());
  // The one that reads first writes last, unless the lock keeps the other one out.
  const [begun, accepted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const beforeWrite = () => {
    begun.resolve();
    return Promise.race([accepted.promise, setTimeout(isLocked ? 100 : MEETING_TIMEOUT)]);
  };
  const left = createWaitlist(app.context.db, { isLocked, beforeWrite }).leave(id, one.userId, now());
  const accept = async () => {
    await begun.promise;
    await createWaitlist(app.context.db, { isLocked })
      .accept(id, one.userId, now())
      .finally(() => accepted.resolve());
  };
  await Promise.allSettled([left, accept()]);
  return seats(id);
}
test("L18 an offer accepted and declined at once keeps the counter exact", async () => {
  const after = await acceptAndLeave(true);
  expect(after?.taken).toBe(after?.held);
});
test("L18 without the lock the counter becomes wrong", async () => {
  const after = await acceptAndLeave(false);
  expect(after?.taken).not.toBe(after?.held);
});

test("L18 many joining, leaving, accepting and signing up at once cannot oversell, and the counter is exact", async () => {
  const id = await open({ quota: 4 });
  const holders = [await seated(id), await seated(id), await seated(id), await seated(id)];
  const queue = createWaitlist(app.context.db);
  const own = createSelfService(app.context.db);
  const writer = signUpWriter(app.context.db);
  const waiting = await Promise.all(Array.from({ length: 8 }, () => waits(id)));
  const newcomers = await Promise.all(Array.from({ length: 6 }, logIn));
  await Promise.allSettled([
    ...holders.slice(0, 3).map(({ userId }) => own.cancel(id, userId, now())),
    ...waiting.map(({ userId }) => queue.accept(id, userId, now())),
    ...waiting.slice(0, 2).map(({ userId }) => queue.leave(id, userId, now())),
    ...newcomers.map(({ userId }) => writer.add(id, sampleSignUp(userId))),
  ]);
  await Promise.allSettled(waiting.map(({ userId }) => queue.accept(id, userId, now())));
  const after = await seats(id);
  expect(after).toMatchObject({ taken: 4, held: 4 });
});
