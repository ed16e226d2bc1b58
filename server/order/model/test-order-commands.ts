import { sql } from "kysely";
import type { PaymentWay } from "#contract/payment/payment.ts";
import { newId } from "../../core/ids.ts";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { beginClosing } from "../life/closing.ts";
import { closeOrder } from "../operator/desk.ts";
import { lockOrder, type LockedOrder } from "../order-store.ts";
import { COMMON_KEY } from "../place/writer.ts";
import { newOrderNo } from "../place/order-number.ts";
import { sampleOrder } from "../testing/test-orders.ts";
import { follow } from "./test-sync.ts";
import {
  addRefund,
  hasOpenCase,
  isNothingSent,
  mustBe,
  openAttempt,
  orderAt,
  paymentOf,
  refundWhole,
  release,
  type Model,
  type ModelOrder,
  type ModelPayment,
  type Run,
  type World,
} from "./test-world.ts";

/** Off of each coupon, all of it on the first line: no line's units divide it evenly. */
const OFF = 1_000;
const FREIGHT = 1_200;

/** Runs a step on a locked order. @returns whether the order accepted it */
export async function step(
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

type Wanted = {
  readonly user: number;
  readonly skus: readonly number[];
  readonly count: number;
  readonly coupon: number | null;
  readonly delivery: "express" | "pickup";
};
/** An order for the writer, with freight and a coupon. */
function newOrder(world: World, { user, skus, count, coupon, delivery }: Wanted) {
  const lines = skus.flatMap((one) => {
    const found = world.skus[one];
    return found ? [{ ...found, qty: count }] : [];
  });
  const about = `product ${world.skus[0]?.productId ?? ""}`;
  const now = world.now();
  const plain = sampleOrder(world.users[user] ?? "", lines, {
    order_no: newOrderNo(now.getTime()),
    coupon_id: coupon === null ? null : (world.coupons[coupon] ?? null),
    limits: [{ about, units: count * skus.length, most: world.most }],
    delivery,
    dealer_id: delivery === "pickup" ? world.dealerId : null,
    created_time: now,
  });
  const [off, freight] = [coupon === null ? 0 : OFF, delivery === "pickup" ? 0 : FREIGHT];
  return {
    ...plain,
    coupon_fen: off,
    freight_fen: freight,
    payable_fen: plain.payable_fen - off + freight,
    lines: plain.lines.map((line, at) =>
      at === 0 ? { ...line, coupon_fen: off, net_fen: line.net_fen - off } : line,
    ),
  };
}
function faultOf(world: World, model: Model, { user, skus, count, coupon }: Wanted): string {
  if ((model.bought[user] ?? 0) + count * skus.length > world.most) return "limit";
  if (skus.some((one) => (model.free[one] ?? 0) < count)) return "short";
  return coupon !== null && model.coupons[coupon] !== "free" ? "coupon" : "placed";
}
function takeInModel(model: Model, { user, skus, count, coupon }: Wanted): void {
  for (const one of skus) model.free[one] = (model.free[one] ?? 0) - count;
  model.bought[user] = (model.bought[user] ?? 0) + count * skus.length;
  if (coupon !== null) model.coupons[coupon] = "held";
}

/** Adds an attempt that its channel has, unless the order is not pending or has one. */
async function addOpenAttempt(world: World, orderId: string, way: PaymentWay): Promise<ModelPayment | null> {
  const [paymentId, now] = [newId(), world.now()];
  const { rows } = await sql<{ outTradeNo: string; amountFen: number }>`
    insert into payment (payment_id, order_id, attempt, out_trade_no, way, scene, app_id, amount_fen, state, query_due_time,
      created_time)
    select ${paymentId}::text, o.order_id, n, concat(o.order_no, '_', n), ${way}, 'native', 'wxapp', o.payable_fen, 'open',
      ${new Date(now.getTime() + 15_000)}::timestamptz, ${now}::timestamptz
    from mall_order o, lateral (
      select coalesce(max(attempt), 0) + 1 as n from payment p where p.order_id = o.order_id) as next
    where o.order_id = ${orderId} and o.state = 'pending' and not exists (
      select from payment p where p.order_id = o.order_id and p.state in ('made', 'open'))
    returning out_trade_no as "outTradeNo", amount_fen as "amountFen"`.execute(world.db);
  const [row] = rows;
  if (!row) return null;
  world.shop.channelOf(way).open(row.outTradeNo, row.amountFen);
  return { paymentId, way, ...row, state: "open" };
}

/** Notices that report a payment at once: some of them are the same notice again. */
async function notify(
  { shop }: World,
  { way, outTradeNo }: ModelPayment,
  times: number,
  amountOff = 0,
): Promise<string[]> {
  const channel = shop.channelOf(way);
  const trade = channel.trades.get(outTradeNo);
  if (trade?.state !== "paid") return [];
  const report = channel.reportOf(trade);
  const [notice, amountFen] = [newId(), report.amountFen + amountOff];
  const reports = Array.from({ length: times }, (_none, at) =>
    shop.settle(way, { ...report, amountFen }, at === 2 ? newId() : notice),
  );
  return Promise.all(reports);
}

/** Outcome that the model expects of a report about a payment. */
function outcomeOf(order: ModelOrder, { state }: ModelPayment): string {
  if (state === "paid" || state === "surplus") return "again";
  return order.state === "pending" || order.state === "closing" ? "paid" : "surplus";
}

/** Begins an attempt and pays it, with one notice. */
export async function payNow(world: World, model: Model, order: ModelOrder, way: number): Promise<void> {
  const payment = await addOpenAttempt(world, order.orderId, way % 2 === 0 ? "wechat" : "alipay");
  if (!payment) throw new Error(`order ${order.orderId} takes no payment`);
  order.payments.push(payment);
  world.shop.channelOf(payment.way).pay(payment.outTradeNo);
  mustBe("pay", (await notify(world, payment, 1)).join(" "), "paid");
  await follow(world, model);
}

export const orderCommands = {
  async place(world, model, [user, sku, qty]) {
    const place = user % world.users.length;
    const wanted: Wanted = {
      user: place,
      count: 1 + (qty % 3),
      skus: sku % 3 === 0 ? [0, 1] : [sku % world.skus.length],
      coupon: qty % 2 === 0 ? place : null,
      delivery: user % 4 === 3 ? "pickup" : "express",
    };
    const order = newOrder(world, wanted);
    const result = await world.writer.add(COMMON_KEY, order);
    const fault = faultOf(world, model, wanted);
    mustBe("place", result.kind, fault);
    if (fault !== "placed") return;
    takeInModel(model, wanted);
    const lines = order.lines.map(({ line_id, net_fen }, at) => ({
      lineId: line_id,
      sku: wanted.skus[at] ?? 0,
      qty: wanted.count,
      netFen: net_fen,
      sent: 0,
      cancelled: 0,
      refunded: 0,
      refundedFen: 0,
    }));
    model.orders.push({
      orderId: order.order_id,
      orderNo: order.order_no,
      user: place,
      delivery: wanted.delivery,
      lines,
      coupon: wanted.coupon,
      freightFen: order.freight_fen,
      payBefore: order.pay_before.getTime(),
      freightBack: 0,
      state: "pending",
      closingBy: null,
      payments: [],
      parcels: [],
      cases: [],
      receiveDue: null,
      signedAt: null,
      isExtended: false,
      doneAt: null,
    });
  },
  /** Begins a payment attempt, as the cashier does; one that is open stays. */
  async attempt(world, model, [at, way]) {
    const order = orderAt(model, at, (one) => one.state === "pending" && !openAttempt(one));
    if (!order) return;
    const attempt = await addOpenAttempt(world, order.orderId, way % 2 === 0 ? "wechat" : "alipay");
    mustBe("attempt", attempt !== null, order.state === "pending" && !openAttempt(order));
    if (attempt) order.payments.push(attempt);
  },
  /** The person changes the way: the channel closes the attempt, or, unasked, may still have it paid. */
  async leave(world, model, [at, how]) {
    const order = orderAt(model, at, (one) => openAttempt(one) !== undefined);
    const known = order?.state === "pending" ? openAttempt(order) : undefined;
    if (!order || !known) return;
    const trade = world.shop.channelOf(known.way).trades.get(known.outTradeNo);
    if (how % 2 === 0) {
      await world.shop.payments.closeAttempts(order.orderId);
    } else if (trade?.state === "open") {
      await sql`update payment set state = 'closed' where payment_id = ${known.paymentId}`.execute(world.db);
      known.state = "closed";
    }
    await follow(world, model);
  },
  /** Pays an attempt at its channel, also one that was given up; notices come twice, or not at all (P11). */
  async pay(world, model, [at, which, times]) {
    const order = orderAt(model, at, ({ payments }) => payments.some(({ state }) => state !== "paid"));
    const payment = order?.payments[which % order.payments.length];
    if (!order || !payment) return;
    world.shop.channelOf(payment.way).pay(payment.outTradeNo);
    if (times % 7 === 0)
      for (const outcome of await notify(world, payment, 1, -1)) mustBe("a wrong sum", outcome, "difference");
    const wanted = outcomeOf(order, payment);
    const outcomes = await notify(world, payment, times % 4);
    const fresh = outcomes.filter((outcome) => outcome !== "again");
    mustBe("pay", fresh.join(" "), outcomes.length === 0 || wanted === "again" ? "" : wanted);
    await follow(world, model);
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
    if (order.state === "cancelled") release(model, order);
  },
  /** Asks the channels about a closing order. */
  async finish(world, model, [at]) {
    const order = orderAt(model, at, ({ state }) => state === "closing");
    if (order?.state !== "closing") return;
    await world.shop.closing.work(order.orderId);
    await follow(world, model);
  },
  /** An operator closes an order, which is cancelled or refunded as a whole; of two presses one does it. */
  async closeByOperator(world, model, [at, twice]) {
    const order = orderAt(model, at);
    if (!order) return;
    const operator = { by: commandLineActor, id: "ops-1", now: world.now() };
    const press = () => closeOrder(world.db, order.orderNo, operator, world.shop.payments);
    const results = await Promise.all(twice % 2 === 0 ? [press()] : [press(), press()]);
    const isPaid = order.state === "paid" || order.state === "ready";
    const isRefundable = isPaid && isNothingSent(order) && !hasOpenCase(order);
    const isAccepted = order.state === "pending" || isRefundable;
    mustBe("closings", results.filter(({ outcome }) => outcome === "done").length, isAccepted ? 1 : 0);
    if (order.state === "pending") {
      order.closingBy = "operator";
      order.state = openAttempt(order) ? "closing" : "cancelled";
      if (order.state === "cancelled") release(model, order);
    } else if (isRefundable) {
      const [payment, amountFen] = [paymentOf(order), refundWhole(model, order)];
      const refund = { order, payment, amountFen, cause: "operator", causeId: order.orderId } as const;
      if (amountFen > 0) addRefund(world, model, refund, true);
    }
    await follow(world, model);
  },
} as const satisfies Record<string, Run>;
