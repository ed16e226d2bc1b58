import { afterAll, beforeAll, expect, test } from "vitest";
import { checkIn, openCheckIn } from "#contract/check-in/check-in.ts";
import { signUpWriter, type NewSignUp } from "../signup/index.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleDealers } from "../testing/samples/sample-dealers.ts";
import { sampleSignUp } from "../testing/samples/sample-sign-up.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";

const HOUR = 3_600_000;
const [WEST, EAST] = ["1911", "1912"] as const;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.modules.organisations.add(sampleDealers(WEST, EAST));
});
afterAll(() => app.close());

let activityCount = 0;
async function open(over: Parameters<typeof sampleActivity>[1]): Promise<string> {
  const activityId = `191000000000000${String(1000 + activityCount++)}`;
  const activity = sampleActivity(app.context.clock.now(), { activityId, ...over });
  await app.modules.activities.addActivities([activity]);
  return activityId;
}
let mobileCount = 0;
async function guest(activityId: string, name: string, over: Partial<NewSignUp> = {}): Promise<void> {
  const { userId } = await app.login(`137${String(30_000_000 + mobileCount++)}`);
  await signUpWriter(app.context.db).add(activityId, sampleSignUp(userId, { name, ...over }));
}
/** Names of the guests that a link shows, and the result of checking in each guest of the activity with it. */
async function checkInEverybody(activityId: string, over: { dealerId?: string; sessionId?: string }) {
  const all = (await app.call(openCheckIn, { link: await app.modules.checkIns.addLink({ activityId }) }))
    .data;
  const link = await app.modules.checkIns.addLink({ activityId, ...over });
  const { data } = await app.call(openCheckIn, { link });
  const results: [string, string][] = [];
  for (const { name, signUpId } of all.guests)
    results.push([name, (await app.call(checkIn, { link, by: "小李", signUpId })).data.result]);
  return {
    shown: data.guests.map(({ name }) => name).toSorted(),
    results: Object.fromEntries(results),
    dealerName: data.dealerName,
  };
}

test("L19 the link of an activity's only dealer accepts guests whose sign-up has no dealer", async () => {
  const id = await open({ dealerId: WEST, dealerIds: [WEST] });
  await guest(id, "甲");
  expect(await checkInEverybody(id, { dealerId: WEST })).toEqual({
    shown: ["甲"],
    results: { 甲: "done" },
    dealerName: `门店 ${WEST}`,
  });
});

test("L19 a dealer's link accepts guests of its sessions, guests who chose it, and guests without a dealer", async () => {
  const at = (sessionId: string, dealerId: string | null, hours: number) => {
    const startTime = app.context.clock.now() + hours * HOUR;
    return { sessionId, dealerId, startTime, endTime: startTime + HOUR, quota: 5, taken: 0 };
  };
  const id = await open({
    dealerIds: [WEST, EAST],
    sessions: [at("1", WEST, 24), at("2", EAST, 48), at("3", null, 72)],
    asks: { series: false, dealer: true, session: true },
  });
  await guest(id, "西场", { session_id: "1" });
  await guest(id, "东场", { session_id: "2" });
  await guest(id, "选西", { session_id: "3", dealer_id: WEST });
  await guest(id, "选东", { session_id: "3", dealer_id: EAST });
  await guest(id, "未选", { session_id: "3" });
  expect(await checkInEverybody(id, { dealerId: WEST })).toEqual({
    shown: ["未选", "西场", "选西"],
    results: { 西场: "done", 选西: "done", 未选: "done", 东场: "unknown", 选东: "unknown" },
    dealerName: `门店 ${WEST}`,
  });
  const session = await checkInEverybody(id, { sessionId: "2" });
  expect([session.shown, session.dealerName]).toEqual([["东场"], `门店 ${EAST}`]);
});
