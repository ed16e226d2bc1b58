import { Refusal } from "#contract/core/errors.ts";
import type { Quote } from "#contract/order/checkout.ts";
import type { Money } from "#contract/order/money.ts";
import { currentPrice, freightOf, saleStateOf, type MallSku, type Rush } from "../../mall/index.ts";
import { toQuotedLine } from "../checkout/rules.ts";
import { orderMessages } from "../messages.ts";
import { priceOrder } from "../pricing/rules.ts";

/** The running rush of a SKU. @param now ms @throws Refusal "notFound", "rushSoon", "rushOver" (requirement MA26) */
export function runningRush(sku: MallSku | null, now: number): { sku: MallSku; rush: Rush } {
  if (sku === null || saleStateOf(sku, now) !== "on")
    throw new Refusal("notFound", { message: orderMessages.gone });
  const { rush } = sku;
  if (rush === null || now >= rush.toTime) throw new Refusal("rushOver");
  if (now < rush.fromTime) throw new Refusal("rushSoon");
  return { sku, rush };
}

/** A rush order's sums, and the quote for a person who saw another price. */
export type RushQuote = {
  readonly priceFen: number;
  readonly money: Money;
  readonly quote: Quote;
};
/**
 * Prices a rush order: one SKU, no coupon.
 * @param provinceCode null: pick-up
 * @throws Refusal "addressOut", "invalid"
 */
export function quoteRush(
  { sku, rush }: { readonly sku: MallSku; readonly rush: Rush },
  qty: number,
  place: { readonly provinceCode: string; readonly addressId: string } | null,
  { isOwner, now }: { readonly isOwner: boolean; readonly now: number },
): RushQuote {
  const priceFen = currentPrice(sku, sku.plans, rush, { isOwner, now });
  const line = { freight: sku.freight, weightG: sku.weightG, qty, priceFen };
  const freight = place && freightOf([line], place.provinceCode);
  if (freight?.isBlocked) throw new Refusal("addressOut");
  const { productId, categoryIds, seriesCodes, skuId } = sku;
  const priced = priceOrder({
    lines: [{ skuId, productId, categoryIds, seriesCodes, qty, priceFen }],
    terms: null,
    freightFen: freight?.freightFen ?? 0,
  });
  if (priced.kind !== "priced") throw new Refusal("invalid");
  const { money } = priced;
  const quote: Quote = {
    money,
    lines: [toQuotedLine({ sku, qty, priceFen, state: "ok" })],
    coupons: [],
    couponId: null,
    addressId: place?.addressId ?? null,
    freight: { missingFen: freight?.missingFen ?? null, days: freight?.days ?? "" },
    needsNoReturnAgreed: sku.noReturn,
    warnings: [],
  };
  return { priceFen, money, quote };
}
