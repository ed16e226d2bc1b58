import { sql, type RawBuilder } from "kysely";
import type { ProductSort } from "#contract/mall/limits.ts";
import { foldForSearch } from "#contract/core/text.ts";
import type { Database } from "../../database/connection/database.ts";
import { containsKeyword } from "../../database/statements/contains-keyword.ts";
import { wordsOf, type ProductCursor } from "./rules.ts";

export type ProductFilter = {
  readonly categoryId?: string | undefined;
  readonly keyword?: string | undefined;
  readonly seriesCode?: string | undefined;
  readonly kind?: "goods" | undefined;
  readonly isInStock: boolean;
  readonly fromFen?: number | undefined;
  readonly toFen?: number | undefined;
  readonly sort: ProductSort;
  /** null: the first page. */
  readonly after: ProductCursor | null;
  readonly size: number;
  readonly now: Date;
};

/** Columns of a product's card; prices of the SKUs that are for sale. */
export type CardRow = Record<"product_id" | "title" | "subtitle" | "cover_url", string> & {
  kind: "goods";
  tags: string[];
  sold: number;
  sale_from: Date | null;
  price_fen: number;
  most_fen: number;
  /** Crossed-out price of the cheapest SKU. */
  list_fen: number | null;
  owner_fen: number;
  has_stock: boolean;
};
export type DetailRow = CardRow & {
  category_id: string;
  images: string[];
  content: string;
  options: { name: string; values: string[] }[];
  services: string[];
  no_return: boolean;
  return_days: number;
  buy_most: number | null;
  pickup_dealers: string[] | null;
  series_codes: string[];
  skus: {
    skuId: string;
    optionValues: string[];
    imageUrl: string | null;
    priceFen: number;
    listFen: number | null;
    ownerFen: number;
  }[];
  /** Times as JSON has them: ISO 8601. */
  rushes: {
    skuId: string;
    rushId: string;
    priceFen: number;
    quota: number;
    taken: number;
    fromTime: string;
    toTime: string;
    buyMost: number;
  }[];
};
export type CategoryRow = Record<"category_id" | "name" | "icon_url", string> & { parent_id: string | null };

/** SQL expression: the least price of the plans of SKU s that run for everybody or, with `isOwner`, for owners too. */
const plannedFen = (now: Date, isOwner: boolean): RawBuilder<number | null> => sql`(
  select min(n.price_fen) from price_plan n where n.sku_id = s.sku_id and n.from_time <= ${now} and n.to_time > ${now}
    and (n.audience = 'everyone' or ${isOwner}))`;
/** SQL expressions: current prices of SKU s, as `currentPrice` in price/rules.ts; a rush is not among them. */
const everybodyFen = (now: Date) => sql`least(s.price_fen, ${plannedFen(now, false)})`;
const ownersFen = (now: Date) => sql`least(s.price_fen, s.owner_fen, ${plannedFen(now, true)})`;

/** Prices and stock of product p, of the SKUs that are for sale. */
const skuSums = (now: Date): RawBuilder<unknown> => sql`lateral (
  select min(one.fen) as price_fen, max(one.fen) as most_fen, min(one.owner_fen) as owner_fen,
    (array_agg(one.list_fen order by one.fen, one.place))[1] as list_fen, bool_or(one.has_stock) as has_stock
  from (select ${everybodyFen(now)} as fen, ${ownersFen(now)} as owner_fen, s.list_fen, s.place,
      exists (select from sku_stock k where k.sku_id = s.sku_id and k.on_hand > k.reserved) as has_stock
    from sku s where s.product_id = p.product_id and s.is_on) one)`;

const cardColumns = sql.raw(
  "p.product_id, p.kind, p.title, p.subtitle, p.cover_url, p.tags, p.sold, p.sale_from, x.price_fen, x.most_fen, x.list_fen, x.owner_fen, x.has_stock",
);

/** Sort keys; each ascends. */
const keys: Readonly<Record<ProductSort, RawBuilder<number>>> = {
  hot: sql`p.place::bigint`,
  new: sql`-floor(extract(epoch from greatest(p.created_time, coalesce(p.sale_from, p.created_time))))`,
  sales: sql`-p.sold::bigint`,
  priceUp: sql`x.price_fen::bigint`,
  priceDown: sql`-x.price_fen::bigint`,
};

/** SQL condition: a word is in the title, its pinyin, the names of the category or of a series. */
function matchesWord(word: string): RawBuilder<boolean> {
  const matches = containsKeyword(word);
  const folded = foldForSearch(word);
  const isPinyin = /^[a-z0-9]+$/.test(folded)
    ? sql`or ${containsKeyword(folded)(sql`p.title_pinyin`)}`
    : sql``;
  return sql`(${matches(sql`p.title`)} ${isPinyin}
    or exists (select from mall_category c where ${matches(sql`c.name`)}
      and c.category_id in (p.category_id, (select q.parent_id from mall_category q where q.category_id = p.category_id)))
    or exists (select from series e where p.series_codes ? e.series_code and ${matches(sql`e.name`)}))`;
}

