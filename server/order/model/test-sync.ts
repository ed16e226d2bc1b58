import { sql } from "kysely";
import type { OrderState } from "#contract/order/order-state.ts";
import {
  addRefund,
  beginReceipt,
  hasOpenCase,
  isEverythingSent,
  isOpenCase,
  mustBe,
  openAttempt,
  paymentOf,
  payInModel,
  refundWhole,
  release,
  type Model,
  type ModelOrder,
  type ModelPayment,
  type World,
} from "./test-world.ts";

/** Tolerance between the clock of the store and of the model, which read it one after the other, ms. */
const SLACK = 10_000;

type PaymentState = { payment_id: string; state: "made" | "open" | "paid" | "closed"; is_surplus: boolean };
type RefundRow = {
  order_id: string;
  cause: string;
  cause_id: string;
  amount_fen: number;
  state: string;
  receipt_no: string | null;
  out_refund_no: string;
};
const idsOf = ({ orders }: Model): string[] => orders.map(({ orderId }) => orderId);
const key = (cause: string, causeId: string): string => `${cause} ${causeId}`;

type States = {
  readonly payments: readonly PaymentState[];
  readonly refunds: readonly RefundRow[];
  readonly orders: readonly { readonly order_id: string; readonly state: OrderState }[];
};
/** Reads the states of everything of the sequence, at one moment. */
async function readStates({ db }: World, model: Model): Promise<States> {
  const ids = idsOf(model);
  const { rows } = await sql<States>`
    select coalesce((select json_agg(p order by is_surplus, payment_id) from (select payment_id, state, is_surplus
        from payment where order_id = any(${ids}::text[])) as p), '[]') as payments,
      coalesce((select json_agg(r) from (select order_id, cause, cause_id, amount_fen, state, receipt_no, out_refund_no
        from refund where order_id = any(${ids}::text[])) as r), '[]') as refunds,
      coalesce((select json_agg(o) from (select order_id, state
        from mall_order where order_id = any(${ids}::text[])) as o), '[]') as orders`.execute(db);
  const [states] = rows;
  if (!states) throw new Error("no states");
  return states;
}

/** Applies payments that the store has settled; each must have been paid at its channel. */
function followPayments(world: World, model: Model, { payments: rows }: States): void {
  const known = new Map(
    model.orders.flatMap((order) =>
      order.payments.map((payment) => [payment.paymentId, { order, payment }] as const),
    ),
  );
  for (const row of rows) {
    const found = known.get(row.payment_id);
    if (!found) throw new Error(`payment ${row.payment_id} is not the model's`);
    followPayment(world, model, { ...found, row });
  }
}
function followPayment(
  world: World,
  model: Model,
  { order, payment, row }: { order: ModelOrder; payment: ModelPayment; row: PaymentState },
): void {
  const trade = world.shop.channelOf(payment.way).trades.get(payment.outTradeNo);
  const isKnownPaid = payment.state === "paid" || payment.state === "surplus";
  if (row.state === "paid" && !isKnownPaid) {
    mustBe("trade of a settled payment", trade?.state, "paid");
    payInModel(world, model, order, payment);
  } else if (row.state === "closed" && payment.state === "open") {
    if (trade?.state === "paid") throw new Error(`${payment.outTradeNo} was closed, and is paid`);
    payment.state = "closed";
  }
  const state = row.is_surplus ? "surplus" : row.state === "made" ? "open" : row.state;
  mustBe(`payment ${payment.outTradeNo}`, state, payment.state);
}

