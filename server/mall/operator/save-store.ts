import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import type { NewProduct } from "../import/rows.ts";

/** Fields of a product that name something which does not exist. */
export async function findUnknownFields(
  db: Database,
  { categoryId, freightId, seriesCodes, pickupDealers }: NewProduct,
): Promise<string[]> {
  const { rows } = await sql<{ field: string }>`
    select 'categoryId' as field where not exists (select from mall_category where category_id = ${categoryId})
    union all select 'freightId' where not exists (select from freight where freight_id = ${freightId})
    union all select 'seriesCodes' where exists (select from unnest(${[...seriesCodes]}::text[]) as n(code)
      where not exists (select from series where series_code = n.code))
    union all select 'pickupDealers' where exists (select from unnest(${[...(pickupDealers ?? [])]}::text[]) as n(id)
      where not exists (select from organisation where organisation_id = n.id))`.execute(db);
  return rows.map(({ field }) => field);
}

/** Takes SKUs that a save no longer names off sale: orders and carts may still name them. @returns their ids */
export async function withdrawOtherSkus(
  db: Database,
  productId: string,
  kept: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ sku_id: string }>`
    update sku set is_on = false where product_id = ${productId} and is_on and sku_id <> all(${[...kept]}::text[])
    returning sku_id`.execute(db);
  return rows.map(({ sku_id }) => sku_id);
}

/** Ids of SKUs that belong to another product already. */
export async function findForeignSkus(
  db: Database,
  productId: string,
  skuIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ sku_id: string }>`
    select sku_id from sku where sku_id = any(${[...skuIds]}::text[]) and product_id <> ${productId}`.execute(
    db,
  );
  return rows.map(({ sku_id }) => sku_id);
}