function filtersOf(query: ProductFilter): RawBuilder<unknown>[] {
  const filters: RawBuilder<unknown>[] = [sql`p.state = 'on'`, sql`x.price_fen is not null`];
  if (query.categoryId)
    filters.push(sql`p.category_id in (select c.category_id from mall_category c
      where c.category_id = ${query.categoryId} or c.parent_id = ${query.categoryId})`);
  for (const word of wordsOf(query.keyword ?? "")) filters.push(matchesWord(word));
  // A product without series is for all of them.
  if (query.seriesCode)
    filters.push(sql`(p.series_codes ? ${query.seriesCode}::text or p.series_codes = '[]'::jsonb)`);
  if (query.kind) filters.push(sql`p.kind = ${query.kind}`);
  if (query.isInStock)
    filters.push(sql`x.has_stock and (p.sale_from is null or p.sale_from <= ${query.now})`);
  if (query.fromFen !== undefined) filters.push(sql`x.price_fen >= ${query.fromFen}::int`);
  if (query.toFen !== undefined) filters.push(sql`x.price_fen <= ${query.toFen}::int`);
  return filters;
}

/** Lists one row more than a page, so that the caller knows whether there are more. */
export async function findProducts(
  db: Database,
  query: ProductFilter,
): Promise<(CardRow & { key: number })[]> {
  const key = keys[query.sort];
  const after = query.after;
  const isAfter = after
    ? sql`and (${key} > ${after.key}::bigint or (${key} = ${after.key}::bigint and p.product_id > ${after.id}))`
    : sql``;
  const { rows } = await sql<CardRow & { key: number }>`
    select ${cardColumns}, (${key})::float8 as key
    from product p cross join ${skuSums(query.now)} x
    where ${sql.join(filtersOf(query), sql` and `)} ${isAfter}
    order by ${key}, p.product_id limit ${query.size + 1}`.execute(db);
  return rows;
}

/** Finds a published product with the SKUs that are for sale. @returns null without one */
export async function findProduct(db: Database, productId: string, now: Date): Promise<DetailRow | null> {
  const { rows } = await sql<DetailRow>`
    select ${cardColumns}, p.category_id, p.images, p.content, p.options, p.services, p.no_return, p.return_days,
      p.buy_most, p.pickup_dealers, p.series_codes,
      (select json_agg(json_build_object('skuId', s.sku_id, 'optionValues', s.option_values, 'imageUrl', s.image_url,
        'priceFen', ${everybodyFen(now)}, 'listFen', s.list_fen, 'ownerFen', ${ownersFen(now)}) order by s.place, s.sku_id)
        from sku s where s.product_id = p.product_id and s.is_on) as skus,
      (select coalesce(json_agg(json_build_object('skuId', r.sku_id, 'rushId', r.rush_id, 'priceFen', r.price_fen,
        'quota', r.quota, 'taken', r.taken, 'fromTime', r.from_time, 'toTime', r.to_time, 'buyMost', r.buy_most)
        order by r.from_time, r.rush_id), '[]')
        from rush r join sku s using (sku_id)
        where s.product_id = p.product_id and s.is_on and r.to_time > ${now}) as rushes
    from product p cross join ${skuSums(now)} x
    where p.product_id = ${productId} and p.state = 'on' and x.price_fen is not null`.execute(db);
  return rows[0] ?? null;
}

/** Lists all categories in the maker's order. */
export async function listCategoryRows(db: Database): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    select category_id, parent_id, name, icon_url from mall_category order by place, category_id`.execute(db);
  return rows;
}

/** Texts that complete a search: categories first, then titles of published products. */
export async function findSuggestedTexts(db: Database, keyword: string, most: number): Promise<string[]> {
  const words = wordsOf(keyword);
  const inCategory = words.map((word) => containsKeyword(word)(sql`c.name`));
  const { rows } = await sql<{ text: string }>`
    select text from (
      (select c.name as text, 0 as rank, c.place from mall_category c where ${sql.join(inCategory, sql` and `)})
      union all
      (select p.title, 1, p.place from product p
        where p.state = 'on' and ${sql.join(words.map(matchesWord), sql` and `)})
    ) found group by text order by min(rank), min(place), text limit ${most}`.execute(db);
  return rows.map(({ text }) => text);
}

export type RushRow = CardRow &
  Record<"sku_id" | "rush_id", string> &
  Record<"rush_fen" | "quota" | "taken" | "rush_most", number> & { from_time: Date; to_time: Date };
/** Lists running and coming rushes of published products, by beginning. */
export async function findRushes(db: Database, now: Date, most: number): Promise<RushRow[]> {
  const { rows } = await sql<RushRow>`
    select ${cardColumns}, r.rush_id, r.sku_id, r.price_fen as rush_fen, r.quota, r.taken, r.buy_most as rush_most,
      r.from_time, r.to_time
    from rush r join sku u on u.sku_id = r.sku_id and u.is_on join product p on p.product_id = u.product_id
      cross join ${skuSums(now)} x
    where r.to_time > ${now} and p.state = 'on' order by r.from_time, r.rush_id limit ${most}`.execute(db);
  return rows;
}
