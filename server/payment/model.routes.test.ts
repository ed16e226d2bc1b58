import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelOrder } from "#contract/order/order.ts";
import { showPayment, type PaymentWay } from "#contract/payment/payment.ts";
import { addSimulators } from "../../simulator/index.ts";
import { MINUTE, NOON, openPayShop, type PayShop, type ShopOrder } from "./test-pay-shop.ts";

/** Sequences; MODEL_RUNS makes a long run. */
const runs = Number(process.env["MODEL_RUNS"] ?? 5);
let shop: PayShop;
beforeAll(async () => {
  shop = await openPayShop(addSimulators);
});
afterAll(() => shop.app.close());

const ways = ["wechat", "alipay"] as const;
const steps = ["prepare", "query", "close", "notice"] as const;
const kinds = ["down", "lost", "forged", "twice", "paidWhileClosing"] as const;
type Command =
  | { readonly name: "start"; readonly way: PaymentWay }
  | { readonly name: "pay" | "confirm" | "notify"; readonly at: number }
  | { readonly name: "look" | "cancel" | "workQueries" | "workDeadlines" | "workRefunds" }
  | { readonly name: "wait"; readonly ms: number }
  | {
      readonly name: "fault";
      readonly channel: PaymentWay;
      readonly at: (typeof steps)[number];
      readonly how: (typeof kinds)[number];
      readonly times: number;
    };
const named = <N extends string>(...names: N[]) => fc.record({ name: fc.constantFrom(...names) });
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ name: fc.constant("start" as const), way: fc.constantFrom(...ways) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      name: fc.constantFrom("pay" as const, "confirm" as const, "notify" as const),
      at: fc.nat(3),
    }),
  },
  { weight: 5, arbitrary: named("look", "cancel", "workQueries", "workDeadlines", "workRefunds") },
  {
    weight: 2,
    arbitrary: fc.record({
      name: fc.constant("wait" as const),
      ms: fc.constantFrom(4_000, 16_000, 70_000, 31 * MINUTE),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      name: fc.constant("fault" as const),
      channel: fc.constantFrom(...ways),
      at: fc.constantFrom(...steps),
      how: fc.constantFrom(...kinds),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
);

async function run(order: ShopOrder, one: Command): Promise<void> {
  const { payments, orders } = shop.app.modules;
  const { token, orderId: id } = order;
  if (one.name === "start") {
    const { data } = await shop.start(order, one.way);
    if (data?.formUrl !== undefined) await shop.openCashier(data.formUrl).catch(() => null);
  } else if ("at" in one && one.name !== "fault") {
    const trades = await shop.trades(order);
    const trade = trades[one.at % Math.max(1, trades.length)];
    const act = { pay: "pay", confirm: "later", notify: "notify" } as const;
    if (trade) await shop.act(trade.outTradeNo, act[one.name]);
  } else if (one.name === "look") await shop.app.call(showPayment, { id }, { token });
  else if (one.name === "cancel") await shop.app.call(cancelOrder, { id }, { token });
  else if (one.name === "workQueries") await payments.workQueries();
  else if (one.name === "workDeadlines") await orders.workDeadlines();
  else if (one.name === "workRefunds") await payments.refunds.work();
  else if (one.name === "wait") shop.wait(one.ms);
  else if (one.name === "fault") await shop.setFaults(one);
}

/** Lets the deadlines pass without faults, until nothing is left to do. */
async function settleDown(orderId: string): Promise<void> {
  await shop.setFaults();
  for (let round = 0; round < 5; round++) {
    shop.wait(17 * MINUTE);
    await shop.app.modules.payments.workQueries();
    await shop.app.modules.orders.workDeadlines();
    await shop.app.modules.orders.workDeadlines();
  }
  // WeChat finishes a refund some time after it was asked for.
  const refunding = async (): Promise<number> => {
    shop.wait(17 * MINUTE);
    await shop.app.modules.payments.refunds.work();
    return (await shop.payments(orderId)).reduce((sum, one) => sum + one.refunding_fen, 0);
  };
  await expect.poll(refunding).toBe(0);
}

test("MA55 MA90 MA103 random starts, payments, notices, questions, closings and faults: each paid fen is in one order, or goes back", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 16 }), async (sequence) => {
      shop.app.context.clock.set(NOON);
      await shop.setFaults();
      const order = await shop.order();
      for (const one of sequence) await run(order, one);
      await settleDown(order.orderId);
      const { orderId } = order;
      const { state, paid_fen: paidFen } = await shop.orderState(orderId);
      expect(["paid", "cancelled", "refunded"]).toContain(state);
      expect(await shop.reserved(order.skuId)).toBe(state === "paid" ? 1 : 0);
      const payments = await shop.payments(orderId);
      // Every payment at the channels is known here, and no attempt can be paid any more.
      const paid = (await shop.trades(order)).filter((trade) => trade.state === "paid");
      const known = payments.filter((payment) => payment.state === "paid");
      expect(known.map(({ out_trade_no }) => out_trade_no).toSorted()).toEqual(
        paid.map(({ outTradeNo }) => outTradeNo).toSorted(),
      );
      expect(payments.filter((one) => one.state === "made" || one.state === "open")).toEqual([]);
      expect(known.filter(({ is_surplus }) => !is_surplus)).toHaveLength(paidFen > 0 ? 1 : 0);
      // Payments that bought nothing went back as a whole.
      const back = known.filter(({ is_surplus }) => is_surplus || state !== "paid");
      expect(back.map(({ refunded_fen }) => refunded_fen)).toEqual(back.map(({ paid_fen }) => paid_fen));
      const { rows } =
        await sql`select txn_id from ledger_entry group by txn_id having sum(fen) <> 0`.execute(shop.db);
      expect(rows).toEqual([]);
      const ledger = await shop.ledger(orderId);
      expect(ledger["channel"] ?? 0).toBe(state === "paid" ? 9_900 : 0);
      expect(ledger["suspense"] ?? 0).toBe(0);
    }),
    { numRuns: runs, endOnFailure: true },
  );
}, 0);
