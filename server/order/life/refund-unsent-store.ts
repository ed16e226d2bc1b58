import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { moveOrder, type LockedOrder, type MoveReason } from "../order-store.ts";
import { releaseUnits } from "../release-store.ts";
import { unsentUnits } from "../rules/order-machine.ts";
import { changeSold } from "../sold-store.ts";

/**
 * Refunds a paid order of which nothing was sent as a whole: its units, freight and coupon are given back, and it is
 * `refunded`. Cases that are open end with the order, so the caller refuses while there are any.
 * @param order locked, with nothing sent
 * @returns the sum that the caller has to refund in the same transaction, fen
 */
export async function refundUnsent(
  db: Database,
  order: LockedOrder,
  reason: MoveReason,
): Promise<{ order: LockedOrder; refundFen: number }> {
  const freight = order.freight_fen - order.freight_coupon_fen - order.freight_refunded_fen;
  const goods = order.lines.reduce((sum, { net_fen, refunded_fen }) => sum + net_fen - refunded_fen, 0);
  const open = order.lines.map((line) => ({ line, units: unsentUnits(line) }));
  await releaseUnits(
    db,
    order,
    open.map(({ line, units }) => ({ lineId: line.line_id, units })),
    { cause: "refund", causeId: order.order_id, now: reason.now, isCouponBack: true },
  );
  await changeSold(
    db,
    open.map(({ line, units }) => ({ productId: line.snapshot.productId, units: -units })),
  );
  await sql`
    with lined as (
      update order_line set cancelled_qty = qty - shipped_qty, refunded_qty = qty, refunded_fen = net_fen
      where order_id = ${order.order_id}
    )
    update mall_order set freight_refunded_fen = freight_fen - freight_coupon_fen
    where order_id = ${order.order_id}`.execute(db);
  const lines = order.lines.map((line) => ({
    ...line,
    cancelled_qty: line.qty - line.shipped_qty,
    refunded_qty: line.qty,
    refunded_fen: line.net_fen,
  }));
  const refunded = await moveOrder(db, { ...order, lines }, "refund", reason);
  return { order: refunded, refundFen: goods + freight };
}
