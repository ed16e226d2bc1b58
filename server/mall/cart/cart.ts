import type { Cart } from "#contract/mall/cart.ts";
import type { Database } from "../../database/connection/database.ts";
import { saleStateOf } from "../price/rules.ts";
import { loadSkus } from "../price/store.ts";
import { priceFor, toCart, type KeptLine } from "./rules.ts";
import { joinLines, listCartRows } from "./store.ts";

/** The person of a cart. */
type CartOwner = { readonly userId: string; readonly owner: boolean };

/** The cart of a person with current prices and states. @param now ms */
export async function loadCart(db: Database, { userId, owner }: CartOwner, now: number): Promise<Cart> {
  const rows = await listCartRows(db, userId);
  const skus = await loadSkus(
    db,
    rows.map(({ sku_id }) => sku_id),
    now,
  );
  const kept = rows.flatMap((row): KeptLine[] => {
    const sku = skus.get(row.sku_id);
    return sku ? [{ sku, qty: row.qty, isChosen: row.is_chosen, addedFen: row.added_fen }] : [];
  });
  return toCart(kept, { isOwner: owner, now });
}

/** Lines that a device or an order has kept. */
type OfferedLine = { readonly skuId: string; readonly qty: number; readonly isChosen: boolean };

/** Joins lines of the same SKU; the greater quantity stands. */
function greatest(lines: readonly OfferedLine[]): OfferedLine[] {
  const bySku = new Map<string, OfferedLine>();
  for (const line of lines) {
    const before = bySku.get(line.skuId);
    bySku.set(line.skuId, before && before.qty >= line.qty ? before : line);
  }
  return [...bySku.values()];
}

/**
 * Joins lines to a person's cart, the greater quantity stands (requirement MA09); unknown SKUs and those that are not for
 * sale any more are left out.
 */
export async function joinCart(
  db: Database,
  { userId, owner }: CartOwner,
  lines: readonly OfferedLine[],
  now: number,
): Promise<void> {
  const single = greatest(lines);
  const skus = await loadSkus(
    db,
    single.map(({ skuId }) => skuId),
    now,
  );
  const joining = single.flatMap((line) => {
    const sku = skus.get(line.skuId);
    if (!sku || saleStateOf(sku, now) === "gone") return [];
    return [{ ...line, addedFen: priceFor(sku, { isOwner: owner, now }) }];
  });
  if (joining.length > 0) await joinLines(db, userId, joining, new Date(now));
}
