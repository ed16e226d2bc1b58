import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { newReadableCode } from "../../core/secrets.ts";
import { mallTimes } from "../mall-times.ts";
import { tellNews } from "../news-store.ts";
import { moveOrder, type LockedOrder } from "../order-store.ts";
import type { OrderActor } from "../tables.ts";
import { changeSold } from "../sold-store.ts";
import { refundUnsent } from "./refund-unsent-store.ts";

/** A payment as an order sees it. */
export type PaidEvent = {
  readonly paidFen: number;
  readonly by: OrderActor;
  /** Time of the product's clock. */
  readonly now: Date;
};
/** The order after a payment; `refundFen` above 0 has to be refunded by the caller in the same transaction. */
export type PaidOrder = { readonly order: LockedOrder; readonly refundFen: number };

/** Uses the order's coupon and counts its units as sold; products are locked in the order of their ids. */
async function countSale(
  db: Database,
  { order_id, coupon_id, lines }: LockedOrder,
  now: Date,
): Promise<void> {
  if (coupon_id !== null)
    await sql`update coupon set used_time = ${now} where coupon_id = ${coupon_id} and order_id = ${order_id}`.execute(
      db,
    );
  await changeSold(
    db,
    lines.map(({ snapshot, qty }) => ({ productId: snapshot.productId, units: qty })),
  );
}

/**
 * Marks a locked order as paid, from `pending` or from `closing`: its coupon is used and its units are sold. A pick-up
 * order is ready at its dealer at once. An order that its person or an operator was closing is refunded as a whole in the
 * same transaction: the caller books the refund with cause "closed" (requirements MA54, MA55).
 * @param db the transaction that settles the payment
 * @throws Refusal "orderState" if the order is neither pending nor closing
 */
export async function markPaid(
  db: Database,
  order: LockedOrder,
  { paidFen, by, now }: PaidEvent,
): Promise<PaidOrder> {
  const wasClosed = order.state === "closing" && order.closing_by !== "deadline";
  const columns = { paid_fen: order.paid_fen + paidFen, paid_time: now, close_due_time: null };
  const paid = await moveOrder(db, order, "pay", { by, why: "paid", now }, columns);
  await countSale(db, paid, now);
  if (wasClosed) return refundUnsent(db, paid, { by: "system", why: `closed by ${order.closing_by}`, now });
  if (order.delivery !== "pickup") return { order: paid, refundFen: 0 };
  const ready = await moveOrder(
    db,
    paid,
    "makeReady",
    { by: "system", why: "ready for pick-up", now },
    {
      pickup_code: newReadableCode(),
      receive_due_time: new Date(now.getTime() + mallTimes.pickup),
    },
  );
  await tellNews(db, { userId: order.user_id, kind: "ready", aboutId: order.order_id, now });
  return { order: ready, refundFen: 0 };
}
