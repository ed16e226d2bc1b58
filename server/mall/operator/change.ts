import { withAuditEntry, type AuditActor } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { adjustStock, type StockAdjustment } from "../stock/store.ts";
import { setProductState } from "../import/upsert-store.ts";
import { mayWriteProducts, type ProductScopes } from "./scope-store.ts";

/** Author of a change, and the scopes of their grants for it. */
export type ActedBy = { readonly by: AuditActor; readonly now: Date; readonly scopes: ProductScopes };

/**
 * Publishes or withdraws a product, with an audit entry.
 * @returns "noProduct" if there is none in scope; "again": no change
 */
export const publishProduct = (
  db: Database,
  productId: string,
  state: "on" | "off",
  { by, now, scopes }: ActedBy,
): Promise<"done" | "again" | "noProduct"> =>
  withAuditEntry(
    db,
    async (transaction) => {
      if (!mayWriteProducts(scopes)) return "noProduct";
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

/** Adjusts the stock of a SKU in scope, with an audit entry (requirement MA97). */
export const adjustStockByOperator = (
  db: Database,
  adjustment: Omit<Parameters<typeof adjustStock>[1], "now">,
  { by, now, scopes }: ActedBy,
): Promise<StockAdjustment> =>
  withAuditEntry(
    db,
    (transaction): Promise<StockAdjustment> =>
      mayWriteProducts(scopes)
        ? adjustStock(transaction, { ...adjustment, now })
        : Promise.resolve({ outcome: "noSku", onHand: 0, reserved: 0 }),
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
