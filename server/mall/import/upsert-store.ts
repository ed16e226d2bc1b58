import { sql } from "kysely";
import { sanitiseRichText } from "../../activity/index.ts";
import type { Database } from "../../database/connection/database.ts";
import { upsertRow, type UpsertResult } from "../../database/statements/upsert-row.ts";
import { pinyinOf } from "../catalogue/pinyin.ts";
import { putStock } from "../stock/store.ts";
import {
  categoryRowOf,
  freightRowOf,
  pricePlanRowOf,
  productRowOf,
  rushRowOf,
  skuRowOf,
  type NewCategory,
  type NewFreight,
  type NewPricePlan,
  type NewProduct,
  type NewRush,
  type NewSku,
} from "./rows.ts";

async function isOrdered(db: Database, skuId: string): Promise<boolean> {
  const { rows } = await sql`select from order_line where sku_id = ${skuId} limit 1`.execute(db);
  return rows.length > 0;
}

async function putProduct(db: Database, one: NewProduct, now: Date): Promise<UpsertResult> {
  const row = productRowOf(one, {
    content: sanitiseRichText(one.content),
    titlePinyin: await pinyinOf(one.title),
  });
  const done = await upsertRow(db, "product", row, {
    key: ["product_id"],
    whenAdded: { state: "draft", created_time: now, changed_time: now },
    fixed: ["kind"],
  });
  if (done.outcome === "changed" && Object.keys(done.conflicts).length === 0)
    await sql`update product set changed_time = ${now} where product_id = ${one.productId}`.execute(db);
  return { ...done, columns: done.columns.filter((column) => column !== "title_pinyin") };
}

async function putSku(db: Database, one: NewSku, now: Date): Promise<UpsertResult> {
  const done = await upsertRow(db, "sku", skuRowOf(one), {
    key: ["sku_id"],
    fixed: ["product_id", ...((await isOrdered(db, one.skuId)) ? ["option_values"] : [])],
  });
  if (Object.keys(done.conflicts).length === 0)
    await putStock(db, { skuId: one.skuId, onHand: one.stock, now });
  return done;
}

/** Adds or updates rows of a catalogue file in the caller's transaction (requirement MA96). */
export const mallUpserter = (db: Database, now: Date) => ({
  putCategory: (one: NewCategory): Promise<UpsertResult> =>
    upsertRow(db, "mall_category", categoryRowOf(one), { key: ["category_id"] }),
  putFreight: (one: NewFreight): Promise<UpsertResult> =>
    upsertRow(db, "freight", freightRowOf(one), { key: ["freight_id"] }),
  /** A new product is a draft; publishing is a separate step. */
  putProduct: (one: NewProduct): Promise<UpsertResult> => putProduct(db, one, now),
  /** The stock is set for a new SKU only. */
  putSku: (one: NewSku): Promise<UpsertResult> => putSku(db, one, now),
  putPricePlan: (one: NewPricePlan): Promise<UpsertResult> =>
    upsertRow(db, "price_plan", pricePlanRowOf(one), { key: ["plan_id"], fixed: ["sku_id"] }),
  putRush: (one: NewRush): Promise<UpsertResult> =>
    upsertRow(db, "rush", rushRowOf(one), {
      key: ["rush_id"],
      fixed: ["sku_id"],
      minimum: ["quota", "taken"],
    }),
});

/** SKUs of products whose option values do not fit the product's options, or are those of another SKU. */
export async function findUnfitSkus(
  db: Database,
  productIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ sku_id: string }>`
    select s.sku_id from sku s join product p on p.product_id = s.product_id
    where s.product_id = any(${[...new Set(productIds)]}::text[]) and s.is_on and (
      jsonb_array_length(s.option_values) <> jsonb_array_length(p.options)
      or exists (select from jsonb_array_elements(p.options) with ordinality o (option, at)
        where not (o.option -> 'values') @> jsonb_build_array(s.option_values -> (o.at::int - 1)))
      or exists (select from sku t where t.product_id = s.product_id and t.sku_id <> s.sku_id and t.is_on
        and t.option_values = s.option_values))`.execute(db);
  return new Set(rows.map(({ sku_id }) => sku_id));
}

/**
 * Publishes a product, or removes it from lists and its page at once, in every process.
 * @returns null if there is no such product; else whether that was a change
 */
export async function setProductState(
  db: Database,
  productId: string,
  state: "on" | "off",
  now: Date,
): Promise<boolean | null> {
  const { rows } = await sql<{ is_changed: boolean }>`
    with changed as (
      update product set state = ${state}, changed_time = ${now}
      where product_id = ${productId} and state <> ${state} returning product_id
    )
    select exists (select from changed) as is_changed from product where product_id = ${productId}`.execute(
    db,
  );
  return rows[0]?.is_changed ?? null;
}
