import { sql } from "kysely";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listCoupons, sendBenefit } from "#contract/benefit/benefit.ts";
import { checkIn, redeemCoupon, undoRedeem } from "#contract/check-in/check-in.ts";
import { cancelSignUp } from "#contract/signup/self-service.ts";
import { signUp } from "#contract/signup/signup.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { operatorActor } from "../database/shared-tables/audit-log.ts";
import { benefitStore, createCouponRedemption } from "./index.ts";
import { sampleBenefit } from "../testing/samples/sample-benefit.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

let made = 0;
/** An activity with a coupon for an audience, a desk's link, and a person. */
async function scene(audience: "signedUp" | "owners" | "everyone") {
  const activityId = `195000000000000${String(1000 + made++)}`;
  const mobile = `137${String(60_000_000 + made)}`;
  await app.modules.activities.addActivities([sampleActivity(app.context.clock.now(), { activityId })]);
  const benefit_id = `9${activityId.slice(1)}`;
  const benefit = sampleBenefit(app.context.clock.now(), { activity_id: activityId, benefit_id, audience });
  await app.modules.benefits.add([benefit]);
  const link = await app.modules.checkIns.addLink({ activityId });
  const { token } = await app.login(mobile, { owner: true });
  const pass = (action: "signup" | "benefit", id: string) =>
    app.solveCaptcha({ action, activityId: id }, { token });
  const take = async () =>
    (
      await app.call(
        sendBenefit,
        { id: benefit_id },
        { token, captchaVerifyId: await pass("benefit", benefit_id) },
      )
    ).data;
  const join = async () => {
    const captchaVerifyId = await pass("signup", activityId);
    const form = { id: activityId, name: "白露", mobile, consent: true as const };
    const { status } = await app.call(signUp, form, { token, captchaVerifyId, idempotencyKey: randomUUID() });
    expect(status).toBe(200);
  };
  const own = async () => (await app.call(listCoupons, { activityId }, { token })).data[0];
  const redeem = async (code: string) => (await app.call(redeemCoupon, { link, by: "小周", code })).data;
  return { activityId, mobile, link, token, take, join, own, redeem };
}

test("M10 M12 a coupon for signed-up people lapses when the seat is given up and is back with a new seat", async () => {
  const { activityId, link, token, take, join, own, redeem } = await scene("signedUp");
  await join();
  const { coupon } = await take();
  const code = coupon?.code ?? "";
  expect((await own())?.state).toBe("usable");
  await app.call(cancelSignUp, { id: activityId }, { token });
  expect(await own()).toMatchObject({ state: "expired", lapsed: "signUp", usedTime: null });
  const seen = (await app.call(checkIn, { link, by: "小周", code })).data;
  expect(seen.coupon).toMatchObject({ state: "expired", lapsed: "signUp" });
  expect(await redeem(code)).toMatchObject({
    result: "expired",
    coupon: { lapsed: "signUp", usedTime: null },
  });
  expect(await take()).toMatchObject({ result: "NOT_ELIGIBLE", missing: "signUp" });
  await join();
  const back = await own();
  expect([back?.state, back?.lapsed, back?.code]).toEqual(["usable", undefined, code]);
  expect((await take()).result).toBe("ALREADY");
  expect((await redeem(code)).result).toBe("done");
});

test("M12 a redeemed coupon stays redeemed when the seat is given up; its undoing does not bring it back", async () => {
  const { activityId, link, token, take, join, own, redeem } = await scene("signedUp");
  await join();
  const code = (await take()).coupon?.code ?? "";
  const usedTime = (await redeem(code)).coupon?.usedTime ?? "";
  await app.call(cancelSignUp, { id: activityId }, { token });
  expect(await own()).toMatchObject({ state: "used", usedTime });
  expect((await own())?.lapsed).toBeUndefined();
  expect((await app.call(undoRedeem, { link, code, usedTime })).data.result).toBe("done");
  expect((await redeem(code)).result).toBe("expired");
});

test("M10 a coupon for owners lapses with the verification, and others do not", async () => {
  const [owners, everyone] = [await scene("owners"), await scene("everyone")];
  const codes = [await owners.take(), await everyone.take()].map(({ coupon }) => coupon?.code ?? "");
  for (const { mobile } of [owners, everyone]) await app.modules.sessions.setOwner(mobile, false);
  expect(await owners.own()).toMatchObject({ state: "expired", lapsed: "verification" });
  expect((await everyone.own())?.state).toBe("usable");
  expect((await owners.redeem(codes[0] ?? "")).result).toBe("expired");
  expect((await everyone.redeem(codes[1] ?? "")).result).toBe("done");
  await app.modules.sessions.setOwner(owners.mobile, true);
  expect((await owners.redeem(codes[0] ?? "")).result).toBe("done");
});

test("M12 a seat that ends between the look and the redemption is noticed by the statement that writes", async () => {
  const { activityId, take, join, own } = await scene("signedUp");
  await join();
  const code = (await take()).coupon?.code ?? "";
  const { db, clock } = app.context;
  const beforeWrite = async () =>
    void (await sql`delete from signup where activity_id = ${activityId}`.execute(db));
  const { redeem } = createCouponRedemption(db, benefitStore(db), { isGuarded: true, beforeWrite });
  const request = { activityId, code, by: "小周", actor: operatorActor };
  expect(await redeem(request, clock.now())).toMatchObject({ isDone: false, coupon: { lapsed: "signUp" } });
  expect((await own())?.usedTime).toBeNull();
});