/** Applies refunds that have ended; each must have succeeded at its channel, unless an operator paid it back. */
function followRefunds({ shop }: World, model: Model, { refunds: rows }: States): void {
  const stored = new Map(rows.map((row) => [key(row.cause, row.cause_id), row]));
  mustBe("refunds", stored.size, model.refunds.length);
  for (const refund of model.refunds) {
    const row = stored.get(key(refund.cause, refund.causeId));
    const name = `refund ${refund.cause} ${refund.causeId}`;
    mustBe(`sum of ${name}`, row?.amount_fen, refund.amountFen);
    mustBe(`${name} waits`, row?.state === "waiting", refund.state === "waiting");
    if (row?.state !== "success") {
      mustBe(`${name} is done`, false, refund.state === "done");
      continue;
    }
    const atChannel = shop.channelOf(refund.payment.way).refunds.get(row.out_refund_no);
    mustBe(`${name} outside of the channel`, row.receipt_no !== null, refund.isOffline);
    mustBe(`${name} at its channel`, atChannel?.state === "success", !refund.isOffline);
    refund.state = "done";
    const found = refund.order.cases.find(({ caseId }) => caseId === refund.causeId);
    if (found) found.state = "done";
  }
}

/** Applies the end of a closing order, none of whose attempts was paid; anything else has to be as in the model. */
function followOrder(model: Model, order: ModelOrder, state: OrderState): void {
  if (order.state === "closing" && state === "cancelled" && !openAttempt(order)) {
    order.state = "cancelled";
    release(model, order);
  }
  mustBe(`order ${order.orderId}`, state, order.state);
}

/** Compares the states of the store with the model, after it has followed what workers and channels may do by themselves. */
export async function follow(world: World, model: Model): Promise<void> {
  const found = await readStates(world, model);
  followPayments(world, model, found);
  followRefunds(world, model, found);
  const states = new Map(found.orders.map(({ order_id, state }) => [order_id, state]));
  for (const order of model.orders) {
    const state = states.get(order.orderId);
    if (state === undefined) throw new Error(`order ${order.orderId} is gone`);
    followOrder(model, order, state);
  }
}

/** Applies the deadlines that have passed to an order. */
function passDeadlines(world: World, model: Model, order: ModelOrder, now: number): void {
  const isPassed = (due: number | null): boolean => due !== null && due <= now;
  if (order.state === "pending" && isPassed(order.payBefore)) {
    order.closingBy = "deadline";
    order.state = order.payments.some(({ state }) => state === "open") ? "closing" : "cancelled";
    if (order.state === "cancelled") release(model, order);
  } else if (!isPassed(order.receiveDue) || hasOpenCase(order)) return;
  else if (order.state === "shipping" && isEverythingSent(order)) {
    order.state = "done";
    order.doneAt = now;
  } else if (order.state === "ready") {
    const amountFen = refundWhole(model, order);
    const payment = paymentOf(order);
    if (amountFen > 0)
      addRefund(world, model, { order, payment, amountFen, cause: "closed", causeId: order.orderId });
  }
}
/** Returns that were not sent in time lapse. */
function passCaseDeadlines(order: ModelOrder, now: number): void {
  for (const found of order.cases)
    if (found.state === "agreed" && found.sendBefore !== null && found.sendBefore <= now) {
      found.state = "lapsed";
      resume(order, found.since, now);
    }
}
/** Continues 自动收货 after a case has ended: it stood while the case was open. */
export function resume(order: ModelOrder, since: number, now: number): void {
  if (order.state !== "shipping") return;
  if (order.receiveDue !== null && now > since) order.receiveDue += now - since;
  beginReceipt(order, now);
}

/** Works off the deadlines in both. */
export async function workDeadlines(world: World, model: Model): Promise<void> {
  const now = world.now().getTime();
  const dues = model.orders.flatMap(({ payBefore, receiveDue, cases }) => [
    payBefore,
    receiveDue ?? 0,
    ...cases.filter(isOpenCase).map(({ sendBefore }) => sendBefore ?? 0),
  ]);
  // A deadline of just now is passed for one of the clocks only.
  if (dues.some((due) => Math.abs(due - now) < SLACK)) world.wait(2 * SLACK);
  await world.shop.workDeadlines();
  followPayments(world, model, await readStates(world, model));
  const after = world.now().getTime();
  for (const order of model.orders) {
    passDeadlines(world, model, order, after);
    passCaseDeadlines(order, after);
  }
  await follow(world, model);
}
