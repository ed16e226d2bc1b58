import { afterAll, beforeAll, expect, test } from "vitest";
import { changeSession, listOwnSignUps } from "#contract/signup/self-service.ts";
import { acceptInvitationCode } from "#contract/invitation/invitation.ts";
import { showSignUp, signUp } from "#contract/signup/signup.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleDealers } from "../testing/samples/sample-dealers.ts";
import { sampleSignUp } from "../testing/samples/sample-sign-up.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { createWaitlist } from "./waitlist/queue.ts";

const HOUR = 3_600_000;
const [WEST, EAST] = ["1901", "1902"] as const;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.modules.organisations.add(sampleDealers(WEST, EAST));
});
afterAll(() => app.close());

let activityCount = 0;
/** Adds an activity whose form has no dealer; session 1 is at one dealer, 2 and 4 at another, 3 at none. */
async function open(): Promise<string> {
  const now = app.context.clock.now();
  const activityId = `190000000000000${String(1000 + activityCount++)}`;
  const at = (sessionId: string, dealerId: string | null, hours: number) => ({
    sessionId,
    dealerId,
    startTime: now + hours * HOUR,
    endTime: now + (hours + 1) * HOUR,
    quota: 5,
    taken: 0,
  });
  await app.modules.activities.addActivities([
    sampleActivity(now, {
      activityId,
      address: "滨江步道",
      dealerIds: [WEST, EAST],
      sessions: [at("1", WEST, 24), at("2", EAST, 48), at("3", null, 72), at("4", EAST, 96)],
      asks: { series: false, dealer: false, session: true },
    }),
  ]);
  return activityId;
}
let mobileCount = 0;
const newMobile = () => `137${String(20_000_000 + mobileCount++)}`;
async function signUpFor(activityId: string, sessionId: string): Promise<string> {
  const mobile = newMobile();
  const { token } = await app.login(mobile);
  const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId }, { token });
  const form = { id: activityId, name: "林晓岚", mobile, sessionId, answers: {}, consent: true as const };
  const { code } = await app.call(signUp, { ...form, channel: {} }, { token, captchaVerifyId });
  if (code !== "00") throw new Error(code);
  return token;
}
async function shownTo(activityId: string, token: string) {
  const { ticket } = (await app.call(showSignUp, { activityId }, { token })).data;
  const [own] = (await app.call(listOwnSignUps, {}, { token })).data;
  const shown = [ticket, own].map((one) => [one?.dealerId, one?.dealerName, one?.address, one?.canChange]);
  return { shown, sessionId: ticket?.sessionId };
}
const west = [WEST, `门店 ${WEST}`, `龙腾大道 ${WEST} 号`];
const east = [EAST, `门店 ${EAST}`, `龙腾大道 ${EAST} 号`];
const noDealer = [null, null, "滨江步道"];

test("L06 W10 ticket and list show the dealer of the chosen session although the form asks for no dealer", async () => {
  const id = await open();
  const mine = await signUpFor(id, "1");
  expect((await shownTo(id, mine)).shown).toEqual([
    [...west, true],
    [...west, true],
  ]);
  const other = await signUpFor(id, "3");
  expect((await shownTo(id, other)).shown).toEqual([
    [...noDealer, true],
    [...noDealer, true],
  ]);
});

test("L17 a sign-up keeps its dealer when it moves to a session without one, and gets the dealer of a session with one", async () => {
  const id = await open();
  const token = await signUpFor(id, "1");
  const moved = async (sessionId: string) => {
    await app.call(changeSession, { id, sessionId }, { token });
    return shownTo(id, token);
  };
  expect(await moved("3")).toEqual({
    shown: [
      [...west, true],
      [...west, true],
    ],
    sessionId: "3",
  });
  expect((await moved("2")).shown[0]).toEqual([...east, true]);
});

test("M14 a guest invited to a session is shown its dealer", async () => {
  const activityId = await open();
  const plain = { activityId, name: "周远", seriesCode: null, dealerId: null, sessionId: "2" };
  const sec = await app.modules.invitations.issue(plain, app.context.clock.now() + HOUR);
  const { token } = await app.login(newMobile());
  expect((await app.call(acceptInvitationCode, { activityId, sec }, { token })).code).toBe("00");
  expect((await shownTo(activityId, token)).shown[0]).toEqual([...east, true]);
});

test("L18 a waitlist entry for a session shows the session's dealer", async () => {
  const id = await open();
  const now = app.context.clock.now();
  const { userId, token } = await app.login(newMobile());
  const entry = sampleSignUp(userId, { session_id: "1", created_time: new Date(now) });
  await createWaitlist(app.context.db).join(id, entry, now);
  const { waiting } = (await app.call(showSignUp, { activityId: id }, { token })).data;
  const [own] = (await app.call(listOwnSignUps, {}, { token })).data;
  expect([waiting, own].map((one) => [one?.dealerName, one?.address])).toEqual([
    west.slice(1),
    west.slice(1),
  ]);
  expect(own?.dealerId).toBe(WEST);
});
