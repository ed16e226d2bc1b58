import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendBenefit } from "#contract/benefit/benefit.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { sampleBenefit } from "../testing/samples/sample-benefit.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** Sends a coupon of a new benefit. */
async function send(activityId: string, validity: { valid_to: Date | null; valid_days: number | null }) {
  const now = app.context.clock.now();
  await app.modules.activities.addActivities([sampleActivity(now, { activityId, activityType: "online" })]);
  const { benefit_id: id, ...benefit } = sampleBenefit(now, { activity_id: activityId, ...validity });
  await app.modules.benefits.add([{ ...benefit, benefit_id: id }]);
  const { token } = await app.login(`13700${activityId.slice(-6)}`);
  const captchaVerifyId = await app.solveCaptcha({ action: "benefit", activityId: id }, { token });
  const { coupon } = (await app.call(sendBenefit, { id }, { token, captchaVerifyId })).data;
  return { couponId: coupon?.couponId ?? "", validTo: coupon?.validTo ?? "" };
}
const storedEnd = async (couponId: string): Promise<string | undefined> => {
  const { rows } = await sql<{
    valid_to: Date;
  }>`select valid_to from coupon where coupon_id = ${couponId}`.execute(app.context.db);
  return rows[0]?.valid_to.toISOString();
};

test("M17 a coupon valid for days ends with its last day; coupons sent before end so after the migration", async () => {
  const byDays = await send("1000000000000009101", { valid_to: null, valid_days: 3 });
  expect(byDays.validTo).toMatch(/T23:59:59\+08:00$/);
  const fixed = new Date(app.context.clock.now() + 86_400_000 * 9);
  const byMoment = await send("1000000000000009102", { valid_to: fixed, valid_days: null });
  const used = await send("1000000000000009103", { valid_to: null, valid_days: 2 });
  const { db } = app.context;
  await sql`update coupon set valid_to = '2026-12-31T16:20:00Z' where coupon_id = ${byDays.couponId}`.execute(
    db,
  );
  await sql`update coupon set valid_to = '2026-12-31T15:20:00Z', used_time = '2026-12-01T00:00:00Z'
    where coupon_id = ${used.couponId}`.execute(db);
  const migration = new URL("../database/migrations/0140_coupon_last_day.sql", import.meta.url);
  await sql.raw(await readFile(migration, "utf8")).execute(db);
  expect(await storedEnd(byDays.couponId)).toBe("2027-01-01T15:59:59.999Z");
  expect(await storedEnd(byMoment.couponId)).toBe(fixed.toISOString());
  expect(await storedEnd(used.couponId)).toBe("2026-12-31T15:20:00.000Z");
});
