import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { cancelOrder, showOrder } from "#contract/order/order.ts";
import { addSimulators } from "../../../simulator/index.ts";
import { MINUTE, NOON, openPayShop, type PayShop, type ShopOrder } from "../../payment/test-pay-shop.ts";
import type { TestApp } from "../app.ts";
import { findBroken } from "../../order/model/test-properties.ts";

let shop: PayShop;
/** Another process of the same installation. */
let other: TestApp;
beforeAll(async () => {
  shop = await openPayShop(addSimulators);
  const { dataDir } = shop.app.context.config;
  other = (await openPayShop(addSimulators, { DATA_DIR: dataDir }, shop.app)).app;
});
afterAll(async () => {
  await other.close();
  await shop.app.close();
});
function setTime(now: number): void {
  for (const { context } of [shop.app, other]) context.clock.set(now);
}
beforeEach(async () => {
  setTime(NOON);
  await shop.setFaults();
});

const silence = [
  { channel: "wechat", at: "close", how: "down", times: 1_000 },
  { channel: "wechat", at: "query", how: "down", times: 1_000 },
] as const;
/** Begins a payment by QR code. @returns its number */
async function started({ orderId, token }: ShopOrder): Promise<string> {
  expect((await shop.start({ orderId, token })).code).toBe("00");
  const [payment] = await shop.payments(orderId);
  return payment?.out_trade_no ?? "";
}
const cancel = (app: TestApp, { orderId, token }: ShopOrder) =>
  app.call(cancelOrder, { id: orderId }, { token });
/** Works until an order is neither unpaid nor closing; each round is five minutes later. */
async function settled({ orderId }: ShopOrder): Promise<string> {
  for (let round = 0; round < 20; round++) {
    const { state } = await shop.orderState(orderId);
    if (state !== "pending" && state !== "closing") return state;
    setTime(shop.app.context.clock.now() + 5 * MINUTE);
    await Promise.all([shop.app, other].map(({ modules }) => modules.orders.workDeadlines()));
  }
  return (await shop.orderState(orderId)).state;
}

test("MA53 a person cancels while the channel is silent: 取消中, everything stays held until the channel has said closed", async () => {
  const order = await shop.order();
  await started(order);
  await shop.setFaults(...silence);
  const first = await cancel(shop.app, order);
  expect(first.data).toMatchObject({ state: "closing", stateText: "取消中", actions: [] });
  expect((await cancel(other, order)).data).toMatchObject({ state: "closing" });
  expect((await shop.start(order)).code).toBe("ORDER_STATE");
  setTime(NOON + 10 * MINUTE);
  await Promise.all([shop.app, other].map(({ modules }) => modules.orders.workDeadlines()));
  expect(await shop.orderState(order.orderId)).toMatchObject({ state: "closing" });
  expect(await shop.reserved(order.skuId)).toBe(1);
  await shop.setFaults();
  expect(await settled(order)).toBe("cancelled");
  expect(await shop.reserved(order.skuId)).toBe(0);
  const { data } = await shop.app.call(showOrder, { id: order.orderId }, { token: order.token });
  expect(data?.timeline.map(({ state }) => state)).toEqual(["cancelled", "closing", "pending"]);
});

test("MA53 the alarm of a closing order counts from the start of closing", async () => {
  const [early, late] = [await shop.order(), await shop.order()];
  await started(early);
  await started(late);
  await shop.setFaults(...silence);
  const alarm = vi.spyOn(shop.app.context.log, "error");
  const alarmed = (): unknown[] =>
    alarm.mock.calls
      .filter(([, message]) => message === "order cannot be closed, payment channel silent")
      .map(([fields]) => (fields as { orderId: string }).orderId);
  await cancel(shop.app, early);
  setTime(NOON + 10 * MINUTE);
  await shop.app.modules.orders.workDeadlines();
  expect(alarmed()).toEqual([]);
  setTime(NOON + 16 * MINUTE);
  await shop.app.modules.orders.workDeadlines();
  expect(alarmed()).toEqual([early.orderId]);
  // No process ran for a while after the deadline of the second.
  await sql`delete from payment where order_id = ${early.orderId}`.execute(shop.db);
  alarm.mockClear();
  setTime(NOON + 60 * MINUTE);
  await shop.app.modules.orders.workDeadlines();
  await shop.app.modules.orders.workDeadlines();
  expect(await shop.orderState(late.orderId)).toMatchObject({ state: "closing" });
  expect(alarmed()).toEqual([]);
  setTime(NOON + 76 * MINUTE);
  await shop.app.modules.orders.workDeadlines();
  expect(alarmed()).toEqual([late.orderId]);
  alarm.mockRestore();
});

test("MA55 a person pays and cancels at once, on two phones: paid and refunded as a whole, or cancelled and not paid", async () => {
  for (let round = 0; round < 12; round++) {
    setTime(NOON);
    const order = await shop.order();
    const outTradeNo = await started(order);
    // The notice of every third payment is lost, so that only the closing finds it.
    if (round % 3 === 0) await shop.setFaults({ channel: "wechat", at: "notice", how: "lost" });
    const steps = [
      () => cancel(shop.app, order),
      () => cancel(other, order),
      // The cashier refuses a payment that is closed.
      () => shop.act(outTradeNo, "pay").catch(() => null),
    ];
    const turned = [...steps.slice(round % 3), ...steps.slice(0, round % 3)];
    const answers = await Promise.all(turned.map((run) => run()));
    const state = await settled(order);
    const [trade] = await shop.trades(order);
    // After a payment the cancelling is refused as too late.
    const isTooLate = answers.every((answer) => !answer || answer.code === "ORDER_STATE");
    const isPaid = trade?.state === "paid";
    expect([isPaid, isTooLate, state]).toEqual(
      isTooLate ? [true, true, "paid"] : [isPaid, false, isPaid ? "refunded" : "cancelled"],
    );
    const refund = { cause: "closed", amount_fen: 9_900 };
    expect(await shop.refunds(order.orderId)).toEqual(state === "refunded" ? [refund] : []);
    expect(await shop.orderState(order.orderId)).toMatchObject({ paid_fen: isPaid ? 9_900 : 0 });
    expect(await shop.reserved(order.skuId)).toBe(state === "paid" ? 1 : 0);
  }
  expect(await findBroken(shop.db)).toEqual([]);
});

test("MA54 a payment in the moment of the deadline: paid and kept, or cancelled and not paid", async () => {
  for (let round = 0; round < 8; round++) {
    setTime(NOON);
    const order = await shop.order();
    const outTradeNo = await started(order);
    if (round % 2 === 0) await shop.setFaults({ channel: "wechat", at: "notice", how: "lost" });
    setTime(order.payBefore - 100);
    const paying = shop.act(outTradeNo, "pay").catch(() => null);
    setTime(order.payBefore + 100);
    await Promise.all([paying, ...[shop.app, other].map(({ modules }) => modules.orders.workDeadlines())]);
    await settled(order);
    const [trade] = await shop.trades(order);
    const isPaid = trade?.state === "paid";
    await expect
      .poll(() => shop.orderState(order.orderId))
      .toEqual(isPaid ? { state: "paid", paid_fen: 9_900 } : { state: "cancelled", paid_fen: 0 });
    expect(await shop.refunds(order.orderId)).toEqual([]);
    expect(await shop.reserved(order.skuId)).toBe(isPaid ? 1 : 0);
  }
  expect(await findBroken(shop.db)).toEqual([]);
});
