import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { listNearby, showNearby } from "#contract/activity/activity.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";

const HOUR = 3_600_000;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterEach(() => app.context.clock.set(null));
afterAll(() => app.close());

const now = () => app.context.clock.now();
let activityCount = 0;
/** Adds an activity with sessions of ten seats, an hour apart. @param taken taken seats of each session */
async function open(taken: readonly number[], over: Parameters<typeof sampleActivity>[1] = {}) {
  const activityId = `150000000000000${String(1000 + activityCount++)}`;
  const sessions = taken.map((own, at) => ({
    sessionId: String(at + 1),
    dealerId: null,
    startTime: now() + (at + 1) * HOUR,
    endTime: now() + (at + 2) * HOUR,
    quota: 10,
    taken: own,
  }));
  const whole = {
    quota: 30,
    taken: taken.reduce((sum, own) => sum + own, 0),
    asks: { series: false, dealer: false, session: true },
    sessions,
  };
  await app.modules.activities.addActivities([sampleActivity(now(), { activityId, ...whole, ...over })]);
  return activityId;
}
/** Reads the seats from the list and the page, as a logged-in user, whose answers are not cached. */
async function seats(id: string) {
  const token = (await app.login(`137${String(10_000_000 + activityCount)}`)).token;
  const { list } = (await app.call(listNearby, { ids: id }, { token })).data;
  const { remaining, taken } = (await app.call(showNearby, { id }, { token })).data;
  return { listed: list[0]?.remaining, remaining, taken };
}

test("L09 L18 seats of sessions that have begun are not available; the number of taken seats is kept", async () => {
  const id = await open([4, 10, 10]);
  expect(await seats(id)).toEqual({ listed: 6, remaining: 6, taken: 24 });
  app.context.clock.set(now() + HOUR + 60_000);
  expect(await seats(id)).toEqual({ listed: 0, remaining: 0, taken: 24 });
});

test("L09 the activity's quota limits the available seats, and without a quota there is no limit", async () => {
  expect(await seats(await open([1, 1, 1], { quota: 8 }))).toEqual({ listed: 5, remaining: 5, taken: 3 });
  expect(await seats(await open([1, 1], { quota: null }))).toMatchObject({ listed: null, remaining: null });
  // Sessions that the form does not ask for, and no sessions.
  const asks = { series: false, dealer: false, session: false };
  expect(await seats(await open([10, 10], { asks }))).toMatchObject({ listed: 10, remaining: 10 });
  expect(await seats(await open([]))).toMatchObject({ listed: 30, remaining: 30 });
});
