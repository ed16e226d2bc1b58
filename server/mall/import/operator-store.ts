import { withAuditEntry, type AuditActor } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { adjustStock, type StockAdjustment } from "../stock/store.ts";
import { setProductState } from "./upsert-store.ts";

type ActedBy = { readonly by: AuditActor; readonly now: Date };

/** Publishes or withdraws a product, with an audit entry. @returns "noProduct" if there is none; "again": no change */
export const publishProduct = (
  db: Database,
  productId: string,
  state: "on" | "off",
  { by, now }: ActedBy,
): Promise<"done" | "again" | "noProduct"> =>
  withAuditEntry(
    db,
    async (transaction) => {
      const isChanged = await setProductState(transaction, productId, state, now);
      if (isChanged === null) return "noProduct";
      return isChanged ? "done" : "again";
    },
    (outcome) => {
      if (outcome !== "done") return null;
      const action = state === "on" ? "catalogue.publish" : "catalogue.withdraw";
      return { by, action, about: { kind: "product", id: productId }, outcome, now };
    },
  );

/** Adjusts the stock of a SKU, with an audit entry (requirement MA97). */
export const adjustStockByOperator = (
  db: Database,
  adjustment: Omit<Parameters<typeof adjustStock>[1], "now">,
  { by, now }: ActedBy,
): Promise<StockAdjustment> =>
  withAuditEntry(
    db,
    (transaction) => adjustStock(transaction, { ...adjustment, now }),
    ({ outcome }) =>
      outcome === "done"
        ? {
            by,
            action: "stock.adjust",
            about: { kind: "sku", id: adjustment.skuId },
            outcome: String(adjustment.delta),
            now,
          }
        : null,
  );
