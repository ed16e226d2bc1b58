import { withAuditEntry } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import type { NewProduct, NewSku } from "../import/rows.ts";
import { findUnfitSkus, mallUpserter } from "../import/upsert-store.ts";
import type { ActedBy } from "./change.ts";
import {
  findForeignSkus,
  findUnknownFields,
  lockProductVersion,
  touchProduct,
  withdrawOtherSkus,
} from "./save-store.ts";
import { mayWriteProducts } from "./scope-store.ts";

/** A product with its whole matrix of SKUs: SKUs that are missing are taken off sale. */
export type SavedProduct = {
  readonly product: NewProduct;
  /** `stock` is the first stock of a new SKU; later changes are adjustments. */
  readonly skus: readonly Omit<NewSku, "productId">[];
  /** Version that was edited; null: a new product. */
  readonly version: number | null;
};
/**
 * Reason why a field was refused: it names something that does not exist, cannot change any more, or does not fit the
 * product's options.
 */
export type SaveFault = "unknown" | "fixed" | "options";
/**
 * done: saved, as a draft if it is new; same: nothing differs; conflict: someone else has changed it since, or it exists
 * already; faults: by field, `skus.<id>` for a SKU; notFound: out of scope, or there is none.
 */
export type SaveOutcome =
  | { readonly outcome: "done" | "same"; readonly version: number }
  | { readonly outcome: "conflict" | "notFound" }
  | { readonly outcome: "faults"; readonly faults: Readonly<Record<string, SaveFault>> };

/** Faults that were found after something was written, which the transaction reverts. */
class SaveRefused extends Error {
  readonly faults: Readonly<Record<string, SaveFault>>;
  constructor(faults: Readonly<Record<string, SaveFault>>) {
    super("the product was refused");
    this.faults = faults;
  }
}
const isAny = (faults: object): boolean => Object.keys(faults).length > 0;

async function findFaults(db: Database, { product, skus }: SavedProduct): Promise<Record<string, SaveFault>> {
  const foreign = await findForeignSkus(
    db,
    product.productId,
    skus.map(({ skuId }) => skuId),
  );
  return {
    ...Object.fromEntries((await findUnknownFields(db, product)).map((field) => [field, "unknown"] as const)),
    ...Object.fromEntries(foreign.map((skuId) => [`skus.${skuId}`, "fixed"] as const)),
  };
}

/** Writes product and SKUs. @returns whether anything differs @throws SaveRefused */
async function write(db: Database, { product, skus }: SavedProduct, now: Date): Promise<boolean> {
  const { productId } = product;
  const put = mallUpserter(db, now);
  const faults: Record<string, SaveFault> = {};
  const saved = await put.putProduct(product);
  for (const column of Object.keys(saved.conflicts)) faults[column] = "fixed";
  let isChanged = saved.outcome !== "same";
  for (const sku of skus) {
    const { outcome, conflicts } = await put.putSku({ ...sku, productId });
    if (isAny(conflicts)) faults[`skus.${sku.skuId}`] = "fixed";
    isChanged ||= outcome !== "same";
  }
  const withdrawn = await withdrawOtherSkus(
    db,
    productId,
    skus.map(({ skuId }) => skuId),
  );
  for (const skuId of await findUnfitSkus(db, [productId])) faults[`skus.${skuId}`] = "options";
  if (isAny(faults)) throw new SaveRefused(faults);
  return isChanged || withdrawn.length > 0;
}

/**
 * Adds or changes a product with its SKUs, all of it or nothing, with an audit entry. What orders show is a copy
 * (requirement MA07); a new product is a draft until it is published.
 */
export async function saveProduct(
  db: Database,
  saved: SavedProduct,
  { by, now, scopes }: ActedBy,
): Promise<SaveOutcome> {
  if (!mayWriteProducts(scopes)) return { outcome: "notFound" };
  const { productId } = saved.product;
  try {
    return await withAuditEntry(
      db,
      async (transaction): Promise<SaveOutcome> => {
        const before = await lockProductVersion(transaction, productId);
        if (before === null && saved.version !== null) return { outcome: "notFound" };
        if (before !== saved.version) return { outcome: "conflict" };
        const faults = await findFaults(transaction, saved);
        if (isAny(faults)) return { outcome: "faults", faults };
        if (!(await write(transaction, saved, now))) return { outcome: "same", version: before ?? 0 };
        await touchProduct(transaction, productId, now);
        return { outcome: "done", version: now.getTime() };
      },
      ({ outcome }) => {
        const action = saved.version === null ? "catalogue.add" : "catalogue.change";
        return outcome === "done"
          ? { by, action, about: { kind: "product", id: productId }, outcome, now }
          : null;
      },
    );
  } catch (error) {
    if (error instanceof SaveRefused) return { outcome: "faults", faults: error.faults };
    throw error;
  }
}
