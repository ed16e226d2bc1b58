import type { FreightRule } from "../freight/rules.ts";

export type NewCategory = {
  readonly categoryId: string;
  /** null: first level. */
  readonly parentId: string | null;
  readonly name: string;
  readonly iconUrl: string;
  readonly place: number;
};
export type NewFreight = {
  readonly freightId: string;
  readonly name: string;
  readonly rules: readonly FreightRule[];
};
/** A product without its SKUs; times in ms. */
export type NewProduct = {
  readonly productId: string;
  readonly kind: "goods";
  readonly categoryId: string;
  readonly title: string;
  readonly subtitle: string;
  readonly coverUrl: string;
  readonly images: readonly { readonly pictureUrl: string }[];
  readonly content: string;
  readonly options: readonly { readonly name: string; readonly values: readonly string[] }[];
  readonly tags: readonly string[];
  readonly services: readonly string[];
  readonly seriesCodes: readonly string[];
  readonly saleFrom: number | null;
  readonly buyMost: number | null;
  readonly noReturn: boolean;
  readonly returnDays: number;
  readonly freightId: string;
  readonly pickupDealers: readonly string[] | null;
  readonly place: number;
};
export type NewSku = {
  readonly skuId: string;
  readonly productId: string;
  readonly place: number;
  readonly optionValues: readonly string[];
  readonly priceFen: number;
  readonly listFen: number | null;
  readonly ownerFen: number | null;
  readonly weightG: number;
  readonly imageUrl: string | null;
  readonly isOn: boolean;
  /** First stock; later changes are adjustments. */
  readonly stock: number;
};
export type NewPricePlan = {
  readonly planId: string;
  readonly skuId: string;
  readonly fromTime: number;
  readonly toTime: number;
  readonly priceFen: number;
  readonly audience: "everyone" | "owners";
};
export type NewRush = {
  readonly rushId: string;
  readonly skuId: string;
  readonly priceFen: number;
  readonly quota: number;
  readonly fromTime: number;
  readonly toTime: number;
  readonly buyMost: number;
};

const json = (value: unknown): string => JSON.stringify(value);

export const categoryRowOf = (one: NewCategory) => ({
  category_id: one.categoryId,
  parent_id: one.parentId,
  name: one.name,
  icon_url: one.iconUrl,
  place: one.place,
});
export const freightRowOf = (one: NewFreight) => ({
  freight_id: one.freightId,
  name: one.name,
  rules: json(one.rules),
});
/** @param texts sanitised content and the readings of the title */
export const productRowOf = (one: NewProduct, texts: { content: string; titlePinyin: string }) => ({
  product_id: one.productId,
  kind: one.kind,
  category_id: one.categoryId,
  title: one.title,
  title_pinyin: texts.titlePinyin,
  subtitle: one.subtitle,
  cover_url: one.coverUrl,
  images: json(one.images.map(({ pictureUrl }) => pictureUrl)),
  content: texts.content,
  options: json(one.options),
  tags: json(one.tags),
  services: json(one.services),
  series_codes: json(one.seriesCodes),
  sale_from: one.saleFrom === null ? null : new Date(one.saleFrom),
  buy_most: one.buyMost,
  no_return: one.noReturn,
  return_days: one.returnDays,
  freight_id: one.freightId,
  pickup_dealers: one.pickupDealers && json(one.pickupDealers),
  place: one.place,
});
export const skuRowOf = (one: NewSku) => ({
  sku_id: one.skuId,
  product_id: one.productId,
  place: one.place,
  option_values: json(one.optionValues),
  price_fen: one.priceFen,
  list_fen: one.listFen,
  owner_fen: one.ownerFen,
  weight_g: one.weightG,
  image_url: one.imageUrl,
  is_on: one.isOn,
});
export const pricePlanRowOf = (one: NewPricePlan) => ({
  plan_id: one.planId,
  sku_id: one.skuId,
  from_time: new Date(one.fromTime),
  to_time: new Date(one.toTime),
  price_fen: one.priceFen,
  audience: one.audience,
});
export const rushRowOf = (one: NewRush) => ({
  rush_id: one.rushId,
  sku_id: one.skuId,
  price_fen: one.priceFen,
  quota: one.quota,
  from_time: new Date(one.fromTime),
  to_time: new Date(one.toTime),
  buy_most: one.buyMost,
});
