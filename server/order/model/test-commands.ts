import { sql } from "kysely";
import { beginClosing } from "../life/closing.ts";
import { completeOrder } from "../life/complete.ts";
import { refundUnsent } from "../life/refund-unsent-store.ts";
import { lockOrder, moveOrder, type LockedOrder } from "../order-store.ts";
import { sampleOrder } from "../testing/test-orders.ts";
import { COMMON_KEY } from "../place/writer.ts";
import type { PaidTrade } from "../../payment/index.ts";
import { addOpenAttempt, closeAttempt, refundReport } from "./test-payments.ts";
import {
  give,
  openAttempt,
  type Model,
  type ModelOrder,
  type ModelPayment,
  type ModelRefund,
  type World,
} from "./test-world.ts";

/** A command with three numbers, which each command reads in its own way. */
export type Command = { readonly name: CommandName; readonly seed: readonly [number, number, number] };
/** Runs a command on the model and on the store; throws where they differ. */
type Run = (world: World, model: Model, seed: Command["seed"]) => Promise<void>;

const orderAt = (model: Model, at: number): ModelOrder | undefined => model.orders[at % model.orders.length];
/** Runs a step on a locked order. @returns whether the order accepted it */
async function step(
  { db }: World,
  orderId: string,
  run: (db: World["db"], order: LockedOrder) => Promise<unknown>,
): Promise<boolean> {
  try {
    await db.transaction().execute(async (transaction) => {
      const order = await lockOrder(transaction, orderId);
      if (!order) throw new Error("no order");
      await run(transaction, order);
    });
    return true;
  } catch (error) {
    if ((error as { refusal?: string }).refusal === "orderState") return false;
    throw error;
  }
}
function mustBe<T>(what: string, real: T, wanted: T): void {
  if (real !== wanted)
    throw new Error(`${what}: the store says ${String(real)}, the model ${String(wanted)}`);
}

/** Marks an order of the model as paid by a payment. */
function paidInModel(model: Model, order: ModelOrder, payment: ModelPayment): void {
  const isRefunded = order.state === "closing" && order.closingBy !== "deadline";
  order.state = isRefunded ? "refunded" : "paid";
  payment.state = "paid";
  if (order.coupon !== null) model.coupons[order.coupon] = "used";
  if (!isRefunded) return;
  give(model, order);
  addRefund(model, order, payment, "closed");
}
function addRefund(
  model: Model,
  { orderId }: ModelOrder,
  { outTradeNo, amountFen }: ModelPayment,
  cause: ModelRefund["cause"],
): void {
  model.refunds.push({ orderId, outTradeNo, amountFen, cause, isDone: false });
}
/** Report of a channel about a payment. */
export const tradeOf = ({ outTradeNo, amountFen }: ModelPayment, now: Date): PaidTrade => ({
  outTradeNo,
  channelNo: `42${outTradeNo}`,
  amountFen,
  currency: "CNY",
  merchantId: null,
  appId: null,
  payer: null,
  paidTime: now.getTime(),
});

