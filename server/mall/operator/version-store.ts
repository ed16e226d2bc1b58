import { sql } from "kysely";
import type { AuditActor } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import {
  addEntityVersion,
  changedFields,
  type EntityContent,
} from "../../database/shared-tables/entity-version-store.ts";

/** Columns of a SKU that have versions, by their names in the contract. */
const skuColumns = {
  optionValues: "option_values",
  priceFen: "price_fen",
  listFen: "list_fen",
  ownerFen: "owner_fen",
  weightG: "weight_g",
  isOn: "is_on",
} as const;
export type SkuField = keyof typeof skuColumns;

/** Name of a SKU's field in a version. */
export const skuFieldName = (skuId: string, field: SkuField): string => `skus.${skuId}.${field}`;
/** Id and field of a SKU's name in a version; null: a field of the product itself. */
export function readSkuFieldName(name: string): { readonly skuId: string; readonly field: SkuField } | null {
  const [, skuId, field] = /^skus\.(\d+)\.(\w+)$/.exec(name) ?? [];
  return skuId !== undefined && field !== undefined && field in skuColumns
    ? { skuId, field: field as SkuField }
    : null;
}

/** A product as its versions keep it: its own fields, and `skus.<id>.<field>`. */
export type ProductSnapshot = { readonly revision: number; readonly content: EntityContent };
type Row = {
  product_id: string;
  revision: number;
  content: Record<string, unknown>;
  skus: ({ skuId: string } & Readonly<Record<SkuField, unknown>>)[];
};
const skuJson = sql.join([
  sql`'skuId', s.sku_id`,
  ...Object.entries(skuColumns).map(([name, column]) => sql`${sql.lit(name)}, ${sql.ref(`s.${column}`)}`),
]);

/** Reads products as their versions keep them. */
export async function readProductSnapshots(
  db: Database,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, ProductSnapshot>> {
  if (productIds.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select p.product_id, p.revision, json_build_object('title', p.title, 'subtitle', p.subtitle,
      'categoryId', p.category_id,
      'images', case when p.cover_url = '' or p.images ? p.cover_url then p.images
        else jsonb_build_array(p.cover_url) || p.images end,
      'content', p.content, 'options', p.options, 'tags', p.tags, 'services', p.services,
      'seriesCodes', p.series_codes, 'saleFrom', p.sale_from, 'buyMost', p.buy_most, 'noReturn', p.no_return,
      'returnDays', p.return_days, 'freightId', p.freight_id, 'pickupDealers', p.pickup_dealers,
      'state', p.state) as content,
      coalesce((select json_agg(json_build_object(${skuJson}) order by s.place, s.sku_id) from sku s
        where s.product_id = p.product_id), '[]') as skus
    from product p where p.product_id = any(${[...productIds]}::text[])`.execute(db);
  return new Map(
    rows.map(({ product_id, revision, content, skus }) => [
      product_id,
      {
        revision,
        content: {
          ...content,
          ...Object.fromEntries(
            skus.flatMap(({ skuId, ...fields }) =>
              Object.entries(fields).map(([field, value]) => [skuFieldName(skuId, field as SkuField), value]),
            ),
          ),
        },
      },
    ]),
  );
}

type VersionAuthor = { readonly by: AuditActor; readonly now: Date };
/**
 * Keeps versions of products that were written in this transaction, and counts their revisions.
 * @param before as `readProductSnapshots` returned them before the write; missing ones are new
 * @returns the changed fields by product
 */
export async function keepProductVersions(
  db: Database,
  productIds: readonly string[],
  before: ReadonlyMap<string, ProductSnapshot>,
  { by, now }: VersionAuthor,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const changed = new Map<string, readonly string[]>();
  for (const [productId, after] of await readProductSnapshots(db, productIds)) {
    const known = before.get(productId);
    const fields = changedFields(known?.content ?? {}, after.content);
    if (fields.length === 0) continue;
    await addEntityVersion(
      db,
      { kind: "product", id: productId },
      { before: known?.content ?? null, after: after.content, revision: after.revision, by, now },
    );
    await sql`update product set revision = revision + ${known ? 1 : 0}::int, changed_time = ${now},
      changed_by = ${by.id}, changed_door = ${by.host} where product_id = ${productId}`.execute(db);
    changed.set(productId, fields);
  }
  return changed;
}

/** Locks a product; null: there is none. @returns its revision */
export async function lockProductRevision(db: Database, productId: string): Promise<number | null> {
  const { rows } = await sql<{ revision: number }>`
    select revision from product where product_id = ${productId} for no key update`.execute(db);
  return rows[0]?.revision ?? null;
}
