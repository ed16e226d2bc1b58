import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkIn, openCheckIn, undoCheckIn } from "#contract/check-in/check-in.ts";
import { cancelSignUp, changeSession, listOwnSignUps } from "#contract/signup/self-service.ts";
import { showSignUp } from "#contract/signup/signup.ts";
import { acceptOffer } from "#contract/signup/waitlist.ts";
import { setActivityPublished } from "../../catalogue/index.ts";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { createSelfService, createWaitlist } from "../../signup/index.ts";
import { testWaitlist, waitingAt } from "../waitlist/test-waitlist.ts";
import { testApp, type TestApp } from "../app.ts";
import { cancelActivityNow } from "./cancel-activity.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const { now, open, logIn, seated, waits, stateOf, seats } = testWaitlist(() => app);
type Person = { readonly token: string; readonly userId: string };
const reason = "因暴雨天气";
const off = (id: string) => cancelActivityNow(app, id, reason);
const publish = (id: string) =>
  setActivityPublished(app.context.db, id, true, {
    by: commandLineActor,
    now: new Date(app.context.clock.now()),
  });
const ownOf = async (id: string, { token }: Person) =>
  (await app.call(listOwnSignUps, {}, { token })).data.find(({ activityId }) => activityId === id);
const ticketOf = async (id: string, { token }: Person) =>
  (await app.call(showSignUp, { activityId: id }, { token })).data;
const calledOff = { reason, time: expect.stringMatching(/\+08:00$/) };
/** A person whom a seat is offered to. */
async function offeredOne(id: string, holder: Person): Promise<Person> {
  const person = await waits(id);
  await createSelfService(app.context.db).cancel(id, holder.userId, now());
  return person;
}

test("W10 L17 people with a seat see the cancellation and its reason, until the activity is published again", async () => {
  const at = { dealerId: null, quota: 2, taken: 0 };
  const session = (sessionId: string, startTime: number) => ({
    sessionId,
    startTime,
    endTime: startTime + HOUR,
    ...at,
  });
  const id = await open({
    quota: 5,
    sessions: [session("1", now() + 2 * DAY), session("2", now() + 3 * DAY), session("3", now() - 2 * HOUR)],
  });
  const person = await seated(id, "1");
  const past = await seated(id, "3");
  const { token } = person;
  expect(await ownOf(id, person)).toMatchObject({ state: "upcoming", canCancel: true, canChange: true });
  await off(id);
  expect(await ownOf(id, person)).toMatchObject({
    state: "cancelled",
    canCancel: false,
    canChange: false,
    calledOff,
  });
  expect(await ticketOf(id, person)).toMatchObject({
    signed: true,
    ticket: { canCancel: false, canChange: false, calledOff, activityType: "localoffline", latitude: 31.18 },
  });
  const changed = await app.call(changeSession, { id, sessionId: "2" }, { token });
  expect([changed.status, changed.message]).toEqual([633, "活动已取消：因暴雨天气"]);
  // A session that was over before the cancellation took place.
  expect(await ownOf(id, past)).toMatchObject({ state: "ended" });
  expect((await ticketOf(id, past)).ticket).not.toHaveProperty("calledOff");
  // An outdated page may still cancel the sign-up, and an erasure does.
  const given = await seated(id, "2");
  expect((await app.call(cancelSignUp, { id }, { token: given.token })).data).toEqual({ cancelled: true });
  expect(await ownOf(id, given)).not.toHaveProperty("calledOff");

  await publish(id);
  expect(await ownOf(id, person)).toMatchObject({ state: "upcoming", canCancel: true });
  expect(await ownOf(id, person)).not.toHaveProperty("calledOff");
});