/** Every command; a feature that changes orders adds its own here. */
const commands = {
  async place(world, model, [user, sku, qty]) {
    const place = user % world.users.length;
    const count = 1 + (qty % 3);
    const wanted = sku % 3 === 0 ? [0, 1] : [sku % world.skus.length];
    const coupon = qty % 2 === 0 ? place : null;
    const lines = wanted.flatMap((one) => {
      const found = world.skus[one];
      return found ? [{ ...found, qty: count }] : [];
    });
    const units = count * wanted.length;
    const about = `product ${world.skus[0]?.productId ?? ""}`;
    const order = sampleOrder(world.users[place] ?? "", lines, {
      coupon_id: coupon === null ? null : (world.coupons[coupon] ?? null),
      limits: [{ about, units, most: world.most }],
      created_time: world.now(),
    });
    const result = await world.writer.add(COMMON_KEY, order);
    const isOverLimit = (model.bought[place] ?? 0) + units > world.most;
    const isShort = wanted.some((one) => (model.free[one] ?? 0) < count);
    const isTaken = coupon !== null && model.coupons[coupon] !== "free";
    const fault = isOverLimit ? "limit" : isShort ? "short" : isTaken ? "coupon" : "placed";
    mustBe("place", result.kind, fault);
    if (fault !== "placed") return;
    for (const one of wanted) model.free[one] = (model.free[one] ?? 0) - count;
    model.bought[place] = (model.bought[place] ?? 0) + units;
    if (coupon !== null) model.coupons[coupon] = "held";
    model.orders.push({
      orderId: order.order_id,
      user: place,
      units: wanted.map((one) => ({ sku: one, qty: count })),
      coupon,
      state: "pending",
      closingBy: null,
      payments: [],
      isSent: false,
    });
  },
  /** Begins a payment attempt, as the cashier does; one that is open stays. */
  async attempt(world, model, [at]) {
    const order = orderAt(model, at);
    if (!order) return;
    const attempt = await addOpenAttempt(world, order.orderId);
    mustBe("attempt", attempt !== null, order.state === "pending" && !openAttempt(order));
    if (attempt) order.payments.push(attempt);
  },
  /** The person changes the way: the channel has closed the attempt. */
  async leave(world, model, [at]) {
    const order = orderAt(model, at);
    const attempt = order?.state === "pending" ? openAttempt(order) : undefined;
    if (!attempt) return;
    await closeAttempt(world, attempt.paymentId);
    attempt.state = "closed";
  },
  /** The channel reports a payment, several times at once: also of an attempt that was closed (P11). */
  async pay(world, model, [at, which, times]) {
    const order = orderAt(model, at);
    const payment = order?.payments[which % order.payments.length];
    if (!order || !payment) return;
    const reports = Array.from({ length: 1 + (times % 3) }, () =>
      world.payments.settle("wechat", tradeOf(payment, world.now())),
    );
    const outcomes = (await Promise.all(reports)).filter((outcome) => outcome !== "again");
    const isUnpaid = order.state === "pending" || order.state === "closing";
    const isKnown = payment.state === "paid" || payment.state === "surplus";
    mustBe("pay", outcomes.join(" "), isKnown ? "" : isUnpaid ? "paid" : "surplus");
    if (isKnown) return;
    if (isUnpaid) return paidInModel(model, order, payment);
    payment.state = "surplus";
    addRefund(model, order, payment, "surplus");
  },
  async close(world, model, [at, by]) {
    const order = orderAt(model, at);
    if (!order) return;
    const author = (["person", "deadline", "operator"] as const)[by % 3] ?? "person";
    const accepted = await step(world, order.orderId, (db, locked) =>
      beginClosing(db, locked, { by: author, why: author, now: world.now() }),
    );
    mustBe("close", accepted, order.state === "pending");
    if (!accepted) return;
    order.closingBy = author;
    order.state = openAttempt(order) ? "closing" : "cancelled";
    if (order.state === "cancelled") give(model, order);
  },
  /** Asks the channels about a closing order: closed, paid all the same, or silent. */
  async finish(world, model, [at, answer]) {
    const order = orderAt(model, at);
    if (!order || order.state !== "closing") return;
    const outcome = (["closed", "paid", "unknown"] as const)[answer % 3] ?? "unknown";
    await world.finishClosing(order.orderId, outcome);
    const attempt = openAttempt(order);
    if (attempt && outcome === "paid") return paidInModel(model, order, attempt);
    if (attempt && outcome === "unknown") return;
    if (attempt) attempt.state = "closed";
    order.state = "cancelled";
    give(model, order);
  },
  async ship(world, model, [at]) {
    const order = orderAt(model, at);
    if (!order) return;
    const accepted = await step(world, order.orderId, async (db, locked) => {
      await moveOrder(db, locked, "ship", { by: "operator", why: "sent", now: world.now() });
      await sql`update sku_stock k set on_hand = on_hand - l.qty + l.shipped_qty, reserved = reserved - l.qty + l.shipped_qty
        from order_line l where l.order_id = ${order.orderId} and l.sku_id = k.sku_id`.execute(db);
      await sql`insert into stock_entry (cause, cause_id, sku_id, on_hand, reserved, created_time)
        select 'ship', order_id, sku_id, -qty, -qty, ${world.now()} from order_line
        where order_id = ${order.orderId} and shipped_qty = 0`.execute(db);
      await sql`update order_line set shipped_qty = qty where order_id = ${order.orderId}`.execute(db);
    });
    mustBe("ship", accepted, order.state === "paid" || order.state === "shipping");
    if (!accepted) return;
    order.state = "shipping";
    order.isSent = true;
  },
  async receive(world, model, [at]) {
    const order = orderAt(model, at);
    if (!order) return;
    const accepted = await step(world, order.orderId, (db, locked) =>
      completeOrder(db, locked, { by: "person", why: "received", now: world.now() }, world.payments),
    );
    mustBe("receive", accepted, order.state === "shipping");
    if (accepted) order.state = "done";
  },
  /** Refunds everything of a paid order of which nothing was sent. */
  async refund(world, model, [at]) {
    const order = orderAt(model, at);
    if (!order || order.isSent || order.state !== "paid") return;
    const payment = order.payments.find(({ state }) => state === "paid");
    if (!payment) throw new Error("no payment");
    const accepted = await step(world, order.orderId, async (db, locked) => {
      const now = world.now();
      const { refundFen } = await refundUnsent(db, locked, { by: "operator", why: "refund", now });
      mustBe("sum of the refund", refundFen, payment.amountFen);
      const { orderId } = order;
      const wanted = { orderId, amountFen: refundFen, cause: "operator", causeId: orderId, now } as const;
      // Two operators: one refund.
      for (let press = 0; press < 2; press++) await world.payments.requestRefund(db, wanted);
    });
    mustBe("refund", accepted, true);
    order.state = "refunded";
    give(model, order);
    addRefund(model, order, payment, "operator");
  },
  /** The channel reports a refund, several times at once. */
  async refunded(world, model, [at, times]) {
    const refund = model.refunds[at % model.refunds.length];
    if (!refund) return;
    const report = await refundReport(world, refund);
    const reports = Array.from({ length: 1 + (times % 2) }, () =>
      world.payments.refunds.reports.applySuccess("wechat", report),
    );
    const applied = (await Promise.all(reports)).filter((outcome) => outcome === "applied").length;
    mustBe("refunded", applied, refund.isDone ? 0 : 1);
    refund.isDone = true;
  },
} as const satisfies Record<string, Run>;
export type CommandName = keyof typeof commands;
export const commandNames = Object.keys(commands) as CommandName[];
export const runCommand = (world: World, model: Model, { name, seed }: Command): Promise<void> =>
  commands[name](world, model, seed);
