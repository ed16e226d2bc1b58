import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelAfterSale, listAfterSales, sendAfterSale, showAfterSale } from "#contract/order/after-sale.ts";
import { receiveOrder } from "#contract/order/order.ts";
import { newId } from "../../core/ids.ts";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { addSampleCoupons } from "../../testing/samples/sample-mall.ts";
import { orderSteps } from "../testing/order-steps.ts";
import { paidSteps } from "../testing/paid-steps.ts";
import { stockCounts } from "../testing/test-orders.ts";
import { decideCase, receiveCase } from "./decide.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
const { person, skuOf, placed } = orderSteps(() => app);
const { pay, ship, detail, lineIds, ask, asked, preview, refundsOf, later } = paidSteps(() => app);
const db = () => app.context.db;

const operator = () => ({ by: commandLineActor, name: "ops-1", now: new Date(app.context.clock.now()) });
const agree = (caseNo: string) =>
  decideCase(db(), caseNo, { isAgreed: true }, operator(), app.modules.payments);
const decline = (caseNo: string) =>
  decideCase(db(), caseNo, { isAgreed: false, reason: "与描述相符" }, operator(), app.modules.payments);
/** Ends the refund of an order, as the channel's report does. */
async function finishRefund(orderId: string): Promise<void> {
  const { rows } = await sql<{ outTradeNo: string; outRefundNo: string; refundFen: number }>`
    select p.out_trade_no as "outTradeNo", r.out_refund_no as "outRefundNo", r.amount_fen as "refundFen"
    from refund r join payment p using (payment_id) where r.order_id = ${orderId}`.execute(db());
  const [refund] = rows;
  if (!refund) throw new Error("no refund");
  const report = { ...refund, channelNo: "5030", refundTime: app.context.clock.now() };
  expect(await app.modules.payments.refunds.reports.applySuccess("wechat", report)).toBe("applied");
}
const wantedOf = (orderId: string, lineId: string, qty: number, over: object = {}) => ({
  orderId,
  kind: "refund" as const,
  units: [{ lineId, qty }],
  reason: "unwanted" as const,
  ...over,
});

test("MA63 unsent goods are refunded at once: money, stock, coupon with its old end, count", async () => {
  const [who, sku] = [await person(), await skuOf({ buyMost: 2 })];
  const activityId = newId();
  await app.modules.activities.addActivities([sampleActivity(app.context.clock.now(), { activityId })]);
  const terms = { use: "amount", offFen: 2_000, fromFen: 0 };
  const [couponId = ""] = await addSampleCoupons(db(), activityId, [who.userId], terms);
  const lines = [{ skuId: sku.skuId, qty: 2 }];
  const id = await placed(who, sku, { lines, payableFen: 17_800 });
  await pay(id);
  const [lineId = ""] = await lineIds(who, id);
  const before = await sql`select valid_to from coupon where coupon_id = ${couponId}`.execute(db());
  const seen = await preview(who, wantedOf(id, lineId, 2));
  expect(seen.data).toMatchObject({
    refundFen: 17_800,
    freightFen: 0,
    isCouponBack: true,
    isImmediate: true,
    explain: [
      "商品退款 ¥178，按实付金额计算",
      "使用的卡券将退回，有效期不变",
      "商品还没有发货，提交后立即退款",
    ],
  });
  expect(await refundsOf(id)).toEqual({ sum: 0, refunds: 0 });
  const half = await asked(who, wantedOf(id, lineId, 1));
  expect(half).toMatchObject({ state: "refunding", stateText: "退款中", refundFen: 8_900 });
  expect(half.caseNo).toMatch(/^R\d{14}$/);
  expect((await detail(who, id)).state).toBe("paid");
  expect(await stockCounts(db(), sku.skuId)).toMatchObject({ onHand: 10, reserved: 1, open: 1 });
  await asked(who, wantedOf(id, lineId, 1, { reason: "wrongChoice" }));
  expect(await detail(who, id)).toMatchObject({ state: "refunded", afterSales: [{}, {}] });
  expect(await refundsOf(id)).toEqual({ sum: 17_800, refunds: 2 });
  const levels = { onHand: 10, reserved: 0, open: 0, enteredReserved: 0 };
  expect(await stockCounts(db(), sku.skuId)).toMatchObject(levels);
  const coupon = await sql`
    select order_id, used_time, valid_to from coupon where coupon_id = ${couponId}`.execute(db());
  expect(coupon.rows).toEqual([{ order_id: null, used_time: null, ...(before.rows[0] as object) }]);
  const bought = await sql`select units from bought_count where user_id = ${who.userId}`.execute(db());
  expect(bought.rows).toEqual([{ units: 0 }]);
});

