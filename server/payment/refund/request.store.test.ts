import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { lockOrder } from "../../order/index.ts";
import { openApp } from "../../testing/app.ts";
import { addPaidOrder, addSamplePayment, type SamplePayment } from "../../testing/samples/paid-order.ts";
import { requestRefund, type NewRefund, type RequestedRefund } from "./request-store.ts";

const app = await openApp();
const { db } = app.context;

const refundOf = (payment: SamplePayment, over: Partial<NewRefund> = {}): NewRefund => ({
  orderId: payment.orderId,
  amountFen: 6_000,
  cause: "operator",
  causeId: newId(),
  now: new Date(app.context.clock.now()),
  ...over,
});
/** Requests as its callers do, with the order locked. */
const request = (refund: NewRefund, isGuarded = true): Promise<RequestedRefund> =>
  db.transaction().execute(async (transaction) => {
    if (isGuarded) await lockOrder(transaction, refund.orderId);
    return requestRefund(transaction, refund, 200_000);
  });
const held = async ({ paymentId }: SamplePayment, from: Database = db): Promise<unknown> => {
  const { rows } = await sql`
    select refunding_fen as held, (select count(*)::int from refund r where r.payment_id = p.payment_id) as refunds
    from payment p where payment_id = ${paymentId}`.execute(from);
  return rows[0];
};

test("MA65 two presses of one button are one refund", async () => {
  const payment = await addPaidOrder(app);
  const refund = refundOf(payment);
  const [one, other] = await Promise.all([request(refund), request(refund)]);
  expect(one).toEqual(other);
  expect(one).toMatchObject({ state: "due" });
  expect(await held(payment)).toEqual({ held: 6_000, refunds: 1 });
});

test("MA65 two operators cannot refund more than was paid, with the order locked or not", async () => {
  for (const isGuarded of [true, false]) {
    const payment = await addPaidOrder(app);
    const results = await Promise.allSettled(
      [6_000, 3_901, 3_900].map((amountFen) => request(refundOf(payment, { amountFen }), isGuarded)),
    );
    expect(results.filter(({ status }) => status === "rejected").length).toBeGreaterThanOrEqual(1);
    const { rows } = await sql<{ sum: number; held: number }>`
      select sum(r.amount_fen)::int as sum, min(p.refunding_fen) as held
      from refund r join payment p using (payment_id) where payment_id = ${payment.paymentId}`.execute(db);
    expect(rows[0]?.sum).toBe(rows[0]?.held);
    expect(rows[0]?.sum).toBeLessThanOrEqual(9_900);
  }
});

test("MA65 the surplus is refunded of its own payment; nothing is refunded of an unpaid order", async () => {
  const payment = await addPaidOrder(app);
  const second = await addSamplePayment(app, payment.orderId, {
    paidFen: 9_900,
    way: "alipay",
    attempt: 2,
    isSurplus: true,
  });
  const { paymentId } = second;
  await request(refundOf(payment, { paymentId, amountFen: 9_900, cause: "surplus", causeId: paymentId }));
  expect(await held(payment)).toEqual({ held: 0, refunds: 0 });
  expect(await held({ ...payment, ...second })).toEqual({ held: 9_900, refunds: 1 });
  await expect(request(refundOf(payment, { amountFen: 9_901 }))).rejects.toThrow("left to refund");
  await expect(request(refundOf(payment, { amountFen: 0 }))).rejects.toThrow(RangeError);
  await expect(request(refundOf(payment, { amountFen: 10.5 }))).rejects.toThrow(RangeError);
});

test("MA94 a large refund that an operator asked for waits; the person's own and the surplus do not", async () => {
  const payment = await addPaidOrder(app, { qty: 60 });
  const amountFen = 200_001;
  expect(await request(refundOf(payment, { amountFen, askedBy: "ops-1" }))).toMatchObject({
    state: "waiting",
  });
  expect(await request(refundOf(payment, { amountFen, cause: "closed" }))).toMatchObject({ state: "due" });
});
