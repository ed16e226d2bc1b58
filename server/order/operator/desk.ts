import { maskMobile } from "#contract/core/mask-mobile.ts";
import type { OrderState } from "#contract/order/order-state.ts";
import { withAuditEntry, type AuditActor } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { limitCounter } from "../../database/shared-tables/limit-count.ts";
import { divisionNameOf } from "../../location/index.ts";
import { beginClosing } from "../life/closing.ts";
import { refundUnsent } from "../life/refund-unsent-store.ts";
import { lockOrder, type LockedOrder } from "../order-store.ts";
import type { PaymentPort } from "../ports.ts";
import { nextState } from "../rules/order-machine.ts";
import { findOrderIdByNo } from "../shipment/store.ts";
import type { OrderRecipient } from "../tables.ts";
import { findRecipient, type FoundOrder } from "./find-store.ts";
import { addNote } from "./note-store.ts";

/** An operator: an id of the installation, no name of a person. */
export type OrderOperator = { readonly by: AuditActor; readonly id: string; readonly now: Date };

/** Recipients that one operator may reveal in an hour (requirement MA95). */
export const MAX_REVEALS = 60;
const HOUR = 3_600_000;

/** An order's recipient with everything but the first character of the name and the end of the mobile hidden. */
export function maskedRecipient({ order_recipient }: Pick<FoundOrder, "order_recipient">): string {
  if (order_recipient === null) return "-";
  const { name, mobile } = JSON.parse(order_recipient) as OrderRecipient;
  return `${[...name].slice(0, 1).join("")}** ${maskMobile(mobile)}`;
}

/** Recipient of an order as parcels need it. */
export type RevealedRecipient = OrderRecipient & { readonly division: string; readonly remark: string };
/**
 * Reveals the recipient of an order, counted for the operator and written to the audit log (requirement MA95).
 * @returns "tooMany": the operator has revealed MAX_REVEALS within an hour
 */
export const revealRecipient = (
  db: Database,
  orderNo: string,
  { by, id, now }: OrderOperator,
): Promise<RevealedRecipient | "noOrder" | "none" | "tooMany"> =>
  db.transaction().execute(async (transaction) => {
    const found = await findRecipient(transaction, orderNo);
    if (!found) return "noOrder";
    const { order_recipient, remark, province_code, city_code, district_code, order_id } = found;
    if (order_recipient === null) return "none";
    const limit = { most: MAX_REVEALS, window: HOUR };
    if ((await limitCounter(transaction).take(`order-reveal ${id}`, limit, now.getTime())) > 0)
      return "tooMany";
    return withAuditEntry(
      transaction,
      () => {
        const division = divisionNameOf(province_code ?? "", city_code ?? "", district_code ?? "") ?? "";
        const recipient = JSON.parse(order_recipient) as OrderRecipient;
        return Promise.resolve({ ...recipient, division, remark: remark ?? "" });
      },
      () => ({
        by,
        action: "order.reveal",
        about: { kind: "order", id: order_id },
        outcome: "done",
        now,
      }),
    );
  });

/** Writes a note at an order. @returns whether there is such an order */
export async function noteOrder(
  db: Database,
  orderNo: string,
  text: string,
  { by, id, now }: OrderOperator,
): Promise<boolean> {
  const orderId = await findOrderIdByNo(db, orderNo);
  if (orderId === null) return false;
  await withAuditEntry(
    db,
    (transaction) => addNote(transaction, { orderId, text, by: id, now }),
    () => ({ by, action: "order.note", about: { kind: "order", id: orderId }, outcome: "done", now }),
  );
  return true;
}

export type CloseOutcome =
  | { readonly outcome: "done"; readonly state: OrderState; readonly refundFen: number }
  | { readonly outcome: "noOrder" }
  | { readonly outcome: "openCase" }
  | { readonly outcome: "state"; readonly state: OrderState };

const hasOpenCase = ({ lines }: LockedOrder): boolean => lines.some(({ asked_qty }) => asked_qty > 0);
const isUnsent = ({ lines }: LockedOrder): boolean => lines.every(({ shipped_qty }) => shipped_qty === 0);

/**
 * Closes an order: an unpaid one is cancelled once no payment is open, a paid one of which nothing was sent is refunded as a
 * whole. What was sent comes back by a case of after-sales.
 */
export const closeOrder = (
  db: Database,
  orderNo: string,
  { by, id, now }: OrderOperator,
  payments: Pick<PaymentPort, "requestRefund">,
): Promise<CloseOutcome> =>
  withAuditEntry(
    db,
    async (transaction): Promise<CloseOutcome> => {
      const orderId = await findOrderIdByNo(transaction, orderNo);
      const order = orderId === null ? null : await lockOrder(transaction, orderId);
      if (!order) return { outcome: "noOrder" };
      if (nextState(order, "close") !== null) {
        const closed = await beginClosing(transaction, order, { by: "operator", why: "closed", now });
        return { outcome: "done", state: closed.state, refundFen: 0 };
      }
      const isPaid = order.state === "paid" || order.state === "ready";
      if (!isPaid || !isUnsent(order)) return { outcome: "state", state: order.state };
      if (hasOpenCase(order)) return { outcome: "openCase" };
      const reason = { by: "operator", why: "closed", now } as const;
      const { refundFen } = await refundUnsent(transaction, order, reason);
      const refund = { orderId: order.order_id, amountFen: refundFen, cause: "operator", now } as const;
      if (refundFen > 0)
        await payments.requestRefund(transaction, { ...refund, causeId: order.order_id, askedBy: id });
      return { outcome: "done", state: "refunded", refundFen };
    },
    (result) =>
      result.outcome === "done"
        ? { by, action: "order.close", about: { kind: "order", id: orderNo }, outcome: result.state, now }
        : null,
  );
