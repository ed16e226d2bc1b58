import { withAuditEntry } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import type { NewProduct, NewSku } from "../import/rows.ts";
import { findUnfitSkus, mallUpserter } from "../import/upsert-store.ts";
import type { ActedBy } from "./change.ts";
import { findForeignSkus, findUnknownFields, withdrawOtherSkus } from "./save-store.ts";
import { mayWriteProducts } from "./scope-store.ts";
import { keepProductVersions, lockProductRevision, readProductSnapshots } from "./version-store.ts";

/** A product with its whole matrix of SKUs: SKUs that are missing are taken off sale. */
export type SavedProduct = {
  readonly product: NewProduct;
  /** `stock` is the first stock of a new SKU; later changes are adjustments. */
  readonly skus: readonly Omit<NewSku, "productId">[];
  /** Revision that was edited; null: a new product. */
  readonly revision: number | null;
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
  | { readonly outcome: "done" | "same"; readonly revision: number }
  | { readonly outcome: "conflict" | "notFound" }
  | { readonly outcome: "faults"; readonly faults: Readonly<Record<string, SaveFault>> };

/** Faults that were found after something was written, which the transaction reverts. */
export class SaveRefused extends Error {
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

/** Writes product and SKUs. @throws SaveRefused */
async function write(db: Database, { product, skus }: SavedProduct, now: Date): Promise<void> {
  const { productId } = product;
  const put = mallUpserter(db, now);
  const faults: Record<string, SaveFault> = {};
  for (const column of Object.keys((await put.putProduct(product)).conflicts)) faults[column] = "fixed";
  for (const sku of skus) {
    const { conflicts } = await put.putSku({ ...sku, productId });
    if (isAny(conflicts)) faults[`skus.${sku.skuId}`] = "fixed";
  }
  await withdrawOtherSkus(
    db,
    productId,
    skus.map(({ skuId }) => skuId),
  );
  for (const skuId of await findUnfitSkus(db, [productId])) faults[`skus.${skuId}`] = "options";
  if (isAny(faults)) throw new SaveRefused(faults);
}

/**
 * Writes a product whose row is locked, and keeps a version if anything differs.
 * @returns the revision afterwards @throws SaveRefused with the faults by field
 */
export async function writeProduct(
  db: Database,
  saved: SavedProduct,
  author: Pick<ActedBy, "by" | "now">,
): Promise<{ readonly outcome: "done" | "same"; readonly revision: number }> {
  const { productId } = saved.product;
  const faults = await findFaults(db, saved);
  if (isAny(faults)) throw new SaveRefused(faults);
  const before = await readProductSnapshots(db, [productId]);
  await write(db, saved, author.now);
  const isDone = (await keepProductVersions(db, [productId], before, author)).size > 0;
  return { outcome: isDone ? "done" : "same", revision: (await lockProductRevision(db, productId)) ?? 0 };
}

/** Audit entry of a save. */
export const saveEntry = (
  productId: string,
  act: "add" | "change" | "restore",
  { by, now }: Pick<ActedBy, "by" | "now">,
) => ({
  by,
  action: `catalogue.${act}` as const,
  about: { kind: "product", id: productId },
  outcome: "done",
  now,
});

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
        const before = await lockProductRevision(transaction, productId);
        if (before === null && saved.revision !== null) return { outcome: "notFound" };
        if (before !== saved.revision) return { outcome: "conflict" };
        return writeProduct(transaction, saved, { by, now });
      },
      ({ outcome }) =>
        outcome === "done"
          ? saveEntry(productId, saved.revision === null ? "add" : "change", { by, now })
          : null,
    );
  } catch (error) {
    if (error instanceof SaveRefused) return { outcome: "faults", faults: error.faults };
    throw error;
  }
}
