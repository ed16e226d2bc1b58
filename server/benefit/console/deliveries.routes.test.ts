import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { listFailingDeliveries, retryDeliveries } from "#contract/console/benefits.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator } from "../../testing/operator.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { sampleBenefit } from "../../testing/samples/sample-benefit.ts";
import { addCoupon } from "../../testing/samples/sample-coupon.ts";
import { deliverDueCoupons, httpCouponSystem } from "../delivery.ts";
import { outsideSystem } from "../test-outside-system.ts";

const app = await openApp();
const outside = await outsideSystem();
const system = httpCouponSystem({ url: outside.url, secret: "a-shared-secret-of-32-characters" });
const ACTIVITY = "1955000000000009000";
const now = app.context.clock.now();
await app.modules.activities.addActivities([sampleActivity(now, { activityId: ACTIVITY })]);
const benefit = sampleBenefit(now, { activity_id: ACTIVITY });
await app.modules.benefits.add([benefit]);
const hq = await loginOperator(app, "hq-admin");
beforeEach(async () => {
  await sql`delete from coupon_delivery`.execute(app.context.db);
  outside.reset();
});

async function queue(): Promise<string> {
  const { coupon_id } = await addCoupon(app, benefit.benefit_id);
  await sql`insert into coupon_delivery (coupon_id, due_time) values (${coupon_id}, ${new Date(now)})`.execute(
    app.context.db,
  );
  return coupon_id;
}
const list = async (filter = {}) => (await callAsOperator(app, hq, listFailingDeliveries, { filter })).data;

test("CO64 failing deliveries show cause and age, and are sent again at once under the same Idempotency-Key", async () => {
  const couponId = await queue();
  expect((await list()).rows).toEqual([]);
  outside.answer(503);
  expect(await deliverDueCoupons(app.context, system)).toBe(0);
  const { rows } = await list();
  expect(rows).toMatchObject([{ couponId, cause: "status", status: 503, tries: 1, event: "issued" }]);
  expect(Date.parse(rows[0]?.nextTime ?? "")).toBeGreaterThan(app.context.clock.now());
  expect((await list({ causes: ["timeout"] })).rows).toEqual([]);
  expect(await deliverDueCoupons(app.context, system)).toBe(0);
  const retry = (tries: number) =>
    callAsOperator(app, hq, retryDeliveries, { selection: { deliveries: [{ couponId, tries }] } });
  expect((await retry(7)).code).toBe("STATE_CHANGED");
  expect((await retry(1)).data).toEqual({ retried: 1, left: 0 });
  expect(await deliverDueCoupons(app.context, system)).toBe(1);
  expect(outside.keys()).toEqual([couponId, couponId]);
  expect((await list()).rows).toEqual([]);
  expect((await retry(1)).status).toBe(404);
});

test("CO64 all that a filter finds are sent again, unless it finds another number by then", async () => {
  await queue();
  await queue();
  for (const _ of [1, 2]) outside.answer(500);
  await deliverDueCoupons(app.context, system);
  const all = (count: number) =>
    callAsOperator(app, hq, retryDeliveries, { selection: { filter: { causes: ["status"] }, count } });
  expect((await all(3)).code).toBe("LIST_CHANGED");
  expect(await deliverDueCoupons(app.context, system)).toBe(0);
  expect((await all(2)).data).toEqual({ retried: 2, left: 0 });
  expect(await deliverDueCoupons(app.context, system)).toBe(2);
});

test("CO64 a system that cannot be reached is named so", async () => {
  const couponId = await queue();
  await deliverDueCoupons(
    app.context,
    httpCouponSystem({ url: "http://127.0.0.1:1", secret: "x".repeat(32) }),
  );
  expect((await list()).rows).toMatchObject([{ couponId, cause: "unreachable", status: null }]);
});
