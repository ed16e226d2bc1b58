import { withAuditEntry, type AuditActor } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { adjustStock, type StockAdjustment, type WantedAdjustment } from "../stock/store.ts";
import { setProductState } from "../import/upsert-store.ts";
import { mayWriteProducts, type ProductScopes } from "./scope-store.ts";
import { keepProductVersions, lockProductRevision, readProductSnapshots } from "./version-store.ts";

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
      if ((await lockProductRevision(transaction, productId)) === null) return "noProduct";
      const before = await readProductSnapshots(transaction, [productId]);
      const isChanged = await setProductState(transaction, productId, state, now);
      if (isChanged === null) return "noProduct";
      await keepProductVersions(transaction, [productId], before, { by, now });
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
  adjustment: WantedAdjustment,
  { by, now, scopes }: ActedBy,
): Promise<StockAdjustment> =>
  withAuditEntry(
    db,
    (transaction): Promise<StockAdjustment> =>
      mayWriteProducts(scopes)
        ? adjustStock(transaction, { ...adjustment, madeBy: by.id, now })
        : Promise.resolve({ outcome: "noSku", onHand: 0, reserved: 0, delta: 0 }),
    ({ outcome, delta }) =>
      outcome === "done"
        ? {
            by,
            action: "stock.adjust",
            about: { kind: "sku", id: adjustment.skuId },
            outcome: String(delta),
            now,
          }
        : null,
  );
