import { beforeAll, expect, test } from "vitest";
import { listArrivalsToday } from "#contract/console/arrivals.ts";
import { checkInGuest } from "#contract/console/guest-acts.ts";
import { listWaitlists } from "#contract/console/guests.ts";
import { startOfShanghaiDay } from "#contract/core/shanghai-date.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator } from "../../testing/operator.ts";
import { dealerIds, testGuests, testScopes } from "./test-guests.ts";

const app = await openApp();
let guests: Awaited<ReturnType<typeof testGuests>>;
beforeAll(async () => {
  guests = await testGuests(app);
});

test("CO59 today's sessions of all activities in scope are summed, and the next ones follow apart", async () => {
  const now = app.context.clock.now();
  const noon = startOfShanghaiDay(now) + 12 * 3_600_000;
  const session = (sessionId: string, dealerId: string, startTime: number) => ({
    sessionId,
    dealerId,
    startTime,
    endTime: startTime + 3_600_000,
    quota: 20,
    taken: 0,
  });
  const activityId = await guests.addActivity({
    sessions: [
      session("1", dealerIds.east, noon),
      session("2", dealerIds.south, noon),
      session("3", dealerIds.east, noon + 86_400_000),
    ],
  });
  const came = await guests.addGuest(activityId, "1");
  await guests.addGuest(activityId, "2");
  await guests.addGuest(activityId, "3");
  const hq = await loginOperator(app, "hq-admin");
  const east = await loginOperator(app, "dealer", testScopes.eastDealer);
  const today = async (by = hq) => (await callAsOperator(app, by, listArrivalsToday, {})).data;
  const before = await today(east);
  expect(before).toMatchObject({ total: 1, arrived: 0 });
  expect(before.sessions.map(({ sessionId, isToday }) => [sessionId, isToday])).toEqual([
    ["1", true],
    ["3", false],
  ]);
  expect((await today()).total).toBe(2);
  await callAsOperator(app, hq, checkInGuest, { signUpId: came.signUpId });
  expect(await today(east)).toMatchObject({ total: 1, arrived: 1 });
});

test("activities with a waitlist are listed in scope with how many wait", async () => {
  const hq = await loginOperator(app, "hq-admin");
  expect((await callAsOperator(app, hq, listWaitlists, {})).data.waitlists).toEqual([]);
  const finance = await loginOperator(app, "finance");
  expect((await callAsOperator(app, finance, listWaitlists, {})).status).toBe(406);
});