test("MA63 freight comes back with the last unsent unit; MA69 not of goods that were sent", async () => {
  const [who, sku] = [await person(), await skuOf({ freightFen: 1_200 })];
  const id = await placed(who, sku, { payableFen: 11_100 });
  await pay(id);
  const [lineId = ""] = await lineIds(who, id);
  expect(await asked(who, wantedOf(id, lineId, 1))).toMatchObject({ refundFen: 11_100, freightFen: 1_200 });
  const sent = await placed(who, sku, { payableFen: 11_100 });
  await pay(sent);
  await ship(sent);
  const [sentLine = ""] = await lineIds(who, sent);
  const unwanted = await preview(who, wantedOf(sent, sentLine, 1, { kind: "return" }));
  expect(unwanted.data).toMatchObject({ refundFen: 9_900, freightFen: 0, isImmediate: false });
  expect(unwanted.data.explain).toContain("运费不退");
  const damaged = wantedOf(sent, sentLine, 1, { kind: "return", reason: "damaged" });
  expect((await preview(who, damaged)).data).toMatchObject({ refundFen: 11_100, freightFen: 1_200 });
});

test("the same key is the same case, another body 409; other people's orders and cases do not exist", async () => {
  const [who, other, sku] = [await person(), await person(), await skuOf()];
  const id = await placed(who, sku);
  await pay(id);
  const [lineId = ""] = await lineIds(who, id);
  const wanted = wantedOf(id, lineId, 1, { text: "拍错了" });
  const first = await ask(who, wanted, "case-key");
  expect((await ask(who, wanted, "case-key")).data).toEqual(first.data);
  expect((await ask(who, { ...wanted, text: "别的" }, "case-key")).status).toBe(409);
  expect(await refundsOf(id)).toEqual({ sum: 9_900, refunds: 1 });
  const { afterSaleId } = first.data;
  expect((await ask(other, wanted)).status).toBe(404);
  expect((await preview(other, wanted)).status).toBe(404);
  for (const [call, args] of [
    [showAfterSale, { id: afterSaleId }],
    [cancelAfterSale, { id: afterSaleId }],
    [sendAfterSale, { id: afterSaleId, carrier: "shunfeng", trackingNo: "SF1000000001" }],
  ] as const)
    expect((await app.call(call, args as never, { token: other.token })).status).toBe(404);
  expect((await app.call(listAfterSales, {}, { token: other.token })).data.list).toEqual([]);
  expect(first.data.text).toBe("拍错了");
  const { rows } =
    await sql`select case_text as raw from after_sale where after_sale_id = ${afterSaleId}`.execute(db());
  expect(JSON.stringify(rows)).not.toContain("拍错了");
});

test("MA70 MA71 a return: agreed, sent, received short and damaged: what came is refunded, what is good is stock", async () => {
  const [who, sku] = [await person(), await skuOf()];
  const id = await placed(who, sku, { lines: [{ skuId: sku.skuId, qty: 3 }], payableFen: 29_700 });
  await pay(id);
  await ship(id);
  const [lineId = ""] = await lineIds(who, id);
  const { afterSaleId, caseNo, actions } = await asked(who, wantedOf(id, lineId, 3, { kind: "return" }));
  expect(actions).toEqual(["cancel"]);
  // An open case stops the order's receipt.
  expect((await app.call(receiveOrder, { id }, { token: who.token })).code).toBe("ORDER_STATE");
  expect((await ask(who, wantedOf(id, lineId, 1))).code).toBe("AFTER_SALE_OPEN");
  expect(await agree(caseNo)).toEqual({ outcome: "done", state: "agreed" });
  expect(await agree(caseNo)).toEqual({ outcome: "state", state: "agreed" });
  const parcel = { id: afterSaleId, carrier: "zhongtong", trackingNo: "ZT9000000001" };
  const sent = await app.call(sendAfterSale, parcel, { token: who.token });
  expect(sent.data).toMatchObject({ state: "sent", trackingNo: "ZT9000000001", actions: [] });
  expect((await app.call(sendAfterSale, parcel, { token: who.token })).data.state).toBe("sent");
  const another = { ...parcel, trackingNo: "ZT9000000002" };
  expect((await app.call(sendAfterSale, another, { token: who.token })).code).toBe("ORDER_STATE");
  const inspect = (received: number, good: number) =>
    receiveCase(db(), caseNo, [{ lineId, received, good }], operator(), app.modules.payments);
  for (const [received, good] of [
    [4, 4],
    [2, 3],
    [0, 0],
  ] as const)
    expect(await inspect(received, good)).toEqual({ outcome: "units" });
  expect(await inspect(2, 1)).toEqual({ outcome: "done", state: "refunding" });
  expect(await inspect(2, 1)).toEqual({ outcome: "state", state: "refunding" });
  const { data } = await app.call(showAfterSale, { id: afterSaleId }, { token: who.token });
  expect(data).toMatchObject({ state: "refunding", refundFen: 19_800 });
  expect(data.timeline.map(({ text }) => text)).toEqual([
    "退款处理中",
    "已收到退货",
    "已寄回",
    "审核通过，请寄回商品",
    "已提交申请",
  ]);
  const order = await detail(who, id);
  expect(order.lines[0]).toMatchObject({ refundedQty: 2, askedQty: 0 });
  const counts = await stockCounts(db(), sku.skuId);
  expect(counts).toMatchObject({ onHand: 8, reserved: 0, enteredOnHand: 8, enteredReserved: 0 });
  await finishRefund(id);
  const back = await app.call(showAfterSale, { id: afterSaleId }, { token: who.token });
  expect(back.data).toMatchObject({
    state: "done",
    stateText: "退款成功",
    refundText: "已原路退回，到账以支付渠道为准",
  });
  // The unit that did not come may be asked for again.
  expect((await preview(who, wantedOf(id, lineId, 1))).data).toMatchObject({ refundFen: 9_900 });
});

