import { sql, type RawBuilder } from "kysely";
import { LOW_STOCK } from "#contract/console/mall/products.ts";
import type { Database } from "../../database/connection/database.ts";
import { containsKeyword } from "../../database/statements/contains-keyword.ts";
import { wordsOf } from "../catalogue/rules.ts";
import { productInScope, type ProductScopes } from "./scope-store.ts";

export type ProductState = "draft" | "on" | "off";
/** Filter of an operator's list of products; fields that are missing do not limit. */
export type ManagedProductFilter = {
  readonly scopes: ProductScopes;
  readonly state?: ProductState | undefined;
  /** Words of the title, or the id of a product or SKU. */
  readonly text?: string | undefined;
  readonly categoryId?: string | undefined;
  /** low: at most this many units of a SKU that is for sale can still be ordered. */
  readonly lowStock?: number | undefined;
};
/** Position in the list: after the product with this id, the newest change first. */
export type ManagedProductCursor = { readonly changedTime: Date; readonly productId: string };
/** A product in an operator's list; prices in fen. */
export type ManagedProduct = {
  readonly productId: string;
  readonly title: string;
  readonly coverUrl: string;
  readonly state: ProductState;
  readonly categoryName: string;
  /** Lowest and highest price of the SKUs that are for sale; null: none is. */
  readonly priceFen: number | null;
  readonly mostFen: number | null;
  readonly skus: number;
  /** Units of all SKUs in stock, and those of them that open orders hold. */
  readonly onHand: number;
  readonly reserved: number;
  /** SKUs for sale of which at most LOW_STOCK units can be ordered. */
  readonly lowSkus: number;
  /** Paid units less refunded ones. */
  readonly sold: number;
  readonly changedTime: Date;
};

function conditionsOf({
  scopes,
  state,
  text,
  categoryId,
  lowStock,
}: ManagedProductFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [productInScope(scopes)];
  if (state !== undefined) conditions.push(sql`p.state = ${state}`);
  if (categoryId !== undefined)
    conditions.push(sql`p.category_id in (select c.category_id from mall_category c
      where c.category_id = ${categoryId} or c.parent_id = ${categoryId})`);
  for (const word of wordsOf(text ?? ""))
    conditions.push(sql`(${containsKeyword(word)(sql`p.title`)} or p.product_id = ${word}
      or exists (select from sku s where s.product_id = p.product_id and s.sku_id = ${word}))`);
  if (lowStock !== undefined)
    conditions.push(sql`exists (select from sku s join sku_stock k using (sku_id)
      where s.product_id = p.product_id and s.is_on and k.on_hand - k.reserved <= ${lowStock}::int)`);
  return sql.join(conditions, sql` and `);
}

/** Lists one row more than a page, so that the caller knows whether there are more; the newest change first. */
export async function listManagedProducts(
  db: Database,
  filter: ManagedProductFilter,
  { after, size }: { readonly after: ManagedProductCursor | null; readonly size: number },
): Promise<ManagedProduct[]> {
  const { rows } = await sql<ManagedProduct>`
    select p.product_id as "productId", p.title, p.cover_url as "coverUrl", p.state, c.name as "categoryName",
      x.price_fen as "priceFen", x.most_fen as "mostFen", x.skus, x.on_hand as "onHand", x.reserved, x.low_skus as "lowSkus", p.sold,
      p.changed_time as "changedTime"
    from product p join mall_category c using (category_id) cross join lateral (
      select min(s.price_fen) filter (where s.is_on) as price_fen, max(s.price_fen) filter (where s.is_on) as most_fen,
        count(*)::int as skus, coalesce(sum(k.on_hand), 0)::int as on_hand, coalesce(sum(k.reserved), 0)::int as reserved,
        count(*) filter (where s.is_on and coalesce(k.on_hand - k.reserved, 0) <= ${LOW_STOCK}::int)::int as low_skus
      from sku s left join sku_stock k using (sku_id) where s.product_id = p.product_id) x
    where ${conditionsOf(filter)}
      and ${after === null ? sql`true` : sql`(p.changed_time, p.product_id) < (${after.changedTime}, ${after.productId})`}
    order by p.changed_time desc, p.product_id desc limit ${size + 1}`.execute(db);
  return rows;
}

/** Counts the products that a filter finds, up to a limit. */
export async function countManagedProducts(
  db: Database,
  filter: ManagedProductFilter,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from product p where ${conditionsOf(filter)} limit ${most}) found`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
