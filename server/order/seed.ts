import type { AfterSaleReason } from "#contract/order/after-sale.ts";
import type { AppContext } from "../core/app-context.ts";
import type { Database } from "../database/connection/database.ts";
import { systemActor } from "../database/shared-tables/audit-log.ts";
import { adjustStockByOperator, loadSkus, type MallSku } from "../mall/index.ts";
import { decideCase, receiveCase } from "./after-sale/decide.ts";
import { caseRequests } from "./after-sale/request.ts";
import { completeOrder } from "./life/complete.ts";
import { beginClosing } from "./life/closing.ts";
import { markPaid } from "./life/paid-store.ts";
import { closeOrder, noteOrder } from "./operator/desk.ts";
import { lockOrder } from "./order-store.ts";
import { orderMessages } from "./messages.ts";
import type { NewOrder } from "./place/new-order.ts";
import { COMMON_KEY, orderWriter, type OrderWriter } from "./place/writer.ts";
import type { OrderPorts } from "./ports.ts";
import { dropSoldChanges, findCaseNo, listKnownOrders } from "./seed-store.ts";
import { shipByOperator } from "./shipment/operator.ts";
import { applyTrack } from "./shipment/track.ts";

/** Pay attempt of the demo; the last one may be the one that paid. */
type SeededAttempt = {
  readonly way: "wechat" | "alipay";
  readonly scene: string;
  readonly state: "closed" | "paid";
  readonly at: number;
};
/** Case of after-sales of an order's first line. */
type SeededCase = {
  readonly kind: "refund" | "return";
  readonly reason: AfterSaleReason;
  readonly text: string;
  readonly qty: number;
  readonly at: number;
  /** undefined: it waits for an operator. */
  readonly decided?: { readonly by: string; readonly at: number; readonly declined?: string };
  readonly received?: { readonly by: string; readonly at: number };
};
/** An order of the demo with its life, which is lived by the functions of the product; times in ms. */
export type SeededOrder = {
  readonly orderId: string;
  readonly orderNo: string;
  readonly userId: string;
  readonly lines: readonly { readonly lineId: string; readonly skuId: string; readonly qty: number }[];
  readonly recipient: { readonly name: string; readonly mobile: string; readonly detail: string };
  readonly provinceCode: string;
  readonly cityCode: string;
  readonly districtCode: string;
  /** null: express */
  readonly dealerId: string | null;
  readonly freightFen: number;
  readonly remark: string;
  readonly channel: string;
  readonly createdTime: number;
  readonly attempts: readonly SeededAttempt[];
  readonly parcel?: {
    readonly carrier: string;
    readonly trackingNo: string;
    readonly at: number;
    readonly state: "moving" | "signed" | "problem";
    readonly nodes: readonly { readonly time: number; readonly text: string }[];
  };
  readonly doneTime?: number;
  /** Cancelled by its person without a payment. */
  readonly cancelledTime?: number;
  readonly afterSale?: SeededCase;
  /** Closed by an operator after it was paid, which asks for a refund. */
  readonly closed?: { readonly by: string; readonly at: number };
  readonly note?: { readonly by: string; readonly text: string };
};
/** Writes the attempts of an order with the entries of the ledger. */
type SeedAttempts = (
  db: Database,
  order: { readonly orderId: string; readonly orderNo: string; readonly amountFen: number },
  attempts: readonly SeededAttempt[],
) => Promise<void>;
/** Adds orders of the demo brand. @param seedAttempts writes their payments */
export type SeedOrders = (orders: readonly SeededOrder[], seedAttempts: SeedAttempts) => Promise<void>;
type SeedParts = {
  readonly context: AppContext;
  readonly ports: OrderPorts;
  readonly writer: OrderWriter;
  readonly seedAttempts: SeedAttempts;
};

const [HALF_HOUR, YEAR] = [1_800_000, 365 * 86_400_000];
/** Whether nothing follows. The job that closes overdue orders must not come before what does. */
const staysPending = ({ attempts, cancelledTime, closed }: SeededOrder): boolean =>
  cancelledTime === undefined && closed === undefined && !attempts.some(({ state }) => state === "paid");

