import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import { beginClosing } from "../life/closing.ts";
import { completeOrder } from "../life/complete.ts";
import { markPaid } from "../life/paid-store.ts";
import { refundUnsent } from "../life/refund-unsent-store.ts";
import { lockOrder, moveOrder, type LockedOrder } from "../order-store.ts";
import { sampleOrder } from "../testing/test-orders.ts";
import { COMMON_KEY } from "../place/writer.ts";
import { give, type Model, type ModelOrder, type World } from "./test-world.ts";

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

const pay: Run = async (world, model, [at]) => {
  const order = orderAt(model, at);
  if (!order) return;
  const accepted = await step(world, order.orderId, (db, locked) =>
    markPaid(db, locked, { paidFen: locked.payable_fen, by: "channel", now: world.now() }),
  );
  mustBe("pay", accepted, order.state === "pending" || order.state === "closing");
  if (accepted) paidInModel(model, order);
};
function paidInModel(model: Model, order: ModelOrder): void {
  const isRefunded = order.state === "closing" && order.closingBy !== "deadline";
  order.state = isRefunded ? "refunded" : "paid";
  order.hasAttempt = false;
  if (order.coupon !== null) model.coupons[order.coupon] = "used";
  if (isRefunded) give(model, order);
}

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
      hasAttempt: false,
      isSent: false,
    });
  },
  pay,
  /** Begins a payment attempt, as the cashier does. */
  async attempt(world, model, [at]) {
    const order = orderAt(model, at);
    if (!order || order.state !== "pending" || order.hasAttempt) return;
    const id = newId();
    await sql`insert into payment (payment_id, order_id, attempt, out_trade_no, way, scene, app_id, amount_fen, state,
        created_time)
      select ${id}, order_id, 1, ${id}, 'wechat', 'jsapi', 'app', payable_fen, 'open', ${world.now()} from mall_order
      where order_id = ${order.orderId} and not exists (select from payment p where p.order_id = mall_order.order_id)`.execute(
      world.db,
    );
    order.hasAttempt = true;
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
    order.state = order.hasAttempt ? "closing" : "cancelled";
    if (order.state === "cancelled") give(model, order);
  },
  /** Asks the channels about a closing order: closed, paid all the same, or silent. */
  async finish(world, model, [at, answer]) {
    const order = orderAt(model, at);
    if (!order || order.state !== "closing") return;
    const outcome = (["closed", "paid", "unknown"] as const)[answer % 3] ?? "unknown";
    await world.finishClosing(order.orderId, outcome);
    if (outcome === "closed") {
      order.state = "cancelled";
      order.hasAttempt = false;
      give(model, order);
    }
    if (outcome === "paid") paidInModel(model, order);
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
    const payments = { bookRevenue: () => Promise.resolve() };
    const accepted = await step(world, order.orderId, (db, locked) =>
      completeOrder(db, locked, { by: "person", why: "received", now: world.now() }, payments),
    );
    mustBe("receive", accepted, order.state === "shipping");
    if (accepted) order.state = "done";
  },
  /** Refunds everything of a paid order of which nothing was sent. */
  async refund(world, model, [at]) {
    const order = orderAt(model, at);
    if (!order || order.isSent || order.state !== "paid") return;
    const accepted = await step(world, order.orderId, (db, locked) =>
      refundUnsent(db, locked, { by: "operator", why: "refund", now: world.now() }),
    );
    mustBe("refund", accepted, true);
    order.state = "refunded";
    give(model, order);
  },
} as const satisfies Record<string, Run>;
export type CommandName = keyof typeof commands;
export const commandNames = Object.keys(commands) as CommandName[];
export const runCommand = (world: World, model: Model, { name, seed }: Command): Promise<void> =>
  commands[name](world, model, seed);
