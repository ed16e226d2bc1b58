import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listBenefits, listCoupons, sendBenefit } from "#contract/benefit/benefit.ts";
import type { CouponTerms } from "#contract/benefit/coupon-terms.ts";
import { checkIn, redeemCoupon } from "#contract/check-in/check-in.ts";
import { newId } from "../core/ids.ts";
import { operatorActor } from "../database/shared-tables/audit-log.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { sampleBenefit } from "../testing/samples/sample-benefit.ts";
import { benefitStore, createCouponRedemption } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const terms: CouponTerms = { use: "amount", offFen: 2000, fromFen: 9900 };
let made = 0;
/** A person with a coupon for the mall, and a desk that could redeem it. */
async function holder() {
  const activityId = `195300000000000${String(1000 + made++)}`;
  const now = app.context.clock.now();
  await app.modules.activities.addActivities([
    sampleActivity(now, { activityId }),
    sampleActivity(now, { activityId: `8${activityId.slice(1)}` }),
  ]);
  await app.modules.benefits.add([sampleBenefit(now, { activity_id: activityId, terms })]);
  const { token, userId } = await app.login(`137${String(64_000_000 + made)}`);
  const captchaVerifyId = await app.solveCaptcha({ action: "benefit", activityId }, { token });
  const { coupon } = (await app.call(sendBenefit, { id: activityId }, { token, captchaVerifyId })).data;
  const { couponId = "", code = "" } = coupon ?? {};
  const link = await app.modules.checkIns.addLink({ activityId });
  return { activityId, token, userId, couponId, code, link };
}
/** Inserts an unpaid order that holds a coupon. */
async function hold(userId: string, couponId: string): Promise<string> {
  const [orderId, now] = [newId(), new Date(app.context.clock.now())];
  await sql`insert into mall_order (order_id, order_no, user_id, kind, state, delivery, goods_fen, freight_fen, payable_fen,
      pay_before, coupon_id, channel, idempotency_key, body_hash, created_time)
    values (${orderId}, ${`M${orderId}`}, ${userId}, 'goods', 'pending', 'express', 9900, 0, 9900, ${now}, ${couponId}, '{}',
      ${orderId}, '', ${now})`.execute(app.context.db);
  await sql`update coupon set order_id = ${orderId} where coupon_id = ${couponId}`.execute(app.context.db);
  return orderId;
}

test("MA34 the desk shows a coupon that an order holds and redeems it only once it is free again", async () => {
  const { activityId, token, userId, couponId, code, link } = await holder();
  expect((await app.call(listBenefits, { activityId })).data[0]?.isForMall).toBe(true);
  const [free] = (await app.call(listCoupons, {}, { token })).data;
  expect([free?.isForMall, free?.orderId]).toEqual([true, undefined]);
  const orderId = await hold(userId, couponId);
  expect((await app.call(listCoupons, {}, { token })).data[0]).toMatchObject({ orderId, state: "usable" });
  const shown = (await app.call(checkIn, { link, by: "小李", code })).data;
  expect(shown).toMatchObject({ result: "coupon", coupon: { isHeld: true } });
  const redeem = async () => (await app.call(redeemCoupon, { link, by: "小李", code })).data;
  expect(await redeem()).toMatchObject({ result: "held", coupon: { isHeld: true, usedTime: null } });
  // Staff do not learn of the order.
  expect(JSON.stringify([shown, await redeem()])).not.toContain(orderId);
  await sql`update coupon set order_id = null where coupon_id = ${couponId}`.execute(app.context.db);
  expect(await redeem()).toMatchObject({ result: "done", coupon: { usedBy: "小李" } });
});

test("MA34 a coupon that was used for an order is used at the desk, too", async () => {
  const { userId, couponId, code, link } = await holder();
  await hold(userId, couponId);
  await sql`update coupon set used_time = ${new Date(app.context.clock.now())} where coupon_id = ${couponId}`.execute(
    app.context.db,
  );
  const { result, coupon } = (await app.call(redeemCoupon, { link, by: "小李", code })).data;
  expect([result, coupon?.state, coupon?.isHeld]).toEqual(["already", "used", undefined]);
});

/** An order takes the coupon while the desk redeems it. @returns whether the desk redeemed it */
async function holdDuringRedemption(isGuarded: boolean): Promise<boolean | undefined> {
  const { activityId, userId, couponId, code } = await holder();
  const { db, clock } = app.context;
  const redemption = createCouponRedemption(db, benefitStore(db), {
    isGuarded,
    beforeWrite: async () => void (await hold(userId, couponId)),
  });
  const actor = operatorActor;
  return (await redemption.redeem({ activityId, code, by: "小李", actor }, clock.now()))?.isDone;
}
test("MA34 an order that takes the coupon while the desk redeems it keeps it", async () => {
  expect(await holdDuringRedemption(true)).toBe(false);
});
test("MA34 without the guard the desk would redeem what an order holds", async () => {
  expect(await holdDuringRedemption(false)).toBe(true);
});
