import { sql } from "kysely";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addSimulators } from "../../../simulator/index.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import type { PaymentWay } from "#contract/payment/payment.ts";
import { addPaidOrder } from "../../testing/samples/paid-order.ts";
import { MINUTE, NOON, openRefundShop } from "../testing/test-refund-shop.ts";
import { createReconciliation } from "./index.ts";

const shop = await openRefundShop(addSimulators);
const { db } = shop;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const operator = { id: "ops-1", host: "test" };
const create = () =>
  createReconciliation(shop.app.context, shop.app.modules.payments, {
    settle: shop.app.modules.payments.settle,
    refunds: shop.refunds.reports,
  });
const bills = create();
afterAll(() => bills.close());
// Days do not return: each test has its own.
let days = 0;
let day = "";
beforeEach(() => {
  const noon = NOON + days++ * 3 * DAY;
  shop.app.context.clock.set(noon);
  day = toShanghaiDate(noon);
});
/** Sets the clock to a time of the next day, HH:mm in Shanghai. */
const nextDay = (time: string): void =>
  shop.app.context.clock.set(Date.parse(`${day}T${time}:00+08:00`) + DAY);
/** Works when the bill of the day is due. @param fault of the channel's bill; earlier days are done before it */
async function workNextDay(
  way: PaymentWay,
  fault?: { readonly how: string; readonly times?: number },
): Promise<void> {
  nextDay("10:29");
  await bills.work();
  if (fault) await shop.setFaults({ channel: way, at: "bill", ...fault });
  nextDay("10:31");
  await bills.work();
}
const stateOf = async (way: PaymentWay): Promise<string | undefined> => {
  const found = await bills.listDays();
  return found.find((one) => one.way === way && one.day === day)?.state;
};
/** Differences of the day. */
const differences = async (way: PaymentWay): Promise<unknown[]> => {
  const { rows } = await sql`
    select kind, number, ours_fen as ours, theirs_fen as theirs, state from difference
    where way = ${way} and day = ${day}::date order by kind, number`.execute(db);
  return rows;
};
const openIds = async (): Promise<string[]> =>
  (await bills.listDifferences()).map(({ differenceId }) => differenceId);
/** Sum of all transactions, and those that do not sum to zero. */
const unbalanced = async (): Promise<unknown[]> => {
  const { rows } = await sql`select txn_id from ledger_entry group by txn_id having sum(fen) <> 0`.execute(
    db,
  );
  return rows;
};