function newOrderOf(order: SeededOrder, skus: ReadonlyMap<string, MallSku>): NewOrder {
  const lines = order.lines.map(({ lineId, skuId, qty }, position) => {
    const sku = skus.get(skuId);
    if (!sku) throw new Error(`the demo has no SKU ${skuId}`);
    const { productId, title, coverUrl, optionValues, noReturn, returnDays, weightG, buyMost } = sku;
    return {
      line_id: lineId,
      position,
      sku_id: skuId,
      snapshot: { productId, title, coverUrl, optionValues, noReturn, returnDays, weightG, buyMost },
      qty,
      price_fen: sku.priceFen,
      coupon_fen: 0,
      net_fen: sku.priceFen * qty,
    };
  });
  const goods = lines.reduce((sum, { net_fen }) => sum + net_fen, 0);
  const isExpress = order.dealerId === null;
  return {
    order_id: order.orderId,
    event_id: order.orderId,
    order_no: order.orderNo,
    user_id: order.userId,
    delivery: isExpress ? "express" : "pickup",
    rush_id: null,
    goods_fen: goods,
    freight_fen: order.freightFen,
    freight_coupon_fen: 0,
    coupon_fen: 0,
    payable_fen: goods + order.freightFen,
    pay_before: new Date(order.createdTime + (staysPending(order) ? HALF_HOUR : YEAR)),
    order_recipient: isExpress ? JSON.stringify(order.recipient) : null,
    province_code: isExpress ? order.provinceCode : null,
    city_code: isExpress ? order.cityCode : null,
    district_code: isExpress ? order.districtCode : null,
    dealer_id: order.dealerId,
    coupon_id: null,
    remark: order.remark === "" ? null : order.remark,
    channel: { from: order.channel },
    idempotency_key: order.orderId,
    body_hash: order.orderId,
    created_time: new Date(order.createdTime),
    lines,
    limits: [],
    tokens: null,
  };
}

/** Runs a step with the order's row locked. */
const withOrder = (
  { context: { db } }: SeedParts,
  orderId: string,
  step: (db: Database, order: NonNullable<Awaited<ReturnType<typeof lockOrder>>>) => Promise<unknown>,
): Promise<unknown> =>
  db.transaction().execute(async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (!order) throw new Error(`no order ${orderId}`);
    return step(transaction, order);
  });
const operatorOf = (id: string, at: number) => ({
  by: { kind: "operator", id, host: "console" } as const,
  id,
  name: id,
  now: new Date(at),
});

async function pay(parts: SeedParts, order: SeededOrder, amountFen: number): Promise<void> {
  const { orderId, orderNo, attempts } = order;
  await parts.seedAttempts(parts.context.db, { orderId, orderNo, amountFen }, attempts);
  const paid = attempts.find(({ state }) => state === "paid");
  if (paid)
    await withOrder(parts, orderId, (db, locked) =>
      markPaid(db, locked, { paidFen: amountFen, by: "channel", now: new Date(paid.at) }),
    );
}

async function deliver(parts: SeedParts, { orderId, parcel, doneTime }: SeededOrder): Promise<void> {
  const { db } = parts.context;
  if (parcel) {
    const { carrier, trackingNo, at, state, nodes } = parcel;
    const context = { by: systemActor, now: new Date(at), isTracked: false };
    await shipByOperator(db, { orderId, carrier, trackingNo, units: null }, context);
    const track = { carrier, trackingNo, state, nodes: nodes.map((node) => ({ ...node, city: null })) };
    await applyTrack(db, track, new Date(nodes.at(-1)?.time ?? at));
  }
  if (doneTime !== undefined)
    await withOrder(parts, orderId, async (transaction, order) => {
      // The job that receives overdue parcels may have come first.
      if (order.state === "done") return;
      await completeOrder(
        transaction,
        order,
        { by: "person", why: "received", now: new Date(doneTime) },
        parts.ports.payments,
      );
    });
}

