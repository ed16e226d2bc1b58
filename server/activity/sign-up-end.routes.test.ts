import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listNearby, showCampaign, showNearby, type ActivityStatus } from "#contract/activity/activity.ts";
import { signUp } from "#contract/signup/signup.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const HOUR = 3_600_000;
const form = { name: "林晓岚", mobile: "13122345678", consent: true as const };
async function open(activityId: string): Promise<{ activityId: string; endTime: number }> {
  const now = app.context.clock.now();
  const endTime = now - HOUR;
  const times = { signUpStartTime: now - 9 * HOUR, startTime: now - 2 * HOUR, endTime };
  await app.modules.activities.addActivities([
    sampleActivity(now, { activityId, ...times, signUpEndTime: now + HOUR }),
  ]);
  return { activityId, endTime };
}

/** Reads everything that depends on the end of the sign-up. */
async function statusesOf(activityId: string) {
  app.clearCaches();
  const listed = async (status: ActivityStatus) =>
    (await app.call(listNearby, { ids: activityId, status })).data.list.length;
  const { data } = await app.call(showNearby, { id: activityId });
  const { token } = await app.login(form.mobile);
  const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId }, { token });
  return {
    status: data.status,
    signUpEnds: Date.parse(data.signUpEndTime),
    campaign: (await app.call(showCampaign, { activityId })).data.status,
    listed: [await listed(1), await listed(2), await listed(3)],
    signUp: (await app.call(signUp, { ...form, id: activityId }, { token, captchaVerifyId })).status,
  };
}
const over = (endTime: number) => ({
  status: 3,
  signUpEnds: Math.floor(endTime / 1_000) * 1_000,
  campaign: 3,
  listed: [0, 0, 1],
  signUp: 633,
});

test("K10 K22 an activity that is over takes no sign-ups, even if its sign-up ends later", async () => {
  const { activityId, endTime } = await open("1000000000000061001");
  expect(await statusesOf(activityId)).toEqual(over(endTime));
});

test("K10 K22 the migration sets the sign-up end of existing rows to the earlier of the two", async () => {
  const { activityId, endTime } = await open("1000000000000061002");
  const later = new Date(app.context.clock.now() + HOUR);
  await sql`update activity set sign_up_end_time = ${later}, close_time = ${later} where activity_id = ${activityId}`.execute(
    app.context.db,
  );
  app.clearCaches();
  expect((await app.call(showNearby, { id: activityId })).data.status).toBe(2);
  const migration = new URL("../database/migrations/0089_sign_up_end.sql", import.meta.url);
  await sql.raw(await readFile(migration, "utf8")).execute(app.context.db);
  expect(await statusesOf(activityId)).toEqual(over(endTime));
});