describe.each(["wechat", "alipay"] as const)("%s", (way) => {
  test("MA91 a day on which all is equal is clean, with its fees; two processes book each once", async () => {
    const payment = await shop.paid(way);
    await shop.paid(way, 2);
    await shop.request(payment, { amountFen: 3_300 });
    await shop.finish(payment);
    const other = create();
    nextDay("10:29");
    await bills.work();
    expect(await stateOf(way)).toBe("waiting");
    nextDay("10:31");
    await Promise.all([bills.work(), other.work()]);
    other.close();
    expect([await stateOf(way), await differences(way)]).toEqual(["clean", []]);
    const { rows } = await sql`
      select sum(fen)::int as sum, count(*)::int as count from ledger_entry
      where account = 'fee' and way = ${way} and at >= ${new Date(`${day}T00:00:00+08:00`)}`.execute(db);
    // 6 per mille of 9,900 and 19,800, less that of 3,300.
    expect(rows).toEqual([{ sum: 59 + 119 - 20, count: 3 }]);
    expect(await unbalanced()).toEqual([]);
  });

  test("MA91 a line that is missing is only ours, and fits when the bill is read again", async () => {
    const payment = await shop.paid(way);
    await workNextDay(way, { how: "rowMissing" });
    const missing = { kind: "onlyOurs", number: payment.outTradeNo, ours: 9_900, theirs: null };
    expect([await stateOf(way), await differences(way)]).toEqual(["open", [{ ...missing, state: "open" }]]);
    expect(await bills.refetch(way, day, commandLineActor)).toBe(true);
    await bills.work();
    expect([await stateOf(way), await differences(way)]).toEqual([
      "clean",
      [{ ...missing, state: "resolved" }],
    ]);
  });

  test("MA91 another amount is a difference that an operator resolves with a reason, once", async () => {
    const payment = await shop.paid(way);
    await workNextDay(way, { how: "rowWrong" });
    const wrong = { kind: "amount", number: payment.outTradeNo, ours: 9_900, theirs: 9_901 };
    expect([await stateOf(way), await differences(way)]).toEqual(["open", [{ ...wrong, state: "open" }]]);
    const [id = ""] = await openIds();
    const both = await Promise.all([
      bills.resolve(id, operator, "rounded by the channel"),
      bills.resolve(id, { ...operator, id: "ops-2" }, "the same"),
    ]);
    expect(both.toSorted()).toEqual([false, true]);
    expect([await stateOf(way), await openIds()]).toEqual(["clean", []]);
    const { rows } = await sql`
      select account, fen from ledger_entry where txn_id = ${`difference ${id}`} order by account`.execute(
      db,
    );
    expect(rows).toEqual([
      { account: "channel", fen: 1 },
      { account: "suspense", fen: -1 },
    ]);
    const audit = await sql`select action from audit_entry where about_id = ${id}`.execute(db);
    expect(audit.rows).toEqual([{ action: "difference.resolve" }]);
  });

  test("MA91 a fee far above the usual is booked and shown", async () => {
    const payment = await shop.paid(way);
    await workNextDay(way, { how: "feeWrong" });
    const fee = { kind: "fee", number: payment.outTradeNo, ours: -259, theirs: -259 };
    expect([await stateOf(way), await differences(way)]).toEqual(["open", [{ ...fee, state: "open" }]]);
    await bills.resolve((await openIds())[0] ?? "", operator, "asked the channel");
    expect(await stateOf(way)).toBe("clean");
  });

  test("MA91 a payment that is not ours at all is only theirs", async () => {
    const number = `X270308${days}${way}_1`;
    await shop.payAt(way, number, 5_000);
    await workNextDay(way);
    const extra = { kind: "onlyTheirs", number, ours: null, theirs: 5_000, state: "open" };
    expect([await stateOf(way), await differences(way)]).toEqual(["open", [extra]]);
    await bills.resolve((await openIds())[0] ?? "", operator, "another shop of ours");
    expect(await stateOf(way)).toBe("clean");
  });

  test("MA93 a payment and a refund that only the bill knows are settled, and the day is clean", async () => {
    const payment = await shop.paid(way);
    await shop.request(payment, { amountFen: 2_000 });
    await shop.finish(payment);
    // Neither payment was reported to us; one of the orders was paid otherwise meanwhile.
    const [unpaid, paidTwice] = [
      await addPaidOrder(shop.app, { way }),
      await addPaidOrder(shop.app, { way }),
    ];
    for (const { paymentId, outTradeNo } of [unpaid, paidTwice]) {
      await shop.payAt(way, outTradeNo, 9_900);
      await sql`update payment set state = 'closed', paid_fen = 0 where payment_id = ${paymentId}`.execute(
        db,
      );
      await sql`delete from ledger_entry where payment_id = ${paymentId}`.execute(db);
    }
    await sql`update mall_order set state = 'closing', closing_by = 'deadline', paid_fen = 0
      where order_id = ${unpaid.orderId}`.execute(db);
    await sql`delete from ledger_entry where payment_id = ${payment.paymentId} and refund_id is not null`.execute(
      db,
    );
    await sql`update refund set state = 'sent', due_time = ${new Date(NOON * 2)} where payment_id = ${payment.paymentId}`.execute(
      db,
    );
    await sql`update payment set refunding_fen = 2000, refunded_fen = 0 where payment_id = ${payment.paymentId}`.execute(
      db,
    );
    await sql`update mall_order set refunded_fen = 0 where order_id = ${payment.orderId}`.execute(db);
    await workNextDay(way);
    expect(await shop.sums(unpaid)).toMatchObject({
      state: "paid",
      ledger: { channel: 9_900, order: -9_900 },
    });
    expect(await shop.sums(paidTwice)).toMatchObject({
      refunding: 9_900,
      ledger: { channel: 9_900, suspense: -9_900 },
    });
    expect(await shop.states(payment)).toEqual(["success"]);
    expect([await stateOf(way), await differences(way)]).toEqual(["clean", []]);
  });

  test.each(["down", "lost", "forged"])("MA92 a bill that is %s is fetched again each hour", async (how) => {
    await shop.paid(way);
    // The adapter itself fetches a damaged file three times.
    await workNextDay(way, { how, times: how === "down" ? 1 : 3 });
    expect(await stateOf(way)).toBe("waiting");
    shop.wait(58 * MINUTE);
    await bills.work();
    expect(await stateOf(way)).toBe("waiting");
    shop.wait(3 * MINUTE);
    await bills.work();
    expect(await stateOf(way)).toBe("clean");
  });

  test("MA92 a channel without a bill is believed after a day, if we have payments of that day", async () => {
    const payment = await addPaidOrder(shop.app, { way });
    await workNextDay(way);
    expect(await stateOf(way)).toBe("waiting");
    for (let hour = 0; hour < 24; hour++) {
      shop.wait(HOUR + MINUTE);
      await bills.work();
    }
    expect([await stateOf(way), await differences(way)]).toEqual([
      "open",
      [{ kind: "onlyOurs", number: payment.outTradeNo, ours: 9_900, theirs: null, state: "open" }],
    ]);
    await bills.resolve((await openIds())[0] ?? "", operator, "test of the cashier");
    expect(await stateOf(way)).toBe("clean");
    expect(await unbalanced()).toEqual([]);
  });

  test("MA91 a payment at midnight that the bill has on the next day fits then", async () => {
    const payment = await shop.paid(way);
    // Our clock was before midnight, the channel's after it.
    const before = new Date(`${day}T00:00:00+08:00`).getTime() - 1_000;
    await sql`update ledger_entry set at = ${new Date(before)} where payment_id = ${payment.paymentId}`.execute(
      db,
    );
    await workNextDay(way);
    expect([await stateOf(way), await differences(way)]).toEqual(["clean", []]);
  });
});
