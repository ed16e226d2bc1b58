import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { prepared, unnestIds } from "../../database/statements/prepared-statements.ts";
import type { FreightRule, FreightTemplate } from "../freight/rules.ts";
import type { BasePrices, PricePlan, Rush } from "./rules.ts";

/** Everything that cart, checkout and order need of a SKU; times in ms, amounts in fen. */
export type MallSku = BasePrices & {
  readonly skuId: string;
  readonly productId: string;
  readonly kind: "goods";
  readonly title: string;
  /** Picture of the SKU, or the product's. */
  readonly coverUrl: string;
  /** Names of the product's options, one for each value of the SKU. */
  readonly optionNames: readonly string[];
  readonly optionValues: readonly string[];
  readonly productState: "draft" | "on" | "off";
  /** Whether the SKU itself is for sale. */
  readonly isOn: boolean;
  readonly saleFrom: number | null;
  /** Units of a person of the product, all SKUs together; null: no limit. */
  readonly buyMost: number | null;
  readonly noReturn: boolean;
  readonly returnDays: number;
  /** The product's category and its parent. */
  readonly categoryIds: readonly string[];
  readonly seriesCodes: readonly string[];
  /** null: express only; empty: every dealer. */
  readonly pickupDealers: readonly string[] | null;
  readonly freight: FreightTemplate;
  readonly listFen: number | null;
  readonly weightG: number;
  /** Running plans, and those that begin within a day. */
  readonly plans: readonly PricePlan[];
  /** Running or next rush; null: none. */
  readonly rush: Rush | null;
  readonly onHand: number;
  readonly reserved: number;
};

type SkuRow = Record<
  "sku_id" | "product_id" | "title" | "cover_url" | "category_id" | "freight_id",
  string
> & {
  kind: "goods";
  parent_id: string | null;
  options: { name: string; values: string[] }[];
  option_values: string[];
  state: "draft" | "on" | "off";
  is_on: boolean;
  sale_from: Date | null;
  buy_most: number | null;
  no_return: boolean;
  return_days: number;
  series_codes: string[];
  pickup_dealers: string[] | null;
  rules: FreightRule[];
  price_fen: number;
  list_fen: number | null;
  owner_fen: number | null;
  weight_g: number;
  on_hand: number;
  reserved: number;
  plans: PricePlan[];
  rush: Rush | null;
};

const toMallSku = (row: SkuRow): MallSku => ({
  skuId: row.sku_id,
  productId: row.product_id,
  kind: row.kind,
  title: row.title,
  coverUrl: row.cover_url,
  optionNames: row.options.map(({ name }) => name),
  optionValues: row.option_values,
  productState: row.state,
  isOn: row.is_on,
  saleFrom: row.sale_from?.getTime() ?? null,
  buyMost: row.buy_most,
  noReturn: row.no_return,
  returnDays: row.return_days,
  categoryIds: row.parent_id === null ? [row.category_id] : [row.category_id, row.parent_id],
  seriesCodes: row.series_codes,
  pickupDealers: row.pickup_dealers,
  freight: { freightId: row.freight_id, rules: row.rules },
  priceFen: row.price_fen,
  listFen: row.list_fen,
  ownerFen: row.owner_fen,
  weightG: row.weight_g,
  plans: row.plans,
  rush: row.rush,
  onHand: row.on_hand,
  reserved: row.reserved,
});

/**
 * Loads SKUs in one statement, without a lock; unknown ids are left out. Drafts and withdrawn products are loaded too:
 * `saleStateOf` judges them.
 * @param now ms; plans and rushes that have ended are left out
 * @returns by id
 */
export async function loadSkus(
  db: Database,
  skuIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, MallSku>> {
  if (skuIds.length === 0) return new Map();
  const at = new Date(now);
  const { rows } = await sql<SkuRow>`
    select s.sku_id, s.product_id, p.title, coalesce(s.image_url, p.cover_url) as cover_url, p.category_id, p.freight_id,
      p.kind, c.parent_id, p.options, s.option_values, p.state, s.is_on, p.sale_from, p.buy_most, p.no_return,
      p.return_days, p.series_codes, p.pickup_dealers, f.rules, s.price_fen, s.list_fen, s.owner_fen, s.weight_g,
      coalesce(k.on_hand, 0) as on_hand, coalesce(k.reserved, 0) as reserved,
      coalesce((select json_agg(json_build_object('priceFen', n.price_fen, 'audience', n.audience,
          'fromTime', round(extract(epoch from n.from_time) * 1000)::bigint,
          'toTime', round(extract(epoch from n.to_time) * 1000)::bigint) order by n.from_time)
        from price_plan n where n.sku_id = s.sku_id and n.to_time > ${at}
          and n.from_time < ${at}::timestamptz + interval '1 day'), '[]') as plans,
      (select json_build_object('rushId', r.rush_id, 'priceFen', r.price_fen, 'quota', r.quota, 'taken', r.taken,
          'buyMost', r.buy_most, 'fromTime', round(extract(epoch from r.from_time) * 1000)::bigint,
          'toTime', round(extract(epoch from r.to_time) * 1000)::bigint)
        from rush r where r.sku_id = s.sku_id and r.to_time > ${at} order by r.from_time, r.rush_id limit 1) as rush
    from ${unnestIds([...new Set(skuIds)])} join sku s on s.sku_id = asked.id
      join product p on p.product_id = s.product_id
      join mall_category c on c.category_id = p.category_id
      join freight f on f.freight_id = p.freight_id
      left join sku_stock k on k.sku_id = s.sku_id ${prepared}`.execute(db);
  return new Map(rows.map((row) => [row.sku_id, toMallSku(row)]));
}
