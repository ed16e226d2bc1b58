import type { Database } from "../../database/connection/database.ts";
import { withAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { setRecipient } from "../life/change-store.ts";
import { lockOrder, type LockedOrder } from "../order-store.ts";
import type { OrderRecipient } from "../tables.ts";
import type { OrderOperator } from "./desk.ts";

/** Corrected parts of a recipient; missing ones stay. The division stays: another one has another freight. */
export type RecipientCorrection = { readonly [F in keyof OrderRecipient]?: OrderRecipient[F] | undefined };

/** Whether an operator may still correct where an order goes: nothing of it was sent. */
const acceptsCorrection = ({ delivery, state, lines }: LockedOrder): boolean =>
  delivery === "express" &&
  (state === "pending" || state === "paid") &&
  lines.every(({ shipped_qty }) => shipped_qty === 0);

/**
 * Corrects the recipient of an order of which nothing was sent, with an audit entry.
 * @returns state: too late, or a pick-up; none: the recipient was erased; same: nothing differs
 */
export const correctRecipient = (
  db: Database,
  orderId: string,
  correction: RecipientCorrection,
  { by, now }: Pick<OrderOperator, "by" | "now">,
): Promise<"done" | "same" | "noOrder" | "state" | "none"> =>
  withAuditEntry(
    db,
    async (transaction) => {
      const order = await lockOrder(transaction, orderId);
      if (!order) return "noOrder";
      if (!acceptsCorrection(order)) return "state";
      const { order_recipient: kept, province_code, city_code, district_code } = order;
      if (kept === null || province_code === null || city_code === null || district_code === null)
        return "none";
      const before = JSON.parse(kept) as OrderRecipient;
      const given = Object.entries(correction).filter(([, value]) => value !== undefined);
      const after = { ...before, ...(Object.fromEntries(given) as Partial<OrderRecipient>) };
      if (JSON.stringify(after) === JSON.stringify(before)) return "same";
      await setRecipient(transaction, orderId, after, {
        provinceCode: province_code,
        cityCode: city_code,
        districtCode: district_code,
      });
      return "done";
    },
    (outcome) =>
      outcome === "done"
        ? { by, action: "order.address", about: { kind: "order", id: orderId }, outcome, now }
        : null,
  );
