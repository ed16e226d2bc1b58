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

let made = 0;
async function open(over: Parameters<typeof sampleActivity>[1]): Promise<string> {
  const activityId = `191000000000000${String(1000 + made++)}`;
  const activity = sampleActivity(app.context.clock.now(), { activityId, ...over });
  await app.modules.activities.addActivities([activity]);
  return activityId;
}
let people = 0;
async function guest(activityId: string, name: string, over: Partial<NewSignUp> = {}): Promise<void> {
  const { userId } = await app.login(`137${String(30_000_000 + people++)}`);
  await signUpWriter(app.context.db).add(activityId, sampleSignUp(userId, { name, ...over }));
}
/** Whom a link shows, and what came of checking in everybody by it, by name. */
async function received(activityId: string, over: { dealerId?: string; sessionId?: string }) {
  const all = (await app.call(openCheckIn, { link: await app.modules.checkIns.addLink({ activityId }) }))
    .data;
  const link = await app.modules.checkIns.addLink({ activityId, ...over });
  const { data } = await app.call(openCheckIn, { link });
  const came: [string, string][] = [];
  for (const { name, signUpId } of all.guests)
    came.push([name, (await app.call(checkIn, { link, by: "小李", signUpId })).data.result]);
  return {
    shown: data.guests.map(({ name }) => name).toSorted(),
    came: Object.fromEntries(came),
    at: data.dealerName,
  };
}

test("L19 the link of an activity's only dealer shows and takes its guests, whose sign-up names none", async () => {
  const id = await open({ dealerId: WEST, dealerIds: [WEST] });
  await guest(id, "甲");
  expect(await received(id, { dealerId: WEST })).toEqual({
    shown: ["甲"],
    came: { 甲: "done" },
    at: `门店 ${WEST}`,
  });
});

test("L19 a dealer's link shows and takes guests of its sessions, those who named it, and those of no dealer in particular", async () => {
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
  expect(await received(id, { dealerId: WEST })).toEqual({
    shown: ["未选", "西场", "选西"],
    came: { 西场: "done", 选西: "done", 未选: "done", 东场: "elsewhere", 选东: "elsewhere" },
    at: `门店 ${WEST}`,
  });
  const session = await received(id, { sessionId: "2" });
  expect([session.shown, session.at]).toEqual([["东场"], `门店 ${EAST}`]);
});
