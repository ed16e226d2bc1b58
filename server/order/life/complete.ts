import type { Database } from "../../database/connection/database.ts";
import { moveOrder, type LockedOrder, type MoveReason } from "../order-store.ts";
import type { PaymentPort } from "../ports.ts";

/** Sum that an order has earned: what was paid for units and freight that are not refunded, fen. */
const earnedFen = (order: LockedOrder): number =>
  order.lines.reduce((sum, { net_fen, refunded_fen }) => sum + net_fen - refunded_fen, 0) +
  order.freight_fen -
  order.freight_coupon_fen -
  order.freight_refunded_fen;

/**
 * Completes a locked order: received by its person, handed over by a dealer, or by the deadline.
 * @throws Refusal "orderState" unless everything was sent and no case is open
 */
export async function completeOrder(
  db: Database,
  order: LockedOrder,
  reason: MoveReason,
  payments: Pick<PaymentPort, "bookRevenue">,
): Promise<LockedOrder> {
  const done = await moveOrder(db, order, "receive", reason, { done_time: reason.now });
  const amountFen = earnedFen(done);
  if (amountFen > 0) await payments.bookRevenue(db, { orderId: order.order_id, amountFen, now: reason.now });
  return done;
}
