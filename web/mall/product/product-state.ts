import type { Offer, ProductDetail } from "#contract/mall/product.ts";
import type { Offers } from "./use-offers.ts";

/** The state of a product at this moment: the button bar and the price follow from it. */
export type ProductMoment =
  | { readonly kind: "on" }
  /** Not yet for sale. */
  | { readonly kind: "soon"; readonly saleFrom: string }
  | { readonly kind: "soldOut" }
  | { readonly kind: "rush"; readonly rush: NonNullable<Offer["rush"]>; readonly skuId: string }
  /** A rush sale begins later; the product can be bought at its usual price. */
  | { readonly kind: "rushSoon"; readonly rush: NonNullable<Offer["rush"]>; readonly skuId: string };

/** Judges a product by the newest offers, or by its rendering before they have arrived. @param now server's time, ms */
export function productMoment(product: ProductDetail, { bySku }: Offers, now: number): ProductMoment {
  const { saleFrom, skus, state } = product;
  if (saleFrom !== null && Date.parse(saleFrom) > now) return { kind: "soon", saleFrom };
  const offers = skus.flatMap(({ skuId }) => bySku.get(skuId) ?? []);
  const rendered = product.rushes.map(({ skuId, ...rush }) => ({ skuId, rush }));
  const newest = offers.flatMap(({ skuId, rush }) => (rush === null ? [] : [{ skuId, rush }]));
  const found = (offers.length > 0 ? newest : rendered).find(({ rush }) => Date.parse(rush.toTime) > now);
  if (found !== undefined)
    return { kind: Date.parse(found.rush.fromTime) <= now ? "rush" : "rushSoon", ...found };
  if (offers.length > 0 ? offers.every(({ stock }) => stock === "out") : state === "soldOut")
    return { kind: "soldOut" };
  return { kind: "on" };
}

/** Lowest price for the caller, fen, and whether SKUs differ. */
export function shownPrice(
  { skus, priceFen, isFrom }: ProductDetail,
  { bySku }: Offers,
): { fen: number; isFrom: boolean } {
  const prices = skus.flatMap(({ skuId }) => bySku.get(skuId)?.priceFen ?? []);
  if (prices.length < skus.length || prices.length === 0) return { fen: priceFen, isFrom };
  return { fen: Math.min(...prices), isFrom: new Set(prices).size > 1 };
}

/** Greatest quantity of a SKU that the caller can take; at least 1, so that a stepper stands. */
export function mostUnits(
  offer: Pick<Offer, "left" | "buyMost" | "bought" | "rush"> | undefined,
  isRush: boolean,
): number {
  const limits = [99];
  if (offer === undefined) return 99;
  const { left, buyMost, bought, rush } = offer;
  if (left !== null) limits.push(left);
  if (buyMost !== null) limits.push(buyMost - bought);
  if (isRush && rush !== null) limits.push(rush.buyMost);
  return Math.max(1, Math.min(...limits));
}
