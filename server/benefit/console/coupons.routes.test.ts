import { sql } from "kysely";
import { expect, test } from "vitest";
import { redeemCoupon } from "#contract/check-in/check-in.ts";
import {
  extendCoupon,
  findCoupon,
  listActivityBenefits,
  redeemFoundCoupon,
  undoCouponRedemption,
} from "#contract/console/benefits.ts";
import { everyScope } from "#contract/console/scope.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator } from "../../testing/operator.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { sampleBenefit } from "../../testing/samples/sample-benefit.ts";
import { addCoupon } from "../../testing/samples/sample-coupon.ts";
import { benefitMessages } from "../messages.ts";

const { console: messages } = benefitMessages;
const app = await openApp();
const DAY = 86_400_000;
let activityCount = 0;
/** An activity of headquarters with a benefit, a coupon of it, and a desk's link. */
async function scene() {
  const activityId = `195500000000000${String(1000 + activityCount++)}`;
  const now = app.context.clock.now();
  await app.modules.activities.addActivities([sampleActivity(now, { activityId, title: "晨雾试驾" })]);
  const benefit = sampleBenefit(now, { activity_id: activityId, name: `试驾礼 ${activityCount}` });
  await app.modules.benefits.add([benefit]);
  const coupon = await addCoupon(app, benefit.benefit_id);
  const link = await app.modules.checkIns.addLink({ activityId });
  const couponId = coupon.coupon_id;
  return { activityId, benefit, coupon, couponId, code: coupon.code, link };
}
const auditOf = async (couponId: string) =>
  (
    await sql<{ line: string }>`select action || ' ' || host as line from audit_entry
      where about_kind = 'coupon' and about_id = ${couponId} order by at_time, audit_id`.execute(
      app.context.db,
    )
  ).rows.map(({ line }) => line);
const day = (time: number): string => toShanghaiIso(new Date(time)).slice(0, 10);

test("a coupon is found by its whole code as typed, and not by a part of it", async () => {
  const { code, couponId } = await scene();
  const service = await loginOperator(app, "service");
  const typed = ` ${code.toLowerCase().replaceAll(" ", "-")} `;
  const { data } = await callAsOperator(app, service, findCoupon, { code: typed });
  expect(data.coupon).toMatchObject({ couponId, codeEnd: code.slice(-4), state: "usable", usedTime: null });
  expect(data.coupon?.mobile).toMatch(/^136\*{4}\d{4}$/);
  expect(JSON.stringify(data)).not.toContain(code);
  const part = await callAsOperator(app, service, findCoupon, { code: code.slice(0, 9) });
  expect(part.code).toBe("601");
  expect((await callAsOperator(app, service, findCoupon, { code: "0000 0000 0000" })).data.coupon).toBeNull();
});

test("CO63 of the console and a desk that redeem at the same moment one does, with one audit line", async () => {
  const [hq, service] = [await loginOperator(app, "hq-admin"), await loginOperator(app, "service")];
  for (let round = 0; round < 3; round++) {
    const { code, couponId, link } = await scene();
    const [one, other, desk] = await Promise.all([
      callAsOperator(app, hq, redeemFoundCoupon, { couponId }),
      callAsOperator(app, service, redeemFoundCoupon, { couponId }),
      app.call(redeemCoupon, { link, by: "小周", code }),
    ]);
    const results = [one.code, other.code, desk.data.result];
    expect(results.filter((result) => result === "00" || result === "done")).toHaveLength(1);
    expect(results.filter((result) => result === "STATE_CHANGED" || result === "already")).toHaveLength(2);
    expect(await auditOf(couponId)).toHaveLength(1);
    const again = await callAsOperator(app, hq, redeemFoundCoupon, { couponId });
    expect([again.code, again.message]).toEqual(["STATE_CHANGED", messages.used]);
  }
});

