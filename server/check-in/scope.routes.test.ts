import { afterAll, beforeAll, expect, test } from "vitest";
import { checkIn, redeemCoupon, undoCheckIn } from "#contract/check-in/check-in.ts";
import { markLead, revealLead } from "#contract/lead/desk.ts";
import { showSignUp } from "#contract/signup/signup.ts";
import { MAX_MISSES, SECONDS_PER_MISS } from "../database/shared-tables/staff-link-misses.ts";
import { signUpWriter } from "../signup/index.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { sampleDealers } from "../testing/samples/sample-dealers.ts";
import { sampleSignUp } from "../testing/samples/sample-sign-up.ts";

const [NORTH, SOUTH] = ["1931", "1932"] as const;
const question = { key: "meal", label: "用餐", kind: "text", required: false, options: [], placeholder: "" };
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.modules.organisations.add(sampleDealers(NORTH, SOUTH));
});
afterAll(() => app.close());

let made = 0;
/** An activity of two dealers with a guest of the second one, and a link of the first one. */
async function twoDealers() {
  const activityId = `193000000000000${String(1000 + made++)}`;
  const dealers = { dealerIds: [NORTH, SOUTH], form: [{ ...question, kind: "text" as const }] };
  await app.modules.activities.addActivities([
    sampleActivity(app.context.clock.now(), { activityId, ...dealers }),
  ]);
  const { userId, token } = await app.login(`137${String(40_000_000 + made)}`);
  const person = { name: "南店客人", answers: { meal: "素食" }, dealer_id: SOUTH };
  await signUpWriter(app.context.db).add(activityId, sampleSignUp(userId, person));
  const { signUpId, ticketCode } = (await app.call(showSignUp, { activityId }, { token })).data;
  const link = await app.modules.checkIns.addLink({ activityId, dealerId: NORTH });
  return { activityId, signUpId: signUpId ?? "", code: ticketCode ?? "", link };
}
const answerOf = ({ status, code, data }: { status: number; code: string; data: unknown }) => ({
  status,
  code,
  data,
});

test("L19 T08 the id of another dealer's guest answers as an id that does not exist, checked in or not", async () => {
  const { activityId, signUpId, link } = await twoDealers();
  const at = "2026-11-27T10:00:00+08:00";
  const both = async (id: string) => [
    answerOf(await app.call(checkIn, { link, by: "小李", signUpId: id })),
    answerOf(await app.call(undoCheckIn, { link, signUpId: id, checkedInTime: at })),
  ];
  const missing = await both("1");
  expect(await both(signUpId)).toEqual(missing);
  const own = await app.modules.checkIns.addLink({ activityId, dealerId: SOUTH });
  const done = (await app.call(checkIn, { link: own, by: "小南", signUpId })).data;
  expect(done.result).toBe("done");
  expect(await both(signUpId)).toEqual(missing);
  const checkedInTime = done.guest?.checkedInTime ?? "";
  expect((await app.call(undoCheckIn, { link, signUpId, checkedInTime })).data.result).toBe("unknown");
  expect((await app.call(undoCheckIn, { link: own, signUpId, checkedInTime })).data.result).toBe("done");
});

test("L19 a presented ticket of another dealer says whose it is and when, without answers", async () => {
  const { code, link } = await twoDealers();
  const { data } = await app.call(checkIn, { link, by: "小李", code: code.toLowerCase() });
  expect(data).toMatchObject({
    result: "elsewhere",
    guest: { name: "南店客人", mobile: "139****0000", answers: [], checkedInTime: null, checkedInBy: null },
  });
});

test("L19 attempts that find nothing slow a link down, also concurrent ones, and no other link", async () => {
  const { activityId, code, link } = await twoDealers();
  const attempts = Array.from({ length: MAX_MISSES + 25 }, (_, at) =>
    at % 2 === 0
      ? app.call(checkIn, { link, by: "小李", signUpId: String(1_000 + at) })
      : app.call(redeemCoupon, { link, by: "小李", code: `ABCD EFGH ${String(2_000 + at)}` }),
  );
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_MISSES);
  expect(statuses.filter((status) => status === 429)).toHaveLength(25);
  const other = await app.modules.checkIns.addLink({ activityId, dealerId: SOUTH });
  expect((await app.call(checkIn, { link: other, by: "小南", code })).data.result).toBe("done");
  const { clock } = app.context;
  const refused = await app.call(checkIn, { link, by: "小李", code });
  expect([refused.status, refused.headers["retry-after"]]).toEqual([429, String(SECONDS_PER_MISS)]);
  clock.set(clock.now() + SECONDS_PER_MISS * 1_000);
  // Guests that are found do not count.
  for (let at = 0; at < 3; at++)
    expect((await app.call(checkIn, { link, by: "小李", code })).data.result).toBe("elsewhere");
  expect((await app.call(checkIn, { link, by: "小李", signUpId: "9" })).data.result).toBe("unknown");
  expect((await app.call(checkIn, { link, by: "小李", signUpId: "9" })).status).toBe(429);
  clock.set(null);
});

test("W10 ids of leads that are not the link's count as such attempts", async () => {
  const { activityId } = await twoDealers();
  const link = await app.modules.leads.desk.addLink({ activityId });
  const statuses: number[] = [];
  for (let at = 0; at <= MAX_MISSES; at++) {
    const leadId = String(5_000 + at);
    const response = await (at % 2 === 0
      ? app.call(revealLead, { link, by: "小李", leadId })
      : app.call(markLead, { link, by: "小李", leadId, result: "missed" }));
    statuses.push(response.status);
  }
  expect([new Set(statuses.slice(0, -1)), statuses.at(-1)]).toEqual([new Set([404]), 429]);
});
