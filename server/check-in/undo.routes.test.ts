import { afterAll, beforeAll, expect, test } from "vitest";
import { listCoupons, sendBenefit } from "#contract/benefit/benefit.ts";
import { checkIn, openCheckIn, redeemCoupon, undoCheckIn, undoRedeem } from "#contract/check-in/check-in.ts";
import { cancelSignUp, listOwnSignUps } from "#contract/signup/self-service.ts";
import { showSignUp } from "#contract/signup/signup.ts";
import { signUpWriter } from "../signup/index.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleBenefit } from "../testing/samples/sample-benefit.ts";
import { sampleSignUp } from "../testing/samples/sample-sign-up.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";

const HOUR = 3_600_000;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const now = () => app.context.clock.now();
let activityCount = 0;
async function open(over: Parameters<typeof sampleActivity>[1] = {}): Promise<string> {
  const activityId = `141000000000000${String(1000 + activityCount++)}`;
  await app.modules.activities.addActivities([sampleActivity(now(), { activityId, ...over })]);
  return activityId;
}
let mobileCount = 0;
async function guest(activityId: string, sessionId: string | null = null) {
  const person = await app.login(`133${String(10_000_000 + mobileCount++)}`);
  await signUpWriter(app.context.db).add(activityId, sampleSignUp(person.userId, { session_id: sessionId }));
  const ticket = async () => (await app.call(showSignUp, { activityId }, { token: person.token })).data;
  return { ...person, signUpId: (await ticket()).signUpId ?? "", ticket };
}
const linkTo = (activityId: string, over: { sessionId?: string; days?: number } = {}) =>
  app.modules.checkIns.addLink({ activityId, ...over });
const check = async (link: string, signUpId: string, by = "小李") =>
  (await app.call(checkIn, { link, by, signUpId })).data;
const undo = async (link: string, signUpId: string, checkedInTime: string | null | undefined) =>
  (await app.call(undoCheckIn, { link, signUpId, checkedInTime: checkedInTime ?? "" })).data;
const countArrived = async (link: string) =>
  (await app.call(openCheckIn, { link })).data.guests.filter((one) => one.checkedInTime !== null).length;
/** Times with years that no answer contains and that not every database supports. */
const invalidTimes = ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59"];

test("L19 undoing a check-in restores the ticket and the number of guests", async () => {
  const id = await open();
  const [one, other] = [await guest(id), await guest(id)];
  const link = await linkTo(id);
  const before = await one.ticket();
  const wrong = (await check(link, one.signUpId)).guest;
  await check(link, other.signUpId);
  expect(await countArrived(link)).toBe(2);
  expect(await undo(link, one.signUpId, wrong?.checkedInTime)).toEqual({
    result: "done",
    guest: { ...wrong, checkedInTime: null, checkedInBy: null },
  });
  expect(await countArrived(link)).toBe(1);
  expect(await one.ticket()).toEqual(before);
  expect((await app.call(listOwnSignUps, {}, { token: one.token })).data[0]?.state).toBe("upcoming");
  expect((await app.call(cancelSignUp, { id }, { token: one.token })).data.cancelled).toBe(true);
});

test("L19 undoing twice, or after the guest was checked in again, changes nothing", async () => {
  const id = await open();
  const one = await guest(id);
  const link = await linkTo(id);
  const wrong = (await check(link, one.signUpId)).guest?.checkedInTime;
  await undo(link, one.signUpId, wrong);
  expect(await undo(link, one.signUpId, wrong)).toMatchObject({
    result: "open",
    guest: { checkedInTime: null },
  });
  app.context.clock.set(now() + 60_000);
  const real = await check(link, one.signUpId, "小王");
  expect(real).toMatchObject({ result: "done", guest: { checkedInBy: "小王" } });
  expect(await undo(link, one.signUpId, wrong)).toEqual({ result: "another", guest: real.guest });
  app.context.clock.set(null);
  expect(await countArrived(link)).toBe(1);
});

