import { sql } from "kysely";
import { sanitiseRichText } from "../../activity/index.ts";
import type { Database } from "../../database/connection/database.ts";
import { pinyinOf } from "../catalogue/pinyin.ts";
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

/** A product of the demo with its numbers; `createdTime` in ms. */
export type SeededProduct = NewProduct & {
  readonly state: "draft" | "on" | "off";
  readonly sold: number;
  readonly createdTime: number;
};
export type SeededRush = NewRush & { readonly taken: number };
export type SeededMall = {
  readonly categories: readonly NewCategory[];
  readonly freights: readonly NewFreight[];
  readonly products: readonly SeededProduct[];
  readonly skus: readonly NewSku[];
  readonly pricePlans: readonly NewPricePlan[];
  readonly rushes: readonly SeededRush[];
};

/** Inserts rows of a table in one statement; rows that exist stay. JSON columns are JSON text. */
async function insertRows(
  db: Database,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  jsonColumns: readonly string[] = [],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const parsed = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        jsonColumns.includes(name) && typeof value === "string" ? (JSON.parse(value) as unknown) : value,
      ]),
    ),
  );
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(parsed)}::jsonb)
    on conflict do nothing`.execute(db);
}

/** Adds the mall of the demo brand, all of it or nothing; rows that exist stay. */
export async function seedMall(db: Database, mall: SeededMall, now: number): Promise<void> {
  const productRows = await Promise.all(
    mall.products.map(async (one) => ({
      ...productRowOf(one, {
        content: sanitiseRichText(one.content),
        titlePinyin: await pinyinOf(one.title),
      }),
      state: one.state,
      sold: one.sold,
      created_time: new Date(one.createdTime),
      changed_time: new Date(one.createdTime),
    })),
  );
  const createdTime = new Date(now);
  await db.transaction().execute(async (transaction) => {
    const firstLevel = mall.categories.filter(({ parentId }) => parentId === null);
    const secondLevel = mall.categories.filter(({ parentId }) => parentId !== null);
    for (const level of [firstLevel, secondLevel])
      await insertRows(transaction, "mall_category", level.map(categoryRowOf));
    await insertRows(transaction, "freight", mall.freights.map(freightRowOf), ["rules"]);
    const jsonColumns = ["images", "options", "tags", "services", "series_codes", "pickup_dealers"];
    await insertRows(transaction, "product", productRows, jsonColumns);
    await insertRows(transaction, "sku", mall.skus.map(skuRowOf), ["option_values"]);
    await insertRows(transaction, "price_plan", mall.pricePlans.map(pricePlanRowOf));
    await insertRows(
      transaction,
      "rush",
      mall.rushes.map((one) => ({ ...rushRowOf(one), taken: one.taken })),
    );
    await insertRows(
      transaction,
      "sku_stock",
      mall.skus.map(({ skuId, stock }) => ({ sku_id: skuId, on_hand: stock, reserved: 0 })),
    );
    await insertRows(
      transaction,
      "stock_entry",
      mall.skus.map(({ skuId, stock }) => ({
        cause: "put",
        cause_id: skuId,
        sku_id: skuId,
        on_hand: stock,
        reserved: 0,
        reason: "",
        created_time: createdTime,
      })),
    );
  });
}