test("MA70 MA72 over after seven days, fifteen for a fault; a return that is not sent lapses; a decline frees its units", async () => {
  const [who, sku, custom] = [await person(), await skuOf(), await skuOf({ noReturn: true })];
  const id = await placed(who, sku, { lines: [{ skuId: sku.skuId, qty: 2 }], payableFen: 19_800 });
  await pay(id);
  await ship(id);
  const [lineId = ""] = await lineIds(who, id);
  const back = wantedOf(id, lineId, 1, { kind: "return" });
  const lapsing = await asked(who, back);
  await agree(lapsing.caseNo);
  await later(7 * DAY - HOUR, () => app.modules.orders.workDeadlines());
  const show = async (caseId: string) =>
    (await app.call(showAfterSale, { id: caseId }, { token: who.token })).data;
  expect(await show(lapsing.afterSaleId)).toMatchObject({ state: "agreed", actions: ["cancel", "send"] });
  await later(7 * DAY + HOUR, async () => {
    await Promise.all([app.modules.orders.workDeadlines(), app.modules.orders.workDeadlines()]);
  });
  expect(await show(lapsing.afterSaleId)).toMatchObject({ state: "lapsed", stateText: "已超时关闭" });
  const declined = await asked(who, back);
  await decline(declined.caseNo);
  expect(await show(declined.afterSaleId)).toMatchObject({ state: "declined", decidedReason: "与描述相符" });
  const withdrawn = await asked(who, back);
  for (let press = 0; press < 2; press++)
    expect(
      (await app.call(cancelAfterSale, { id: withdrawn.afterSaleId }, { token: who.token })).data,
    ).toMatchObject({ state: "withdrawn", actions: [] });
  const received = await app.call(receiveOrder, { id }, { token: who.token });
  expect(received.data).toMatchObject({ state: "done" });
  const afterReceipt = async (days: number, reason: string) =>
    later(days * DAY, async () => (await preview(who, { ...back, reason: reason as "other" })).code);
  expect(await afterReceipt(6.9, "unwanted")).toBe("00");
  expect(await afterReceipt(8.1, "unwanted")).toBe("AFTER_SALE_OVER");
  expect(await afterReceipt(8.1, "damaged")).toBe("00");
  const own = await placed(who, custom, { noReturnAgreed: true });
  await pay(own);
  await ship(own);
  const [ownLine = ""] = await lineIds(who, own);
  const refused = await ask(who, wantedOf(own, ownLine, 1, { kind: "return" }));
  expect(refused.code).toBe("RETURN_NOT_ALLOWED");
});

test("cases of an order are limited, and a decline after 24 and 48 hours of waiting still counts once", async () => {
  const [who, sku] = [await person(), await skuOf()];
  const id = await placed(who, sku);
  await pay(id);
  await ship(id);
  const [lineId = ""] = await lineIds(who, id);
  for (let at = 0; at < 20; at++) {
    const { afterSaleId } = await asked(who, wantedOf(id, lineId, 1));
    await app.call(cancelAfterSale, { id: afterSaleId }, { token: who.token });
  }
  expect((await ask(who, wantedOf(id, lineId, 1))).status).toBe(429);
  const { data } = await app.call(listAfterSales, { size: 15 }, { token: who.token });
  expect(data.list).toHaveLength(15);
  const next = await app.call(
    listAfterSales,
    { size: 15, cursor: data.nextCursor ?? "" },
    { token: who.token },
  );
  expect([next.data.list.length, next.data.nextCursor]).toEqual([5, null]);
  expect((await app.call(listAfterSales, { cursor: "x" }, { token: who.token })).status).toBe(601);
});