async function openCase(parts: SeedParts, order: SeededOrder, wanted: SeededCase): Promise<void> {
  const { context, ports } = parts;
  const [line] = order.lines;
  const request = caseRequests({ db: context.db, clock: { ...context.clock, now: () => wanted.at } }, ports);
  const afterSaleId = await request(
    {
      orderId: order.orderId,
      kind: wanted.kind,
      reason: wanted.reason,
      text: wanted.text,
      pictureKeys: [],
      units: [{ lineId: line?.lineId ?? "", qty: wanted.qty }],
    },
    { userId: order.userId, key: order.orderId, hash: order.orderId },
  );
  const caseNo = await findCaseNo(context.db, afterSaleId);
  if (wanted.decided) {
    const { by, at, declined } = wanted.decided;
    const decision =
      declined === undefined
        ? ({ isAgreed: true } as const)
        : ({ isAgreed: false, reason: declined } as const);
    await decideCase(context.db, caseNo, decision, operatorOf(by, at), ports.payments);
  }
  if (wanted.received) {
    const inspected = [{ lineId: line?.lineId ?? "", received: wanted.qty, good: wanted.qty }];
    await receiveCase(
      context.db,
      caseNo,
      inspected,
      operatorOf(wanted.received.by, wanted.received.at),
      ports.payments,
    );
  }
}

/** Puts in what the order takes, so that pages of the shop show the same stock as without it. */
async function stockUp(
  { context: { db } }: SeedParts,
  { orderId, lines, createdTime }: SeededOrder,
): Promise<void> {
  for (const { skuId, qty } of lines)
    await adjustStockByOperator(
      db,
      { skuId, delta: qty, reason: orderMessages.stockedForSale, causeId: `demo ${orderId} ${skuId}` },
      { by: systemActor, now: new Date(createdTime - 86_400_000), scopes: everywhere },
    );
}
const everywhere = [{ sponsorLevel1: "*", sponsorLevel2: "*", businessType: "*", dealers: "*" }] as const;

async function live(parts: SeedParts, order: SeededOrder, skus: ReadonlyMap<string, MallSku>): Promise<void> {
  const { db } = parts.context;
  const { orderId, orderNo, cancelledTime, afterSale, closed, note } = order;
  const placed = newOrderOf(order, skus);
  await stockUp(parts, order);
  const written = await parts.writer.add(COMMON_KEY, placed);
  if (written.kind !== "placed") throw new Error(`demo order ${orderNo} was not placed: ${written.kind}`);
  await pay(parts, order, placed.payable_fen);
  await deliver(parts, order);
  if (cancelledTime !== undefined) {
    const reason = { by: "person", why: "changed mind", now: new Date(cancelledTime) } as const;
    await withOrder(parts, orderId, (transaction, locked) => beginClosing(transaction, locked, reason));
  }
  if (afterSale) await openCase(parts, order, afterSale);
  if (closed) await closeOrder(db, orderNo, operatorOf(closed.by, closed.at), parts.ports.payments);
  if (note) await noteOrder(db, orderNo, note.text, operatorOf(note.by, order.createdTime + 7_200_000));
}

/**
 * Creates the function that adds the orders of the demo brand; those of an interrupted import stay. What they sold does
 * not count, so that pages of the shop show what they did without them.
 */
export const orderSeed =
  (context: AppContext, ports: OrderPorts): SeedOrders =>
  async (orders, seedAttempts) => {
    const { db, clock } = context;
    const parts = { context, ports, writer: orderWriter(db), seedAttempts };
    const known = await listKnownOrders(
      db,
      orders.map(({ orderId }) => orderId),
    );
    const wanted = orders.filter(({ orderId }) => !known.has(orderId));
    const skuIds = [...new Set(wanted.flatMap(({ lines }) => lines.map(({ skuId }) => skuId)))];
    const skus = await loadSkus(db, skuIds, clock.now());
    for (const order of wanted) await live(parts, order, skus);
    await dropSoldChanges(db);
  };
