import { withAuditEntry, type AuditActor } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { completeOrder } from "../life/complete.ts";
import { lockOrder } from "../order-store.ts";
import type { PaymentPort } from "../ports.ts";
import { nextState, unsentUnits } from "../rules/order-machine.ts";
import { takeFromStock } from "../shipment/store.ts";
import { queueWechatShipping } from "../wechat-shipping/store.ts";
import { setHandedOver } from "./store.ts";

/** A desk that hands a pick-up order over. */
export type HandOver = { readonly dealerId: string; readonly actor: AuditActor; readonly now: Date };

/**
 * Hands a pick-up order over at its dealer: the order is done, and its units leave the stock. The order's lock decides
 * between two desks, and between a desk and a refund at the same moment.
 * @returns whether this call did; false: it is not ready (any more), or of another dealer
 */
export const handOverOrder = (
  db: Database,
  orderId: string,
  { dealerId, actor, now }: HandOver,
  payments: Pick<PaymentPort, "bookRevenue">,
): Promise<boolean> =>
  withAuditEntry(
    db,
    async (transaction) => {
      const order = await lockOrder(transaction, orderId);
      if (order?.state !== "ready" || order.dealer_id !== dealerId) return false;
      if (nextState(order, "receive") === null) return false;
      const units = order.lines
        .map((line) => ({ lineId: line.line_id, qty: unsentUnits(line) }))
        .filter(({ qty }) => qty > 0);
      await takeFromStock(transaction, order, units, { cause: "pickup", causeId: orderId, now });
      await setHandedOver(transaction, orderId);
      const lines = order.lines.map((line) => ({ ...line, shipped_qty: line.qty - line.cancelled_qty }));
      await completeOrder(
        transaction,
        { ...order, lines },
        { by: "dealer", why: "handed over", now },
        payments,
      );
      await queueWechatShipping(transaction, orderId, now);
      return true;
    },
    (isDone) =>
      isDone
        ? {
            by: actor,
            action: "order.hand-over",
            about: { kind: "order", id: orderId },
            outcome: "done",
            now,
          }
        : null,
  );
