import type { ProductCard, ProductDetail, RushCard, CategoryTree } from "#contract/mall/product.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { withProcessedPictures } from "../../activity/index.ts";
import type { Rush } from "../price/rules.ts";
import { cardStateOf, roundedSold } from "./rules.ts";
import type { CardRow, CategoryRow, DetailRow, RushRow } from "./store.ts";

/** A crossed-out price, only if it is higher than the current one. */
const listPrice = (listFen: number | null, priceFen: number): number | null =>
  listFen !== null && listFen > priceFen ? listFen : null;
/** An owner's price, only if it is lower than everybody's. */
const ownersPrice = (ownerFen: number, priceFen: number): number | null =>
  ownerFen < priceFen ? ownerFen : null;

/** Presents a row as the contract defines it. @param now ms */
export const toCard = (row: CardRow, now: number): ProductCard => ({
  productId: row.product_id,
  kind: row.kind,
  title: row.title,
  subtitle: row.subtitle,
  coverUrl: row.cover_url,
  priceFen: row.price_fen,
  isFrom: row.most_fen > row.price_fen,
  listFen: listPrice(row.list_fen, row.price_fen),
  ownerFen: ownersPrice(row.owner_fen, row.price_fen),
  sold: roundedSold(row.sold),
  tags: row.tags,
  state: cardStateOf({ saleFrom: row.sale_from?.getTime() ?? null, hasStock: row.has_stock }, now),
});

export const toProductDetail = (row: DetailRow, now: number): ProductDetail => ({
  ...toCard(row, now),
  categoryId: row.category_id,
  images: row.images,
  content: withProcessedPictures(row.content),
  options: row.options,
  skus: row.skus.map((sku) => ({
    ...sku,
    listFen: listPrice(sku.listFen, sku.priceFen),
    ownerFen: ownersPrice(sku.ownerFen, sku.priceFen),
  })),
  services: row.services,
  noReturn: row.no_return,
  returnDays: row.return_days,
  buyMost: row.buy_most,
  saleFrom: row.sale_from && toShanghaiIso(row.sale_from),
  dealerIds: row.pickup_dealers,
  seriesCodes: row.series_codes,
  rushes: row.rushes.map(({ skuId, fromTime, toTime, ...rush }) => ({
    skuId,
    ...toRushOffer({ ...rush, fromTime: Date.parse(fromTime), toTime: Date.parse(toTime) }),
  })),
  share: { title: row.title, text: row.subtitle, imageUrl: row.cover_url },
  serverTime: toShanghaiIso(now),
});

/** A rush with the sold share of its quota, percent, never rounded up to 100. */
export const toRushOffer = (rush: Rush): RushCard["rush"] => ({
  rushId: rush.rushId,
  priceFen: rush.priceFen,
  fromTime: toShanghaiIso(rush.fromTime),
  toTime: toShanghaiIso(rush.toTime),
  takenPercent: Math.floor((100 * rush.taken) / rush.quota),
  buyMost: rush.buyMost,
});

export const toRushCard = (row: RushRow, now: number): RushCard => ({
  ...toCard(row, now),
  skuId: row.sku_id,
  rush: toRushOffer({
    rushId: row.rush_id,
    priceFen: row.rush_fen,
    quota: row.quota,
    taken: row.taken,
    fromTime: row.from_time.getTime(),
    toTime: row.to_time.getTime(),
    buyMost: row.rush_most,
  }),
});

const toCategory = ({ category_id, name, icon_url }: CategoryRow) => ({
  categoryId: category_id,
  name,
  iconUrl: icon_url,
});
export const toCategoryTree = (rows: readonly CategoryRow[]): CategoryTree =>
  rows
    .filter(({ parent_id }) => parent_id === null)
    .map((first) => ({
      ...toCategory(first),
      children: rows.filter(({ parent_id }) => parent_id === first.category_id).map(toCategory),
    }));
