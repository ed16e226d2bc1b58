import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import type { NewPricePlan, NewProduct, NewSku } from "../import/rows.ts";
import type { ProductState } from "./list-store.ts";
import { productInScope, type ProductScopes } from "./scope-store.ts";

/** A SKU of the matrix with its stock: units on hand, those that open orders hold, and paid ones less refunded ones. */
type ManagedSku = Omit<NewSku, "stock" | "productId"> & {
  readonly onHand: number;
  readonly reserved: number;
};
/** A product as an operator edits it; times in ms. */
export type ManagedProductDetail = NewProduct & {
  readonly state: ProductState;
  readonly sold: number;
  /** Number of the last change; a save that names another one is refused or merged. */
  readonly revision: number;
  /** Time of the last change, and its author. */
  readonly changedTime: Date;
  readonly changedBy: string | null;
  readonly skus: readonly ManagedSku[];
  /** Planned prices that are not over. */
  readonly pricePlans: readonly NewPricePlan[];
};
type Row = Omit<ManagedProductDetail, "images" | "saleFrom" | "pricePlans"> & {
  images: string[];
  sale_from: Date | null;
  plans: (Omit<NewPricePlan, "fromTime" | "toTime"> & { fromTime: string; toTime: string })[];
};

/** Finds a product with all its SKUs, also those that are not for sale; null: there is none in scope. */
export async function findManagedProduct(
  db: Database,
  productId: string,
  { scopes, now }: { readonly scopes: ProductScopes; readonly now: Date },
): Promise<ManagedProductDetail | null> {
  const { rows } = await sql<Row>`
    select p.product_id as "productId", p.kind, p.category_id as "categoryId", p.title, p.subtitle,
      p.cover_url as "coverUrl", p.images, p.content, p.options, p.tags, p.services, p.series_codes as "seriesCodes",
      p.state, p.sale_from, p.buy_most as "buyMost", p.no_return as "noReturn", p.return_days as "returnDays",
      p.freight_id as "freightId", p.pickup_dealers as "pickupDealers", p.place, p.sold,
      p.revision, p.changed_time as "changedTime", p.changed_by as "changedBy",
      coalesce((select json_agg(json_build_object('skuId', s.sku_id, 'place', s.place, 'optionValues', s.option_values,
        'priceFen', s.price_fen, 'listFen', s.list_fen, 'ownerFen', s.owner_fen, 'weightG', s.weight_g,
        'imageUrl', s.image_url, 'isOn', s.is_on, 'onHand', coalesce(k.on_hand, 0), 'reserved', coalesce(k.reserved, 0))
        order by s.place, s.sku_id)
        from sku s left join sku_stock k using (sku_id) where s.product_id = p.product_id), '[]') as skus,
      coalesce((select json_agg(json_build_object('planId', n.plan_id, 'skuId', n.sku_id, 'fromTime', n.from_time,
        'toTime', n.to_time, 'priceFen', n.price_fen, 'audience', n.audience) order by n.from_time, n.plan_id)
        from price_plan n join sku s using (sku_id) where s.product_id = p.product_id and n.to_time > ${now}), '[]') as plans
    from product p where p.product_id = ${productId} and ${productInScope(scopes)}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { images, sale_from, plans, ...rest } = row;
  return {
    ...rest,
    images: images.map((pictureUrl) => ({ pictureUrl })),
    saleFrom: sale_from?.getTime() ?? null,
    pricePlans: plans.map((plan) => ({
      ...plan,
      fromTime: Date.parse(plan.fromTime),
      toTime: Date.parse(plan.toTime),
    })),
  };
}
