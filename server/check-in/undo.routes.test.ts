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
let made = 0;
async function open(over: Parameters<typeof sampleActivity>[1] = {}): Promise<string> {
  const activityId = `141000000000000${String(1000 + made++)}`;
  await app.modules.activities.addActivities([sampleActivity(now(), { activityId, ...over })]);
  return activityId;
}
let people = 0;
async function guest(activityId: string, sessionId: string | null = null) {
  const person = await app.login(`133${String(10_000_000 + people++)}`);
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
const cameTo = async (link: string) =>
  (await app.call(openCheckIn, { link })).data.guests.filter((one) => one.checkedInTime !== null).length;
/** Moments of years that no answer tells, and that not every database has. */
const strange = ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59"];

test("L19 a check-in by mistake is taken back: the ticket is as before, and one person less has come", async () => {
  const id = await open();
  const [one, other] = [await guest(id), await guest(id)];
  const link = await linkTo(id);
  const before = await one.ticket();
  const wrong = (await check(link, one.signUpId)).guest;
  await check(link, other.signUpId);
  expect(await cameTo(link)).toBe(2);
  expect(await undo(link, one.signUpId, wrong?.checkedInTime)).toEqual({
    result: "done",
    guest: { ...wrong, checkedInTime: null, checkedInBy: null },
  });
  expect(await cameTo(link)).toBe(1);
  expect(await one.ticket()).toEqual(before);
  expect((await app.call(listOwnSignUps, {}, { token: one.token })).data[0]?.state).toBe("upcoming");
  expect((await app.call(cancelSignUp, { id }, { token: one.token })).data.cancelled).toBe(true);
});

test("L19 taken back again, or when the guest has come meanwhile, it changes nothing", async () => {
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
  expect(await cameTo(link)).toBe(1);
});

test("L19 a link takes back check-ins of its own guests alone, while it is good", async () => {
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
  const came = (await check(link, one.signUpId)).guest?.checkedInTime;
  expect((await undo(await linkTo(id, { sessionId: "2" }), one.signUpId, came)).result).toBe("elsewhere");
  expect(await undo(await linkTo(await open()), one.signUpId, came)).toEqual({
    result: "unknown",
    guest: null,
  });
  const wish = { signUpId: one.signUpId, checkedInTime: came ?? "" };
  const over = await linkTo(id, { days: -1 });
  expect((await app.call(undoCheckIn, { ...wish, link: over })).status).toBe(404);
  for (const checkedInTime of ["heute", ...strange])
    expect((await app.call(undoCheckIn, { link, ...wish, checkedInTime })).status).toBe(601);
  expect(await cameTo(link)).toBe(1);
});

/** Somebody whose coupon was redeemed, by mistake. */
async function redeemed() {
  const id = await open({ activityType: "online" });
  await app.modules.benefits.add([sampleBenefit(now(), { activity_id: id })]);
  const { token } = await app.login(`133${String(10_000_000 + people++)}`);
  const captchaVerifyId = await app.solveCaptcha({ action: "benefit", activityId: id }, { token });
  const { data } = await app.call(sendBenefit, { id }, { token, captchaVerifyId });
  const code = data.coupon?.code ?? "";
  const link = await linkTo(id);
  const redeem = async () => (await app.call(redeemCoupon, { link, by: "小李", code })).data;
  const wish = (usedTime: string | null | undefined, by = link) =>
    app.call(undoRedeem, { link: by, code, usedTime: usedTime ?? "" });
  const back = async (...given: Parameters<typeof wish>) => (await wish(...given)).data;
  const state = async () => (await app.call(listCoupons, {}, { token })).data[0]?.state;
  const first = await redeem();
  return { redeem, wish, back, state, usedTime: first.coupon?.usedTime };
}

test("M12 a redemption by mistake is taken back: the coupon is its person's to use again", async () => {
  const { redeem, back, state, usedTime } = await redeemed();
  expect(await state()).toBe("used");
  expect(await back(usedTime)).toMatchObject({
    result: "done",
    coupon: { state: "usable", usedTime: null, usedBy: null },
  });
  expect(await state()).toBe("usable");
  expect((await redeem()).result).toBe("done");
});

test("M12 a moment that no answer has told is a fault of the wish, whatever a database makes of its year", async () => {
  const { wish, state } = await redeemed();
  for (const usedTime of ["heute", ...strange]) expect((await wish(usedTime)).status).toBe(601);
  expect(await state()).toBe("used");
});

test("M12 taken back again, or when it was redeemed anew meanwhile, a redemption changes nothing; so it does elsewhere", async () => {
  const { redeem, back, state, usedTime } = await redeemed();
  expect(await back(usedTime, await linkTo(await open()))).toEqual({ result: "unknown", coupon: null });
  await back(usedTime);
  expect((await back(usedTime)).result).toBe("open");
  app.context.clock.set(now() + 60_000);
  const real = await redeem();
  expect(await back(usedTime)).toEqual({ result: "another", coupon: real.coupon });
  app.context.clock.set(null);
  expect(await state()).toBe("used");
});
