import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cancelOrder } from "#contract/order/order.ts";
import { showPayment } from "#contract/payment/payment.ts";
import { addSimulators } from "../../../simulator/index.ts";
import { MINUTE, NOON, openPayShop, type PayShop } from "../test-pay-shop.ts";

let shop: PayShop;
beforeAll(async () => {
  shop = await openPayShop(addSimulators);
});
afterAll(() => shop.app.close());
beforeEach(async () => {
  shop.app.context.clock.set(NOON);
  await shop.setFaults();
});

describe.each(["wechat", "alipay"] as const)("%s", (way) => {
  /** Starts a payment on a desktop, and opens the cashier. */
  async function started(order: Awaited<ReturnType<PayShop["order"]>>): Promise<string> {
    const { code, data } = await shop.start(order, way);
    expect(code).toBe("00");
    if (way === "alipay") await shop.openCashier(data.formUrl);
    const payments = await shop.payments(order.orderId);
    return payments.at(-1)?.out_trade_no ?? "";
  }

  test("MA46 MA90 from order to paid: start, cashier, notice; the money is in the ledger once", async () => {
    const order = await shop.order();
    const outTradeNo = await started(order);
    expect(outTradeNo).toBe(`${order.orderNo}_1`);
    await shop.act(outTradeNo, "pay");
    await expect.poll(() => shop.orderState(order.orderId)).toEqual({ state: "paid", paid_fen: 9_900 });
    expect(await shop.ledger(order.orderId)).toEqual({ channel: 9_900, order: -9_900, transactions: 1 });
    const [payment] = await shop.payments(order.orderId);
    expect(payment).toMatchObject({
      state: "paid",
      paid_fen: 9_900,
      is_surplus: false,
      query_due_time: null,
    });
    const { data } = await shop.app.call(showPayment, { id: order.orderId }, { token: order.token });
    expect(data).toEqual({ state: "paid", orderState: "paid" });
    expect((await shop.start(order, way)).code).toBe("ORDER_STATE");
  });

  test("MA48 a lost notice: the query finds the payment within 20 s", async () => {
    await shop.setFaults({ channel: way, at: "notice", how: "lost" });
    const order = await shop.order();
    await shop.act(await started(order), "pay");
    shop.wait(14_000);
    await shop.app.modules.payments.workQueries();
    expect(await shop.orderState(order.orderId)).toMatchObject({ state: "pending" });
    shop.wait(2_000);
    await Promise.all([shop.app.modules.payments.workQueries(), shop.app.modules.payments.workQueries()]);
    expect(await shop.orderState(order.orderId)).toMatchObject({ state: "paid" });
    expect(await shop.ledger(order.orderId)).toMatchObject({ transactions: 1 });
  });

  test("MA47 another amount is a difference, and sells nothing", async () => {
    await shop.setFaults({ channel: way, at: "notice", how: "otherAmount" });
    const order = await shop.order();
    const outTradeNo = await started(order);
    await shop.act(outTradeNo, "pay");
    await expect.poll(() => shop.differences(outTradeNo)).toEqual([{ kind: "amount", details: "amount" }]);
    expect(await shop.orderState(order.orderId)).toEqual({ state: "pending", paid_fen: 0 });
    expect(await shop.ledger(order.orderId)).toEqual({ transactions: 0 });
  });

  test("MA53 at the deadline nothing is released while the channel is silent, and all of it once it says closed", async () => {
    const order = await shop.order();
    const outTradeNo = await started(order);
    if (way === "alipay") await shop.act(outTradeNo, "later");
    shop.wait(31 * MINUTE);
    await shop.setFaults(
      { channel: way, at: "close", how: "down", times: 100 },
      { channel: way, at: "query", how: "down", times: 100 },
    );
    await shop.app.modules.orders.workDeadlines();
    await shop.app.modules.orders.workDeadlines();
    expect(await shop.orderState(order.orderId)).toMatchObject({ state: "closing" });
    expect(await shop.reserved(order.skuId)).toBe(1);
    await shop.setFaults();
    shop.wait(2 * MINUTE);
    await shop.app.modules.orders.workDeadlines();
    expect(await shop.orderState(order.orderId)).toMatchObject({ state: "cancelled" });
    expect(await shop.reserved(order.skuId)).toBe(0);
    expect(await shop.trades(order)).toMatchObject([{ state: "closed" }]);
  });

  test("MA54 paid in the last moment: the order is paid at its deadline, and keeps its stock", async () => {
    await shop.setFaults(
      { channel: way, at: "notice", how: "lost" },
      // The product's own timer queries too.
      { channel: way, at: "query", how: "lost", times: 100 },
    );
    const order = await shop.order();
    await shop.act(await started(order), "pay");
    shop.wait(31 * MINUTE);
    await shop.app.modules.orders.workDeadlines();
    await shop.app.modules.orders.workDeadlines();
    expect(await shop.orderState(order.orderId)).toEqual({ state: "closing", paid_fen: 0 });
    await shop.setFaults();
    shop.wait(2 * MINUTE);
    await shop.app.modules.orders.workDeadlines();
    expect(await shop.orderState(order.orderId)).toEqual({ state: "paid", paid_fen: 9_900 });
    expect(await shop.reserved(order.skuId)).toBe(1);
    expect(await shop.refunds(order.orderId)).toEqual([]);
  });

  test("MA55 paid while its person cancels: paid and refunded as a whole", async () => {
    const order = await shop.order();
    await started(order);
    await shop.setFaults({ channel: way, at: "close", how: "paidWhileClosing" });
    const { orderId, token } = order;
    await shop.app.call(cancelOrder, { id: orderId }, { token });
    await expect.poll(() => shop.orderState(orderId)).toEqual({ state: "refunded", paid_fen: 9_900 });
    expect(await shop.refunds(orderId)).toEqual([{ cause: "closed", amount_fen: 9_900 }]);
    expect(await shop.reserved(order.skuId)).toBe(0);
    expect(await shop.ledger(orderId)).toMatchObject({ channel: 9_900, order: -9_900 });
  });

  test("MA52 two ways paid all the same: the second is a surplus and is refunded", async () => {
    const other = way === "wechat" ? "alipay" : "wechat";
    const order = await shop.order();
    const first = await started(order);
    // The second was given up while its cashier stayed open.
    const { data } = await shop.start(order, other);
    if (other === "alipay") await shop.openCashier(data.formUrl);
    const second = (await shop.payments(order.orderId)).at(-1)?.out_trade_no ?? "";
    await shop.act(second, "pay");
    await expect.poll(() => shop.orderState(order.orderId)).toMatchObject({ state: "paid" });
    expect((await shop.trades(order)).find(({ outTradeNo }) => outTradeNo === first)?.state).toBe(
      way === "wechat" ? "closed" : "draft",
    );
    if (way === "wechat") return;
    await shop.act(first, "pay");
    await expect.poll(() => shop.refunds(order.orderId)).toEqual([{ cause: "surplus", amount_fen: 9_900 }]);
    expect(await shop.ledger(order.orderId)).toEqual({
      channel: 19_800,
      order: -9_900,
      suspense: -9_900,
      transactions: 2,
    });
    expect(await shop.orderState(order.orderId)).toEqual({ state: "paid", paid_fen: 9_900 });
    await shop.app.modules.payments.refunds.work();
    expect(await shop.ledger(order.orderId)).toEqual({
      channel: 9_900,
      order: -9_900,
      suspense: 0,
      transactions: 3,
    });
  });
});