test("L19 a valid link undoes check-ins of its own guests only", async () => {
  const at = (sessionId: string, hours: number) => ({
    sessionId,
    dealerId: null,
    startTime: now() + hours * HOUR,
    endTime: now() + (hours + 1) * HOUR,
    quota: 5,
    taken: 0,
  });
  const id = await open({ sessions: [at("1", 24), at("2", 48)] });
  const one = await guest(id, "1");
  const link = await linkTo(id, { sessionId: "1" });
  const time = (await check(link, one.signUpId)).guest?.checkedInTime;
  expect(await undo(await linkTo(id, { sessionId: "2" }), one.signUpId, time)).toEqual({
    result: "unknown",
    guest: null,
  });
  expect(await undo(await linkTo(await open()), one.signUpId, time)).toEqual({
    result: "unknown",
    guest: null,
  });
  const args = { signUpId: one.signUpId, checkedInTime: time ?? "" };
  const over = await linkTo(id, { days: -1 });
  expect((await app.call(undoCheckIn, { ...args, link: over })).status).toBe(404);
  for (const checkedInTime of ["heute", ...invalidTimes])
    expect((await app.call(undoCheckIn, { link, ...args, checkedInTime })).status).toBe(601);
  expect(await countArrived(link)).toBe(1);
});

/** Logs in a person whose coupon was redeemed by mistake. */
async function redeemedByMistake() {
  const id = await open({ activityType: "online" });
  await app.modules.benefits.add([sampleBenefit(now(), { activity_id: id })]);
  const { token } = await app.login(`133${String(10_000_000 + mobileCount++)}`);
  const captchaVerifyId = await app.solveCaptcha({ action: "benefit", activityId: id }, { token });
  const { data } = await app.call(sendBenefit, { id }, { token, captchaVerifyId });
  const code = data.coupon?.code ?? "";
  const link = await linkTo(id);
  const redeem = async () => (await app.call(redeemCoupon, { link, by: "小李", code })).data;
  const callUndo = (usedTime: string | null | undefined, by = link) =>
    app.call(undoRedeem, { link: by, code, usedTime: usedTime ?? "" });
  const undoRedemption = async (...given: Parameters<typeof callUndo>) => (await callUndo(...given)).data;
  const state = async () => (await app.call(listCoupons, {}, { token })).data[0]?.state;
  const first = await redeem();
  return { redeem, callUndo, undoRedemption, state, usedTime: first.coupon?.usedTime };
}

test("M12 undoing a redemption makes the coupon usable again", async () => {
  const { redeem, undoRedemption, state, usedTime } = await redeemedByMistake();
  expect(await state()).toBe("used");
  expect(await undoRedemption(usedTime)).toMatchObject({
    result: "done",
    coupon: { state: "usable", usedTime: null, usedBy: null },
  });
  expect(await state()).toBe("usable");
  expect((await redeem()).result).toBe("done");
});

test("M12 an invalid time is refused with 601 before it reaches the database", async () => {
  const { callUndo, state } = await redeemedByMistake();
  for (const usedTime of ["heute", ...invalidTimes]) expect((await callUndo(usedTime)).status).toBe(601);
  expect(await state()).toBe("used");
});

test("M12 undoing twice, by another activity's link, or after the coupon was redeemed again, changes nothing", async () => {
  const { redeem, undoRedemption, state, usedTime } = await redeemedByMistake();
  const foreignLink = await linkTo(await open());
  expect(await undoRedemption(usedTime, foreignLink)).toEqual({ result: "unknown", coupon: null });
  await undoRedemption(usedTime);
  expect((await undoRedemption(usedTime)).result).toBe("open");
  app.context.clock.set(now() + 60_000);
  const real = await redeem();
  expect(await undoRedemption(usedTime)).toEqual({ result: "another", coupon: real.coupon });
  app.context.clock.set(null);
  expect(await state()).toBe("used");
});