test("CO63 a redemption at the desk is shown and taken back in the console, once", async () => {
  const { code, couponId, link } = await scene();
  const hq = await loginOperator(app, "hq-admin");
  await app.call(redeemCoupon, { link, by: "小周", code });
  const found = (await callAsOperator(app, hq, findCoupon, { code })).data.coupon;
  expect(found).toMatchObject({ state: "used", usedBy: "小周" });
  const usedTime = found?.usedTime ?? "";
  const wrong = await callAsOperator(app, hq, undoCouponRedemption, {
    couponId,
    usedTime: "2020-01-01T00:00:00+08:00",
  });
  expect([wrong.code, wrong.message]).toEqual(["STATE_CHANGED", messages.notUsed]);
  const undo = () => callAsOperator(app, hq, undoCouponRedemption, { couponId, usedTime });
  const both = await Promise.all([undo(), undo()]);
  expect(both.map(({ code: answer }) => answer).toSorted()).toEqual(["00", "STATE_CHANGED"]);
  expect((await auditOf(couponId)).at(-1)).toBe("coupon.undo console");
  const redeemed = await callAsOperator(app, hq, redeemFoundCoupon, { couponId });
  expect(redeemed.data.coupon).toMatchObject({ state: "used", usedBy: "王运营" });
});

test("CO63 extending never shortens, is done once of two, and makes an expired coupon usable", async () => {
  const { couponId, coupon } = await scene();
  const hq = await loginOperator(app, "hq-admin");
  const basedOn = toShanghaiIso(coupon.valid_to);
  const end = coupon.valid_to.getTime();
  const extend = (lastDay: string, based = basedOn) =>
    callAsOperator(app, hq, extendCoupon, { couponId, basedOn: based, lastDay });
  for (const lastDay of [day(end - 2 * DAY), day(end - 400 * DAY), day(end + 400 * DAY), "2026-02-31"])
    expect((await extend(lastDay)).code).toBe("601");
  const both = await Promise.all([extend(day(end + 3 * DAY)), extend(day(end + 5 * DAY))]);
  expect(both.map(({ code }) => code).toSorted()).toEqual(["00", "STATE_CHANGED"]);
  const extended = both.find(({ code }) => code === "00")?.data.coupon.validTo ?? "";
  expect(extended).toMatch(/T23:59:59\+08:00$/);
  expect(Date.parse(extended)).toBeGreaterThan(end);
  expect(await auditOf(couponId)).toEqual(["coupon.extend console"]);
  await sql`update coupon set valid_to = ${new Date(app.context.clock.now() - DAY)} where coupon_id = ${couponId}`.execute(
    app.context.db,
  );
  const expired = await callAsOperator(app, hq, redeemFoundCoupon, { couponId });
  expect(expired.message).toBe(messages.expired);
  const { coupon: shown } = (await callAsOperator(app, hq, findCoupon, { code: coupon.code })).data;
  const renewed = await extend(day(app.context.clock.now() + DAY), shown?.validTo ?? "");
  expect(renewed.data.coupon.state).toBe("soon");
  expect((await callAsOperator(app, hq, redeemFoundCoupon, { couponId })).code).toBe("00");
  expect((await extend(day(end + 9 * DAY), renewed.data.coupon.validTo)).message).toBe(messages.used);
});

test("a coupon whose end the outside system was told is not extended", async () => {
  const { couponId, coupon } = await scene();
  await sql`update coupon set expired_time = ${coupon.valid_to} where coupon_id = ${couponId}`.execute(
    app.context.db,
  );
  const answer = await callAsOperator(app, await loginOperator(app, "hq-staff"), extendCoupon, {
    couponId,
    basedOn: toShanghaiIso(coupon.valid_to),
    lastDay: day(coupon.valid_to.getTime() + 3 * DAY),
  });
  expect([answer.code, answer.message]).toEqual(["STATE_CHANGED", messages.endReported]);
  expect(await auditOf(couponId)).toEqual([]);
});

test("benefits are listed with stock, sent and used, filtered by name and state", async () => {
  const { benefit, couponId, activityId } = await scene();
  const hq = await loginOperator(app, "hq-admin");
  await callAsOperator(app, hq, redeemFoundCoupon, { couponId });
  const list = async (filter: object) =>
    (await callAsOperator(app, hq, listActivityBenefits, { filter: { keyword: benefit.name, ...filter } }))
      .data;
  expect(await list({})).toMatchObject({
    count: 1,
    rows: [{ benefitId: benefit.benefit_id, activityId, stock: 100, sent: 1, used: 1, state: "open" }],
  });
  expect((await list({ states: ["over"] })).rows).toEqual([]);
  const finance = await loginOperator(app, "finance", { ...everyScope, businessType: [] });
  expect((await callAsOperator(app, finance, listActivityBenefits, { filter: {} })).data.rows).toEqual([]);
});