test("W10 L18 people on the waitlist or with an offer see the cancellation; no seat is offered and no offer accepted", async () => {
  const id = await open({ quota: 2 });
  const [holder, other] = [await seated(id), await seated(id)];
  const offered = await offeredOne(id, holder);
  const waiting = await waits(id);
  await off(id);
  for (const person of [offered, waiting]) {
    expect(await ownOf(id, person)).toMatchObject({ state: "cancelled", calledOff });
    expect(await ownOf(id, person)).not.toHaveProperty("offerUntil");
    expect(await ticketOf(id, person)).toMatchObject({
      signed: false,
      status: null,
      waiting: { state: "expired", position: 0, offerUntil: null, calledOff },
    });
  }
  const taken = await app.call(acceptOffer, { id }, { token: offered.token });
  expect([taken.status, taken.message]).toEqual([633, "活动已取消：因暴雨天气"]);
  await app.call(cancelSignUp, { id }, { token: other.token });
  await createWaitlist(app.context.db).advanceAll(now());
  expect((await ticketOf(id, waiting)).waiting).toMatchObject({ calledOff });
  expect(await seats(id)).toMatchObject({ taken: 1, held: 1 });
  // The offer has expired meanwhile; the notice stays.
  app.context.clock.set(now() + 3 * HOUR);
  await createWaitlist(app.context.db).advanceAll(now());
  expect(await ownOf(id, offered)).toMatchObject({ state: "cancelled", calledOff });
  expect(await seats(id)).toMatchObject({ taken: 0, held: 0 });

  await publish(id);
  expect(await ownOf(id, offered)).toMatchObject({ state: "expired" });
  expect(await stateOf(id, waiting)).toEqual(waitingAt(1));
  await createWaitlist(app.context.db).advanceAll(now());
  expect((await app.call(acceptOffer, { id }, { token: waiting.token })).data.status).toBe("confirmed");
  app.context.clock.set(null);
});

test("W10 L18 an offer that expired before the cancellation stays expired", async () => {
  const id = await open({ quota: 1 });
  const offered = await offeredOne(id, await seated(id));
  app.context.clock.set(now() + 3 * HOUR);
  await createWaitlist(app.context.db).advanceAll(now());
  await off(id);
  expect(await ownOf(id, offered)).toMatchObject({ state: "expired" });
  expect(await ownOf(id, offered)).not.toHaveProperty("calledOff");
  app.context.clock.set(null);
});

/** Result for a person whose offer is accepted at the moment of the cancellation. */
async function confirmAndCallOff(confirmsFirst: boolean) {
  const id = await open({ quota: 1 });
  const offered = await offeredOne(id, await seated(id));
  const begun = Promise.withResolvers<void>();
  // The offer has been read, and the seat not written yet.
  const between = async () => {
    begun.resolve();
    await setTimeout(50);
  };
  const confirm = () =>
    createWaitlist(app.context.db, { isLocked: true, beforeWrite: between })
      .accept(id, offered.userId, now())
      .then(
        () => "confirmed",
        () => "refused",
      );
  const confirming = confirmsFirst ? confirm() : null;
  if (confirming) await begun.promise;
  const calling = off(id);
  const told = await (confirming ?? confirm());
  await calling;
  const { signed, ticket, waiting } = await ticketOf(id, offered);
  return { told, signed, notice: (ticket ?? waiting)?.calledOff?.reason };
}
test("W10 L18 an offer that is accepted during the cancellation becomes a seat with the notice, or none", async () => {
  expect(await confirmAndCallOff(true)).toEqual({ told: "confirmed", signed: true, notice: reason });
  const outcomes = [
    { told: "confirmed", signed: true, notice: reason },
    { told: "refused", signed: false, notice: reason },
  ];
  for (let turn = 0; turn < 10; turn++) expect(outcomes).toContainEqual(await confirmAndCallOff(false));
});

test("W10 L19 the check-in desk sees the cancellation and checks nobody in; earlier check-ins stay", async () => {
  const id = await open();
  const [come, late] = [await seated(id), await seated(id)];
  const link = await app.modules.checkIns.addLink({ activityId: id });
  const check = async (person: Person) => {
    const { signUpId } = await ticketOf(id, person);
    return app.call(checkIn, { link, by: "小李", signUpId: signUpId ?? "" });
  };
  expect((await app.call(openCheckIn, { link })).data).not.toHaveProperty("calledOff");
  const first = await check(come);
  expect(first.data.result).toBe("done");
  await off(id);
  expect((await app.call(openCheckIn, { link })).data).toMatchObject({ calledOff });
  const refused = await check(late);
  expect([refused.status, refused.message]).toEqual([633, "活动已取消：因暴雨天气"]);
  expect((await check(come)).data.result).toBe("already");
  expect((await app.call(checkIn, { link, by: "小李", code: "0000 0000 0000" })).data.result).toBe("unknown");
  expect(await ownOf(id, come)).toMatchObject({ state: "attended" });
  const { guest } = first.data;
  const mistake = { link, signUpId: guest?.signUpId ?? "", checkedInTime: guest?.checkedInTime ?? "" };
  expect((await app.call(undoCheckIn, mistake)).data.result).toBe("done");
  expect(await ownOf(id, come)).toMatchObject({ state: "cancelled", calledOff });
});

test("W10 a stranger sees a cancelled activity like a withdrawn one", async () => {
  const id = await open();
  await off(id);
  const { token } = await logIn();
  expect((await app.call(showSignUp, { activityId: id }, { token })).status).toBe(404);
});
