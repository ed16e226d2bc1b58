import type { Coupon } from "#contract/benefit/benefit.ts";
import type { Money } from "#contract/order/money.ts";
import type { Quote, QuotedLine } from "#contract/order/checkout.ts";
import type { OpenCoupon } from "../../benefit/index.ts";
import { currentPrice, saleStateOf, stockOf, type MallSku } from "../../mall/index.ts";
import { priceOrder, type CouponMisfit, type PricedLine } from "../pricing/rules.ts";
import { quoteMessages } from "./messages.ts";

/** Units of a SKU that a person wants. */
export type WantedLine = { readonly skuId: string; readonly qty: number };
/** A wanted line with its current price and whether it can be bought. */
export type PricedSku = {
  readonly sku: MallSku;
  readonly qty: number;
  /** Price of one unit for the caller, fen. */
  readonly priceFen: number;
  readonly state: QuotedLine["state"];
};

/** Joins lines of the same SKU, in the order of their first. */
export function mergeLines(lines: readonly WantedLine[]): WantedLine[] {
  const units = new Map<string, number>();
  for (const { skuId, qty } of lines) units.set(skuId, (units.get(skuId) ?? 0) + qty);
  return [...units].map(([skuId, qty]) => ({ skuId, qty }));
}

/** Units of each product in lines. */
const unitsOfProducts = (lines: readonly { sku: MallSku; qty: number }[]): Map<string, number> => {
  const units = new Map<string, number>();
  for (const { sku, qty } of lines) units.set(sku.productId, (units.get(sku.productId) ?? 0) + qty);
  return units;
};

/**
 * Prices wanted lines and judges them. gone: withdrawn or not yet for sale; out, short: of stock; limit: more units of
 * the product than one person may buy, those bought before included.
 * @param bought units of limited products that the person has bought, by product
 */
export function priceLines(
  wanted: readonly { readonly sku: MallSku; readonly qty: number }[],
  {
    isOwner,
    bought,
    now,
    isRush = false,
  }: { isOwner: boolean; bought: ReadonlyMap<string, number>; now: number; isRush?: boolean | undefined },
): PricedSku[] {
  const units = unitsOfProducts(wanted);
  const stateOf = (sku: MallSku, qty: number): QuotedLine["state"] => {
    if (saleStateOf(sku, now) !== "on") return "gone";
    const left = sku.onHand - sku.reserved;
    if (left <= 0) return "out";
    if (left < qty) return "short";
    if (isRush) return sku.rush !== null && qty > sku.rush.buyMost ? "limit" : "ok";
    const total = (bought.get(sku.productId) ?? 0) + (units.get(sku.productId) ?? 0);
    return sku.buyMost !== null && total > sku.buyMost ? "limit" : "ok";
  };
  return wanted.map(({ sku, qty }) => ({
    sku,
    qty,
    priceFen: currentPrice(sku, sku.plans, isRush ? sku.rush : null, { isOwner, now }),
    state: stateOf(sku, qty),
  }));
}

const toPricedLine = ({ sku, qty, priceFen }: PricedSku): PricedLine => ({
  skuId: sku.skuId,
  productId: sku.productId,
  categoryIds: sku.categoryIds,
  seriesCodes: sku.seriesCodes,
  qty,
  priceFen,
});

/** A person's coupon, judged for an order. */
export type JudgedCoupon = {
  readonly coupon: Coupon;
  readonly validTo: number;
  readonly isUsable: boolean;
  /** Reason for people; empty if it is usable. */
  readonly why: string;
  readonly saveFen: number;
};

const misfitText = (misfit: CouponMisfit): string => {
  if (misfit.kind === "scope") return quoteMessages.coupon.scope;
  if (misfit.kind === "threshold") return quoteMessages.coupon.threshold(misfit.missingFen);
  return quoteMessages.coupon.nothing;
};
/** Reason why a coupon cannot be used for any order now; null: it can. */
function unusableReason({ terms, validFrom, orderId, lapsed }: OpenCoupon, now: number): string | null {
  const texts = quoteMessages.coupon;
  if (terms === null) return texts.deskOnly;
  if (orderId !== null) return texts.held;
  if (lapsed !== null) return texts.lapsed[lapsed];
  return validFrom > now ? texts.notStarted : null;
}

/** Judges each coupon for the lines (requirement MA14): what it saves, or why it cannot be used. */
export function judgeCoupons(
  coupons: readonly OpenCoupon[],
  lines: readonly PricedSku[],
  freightFen: number,
  now: number,
): JudgedCoupon[] {
  const priced = lines.map(toPricedLine);
  return coupons.map((one) => {
    const judged = { coupon: one.coupon, validTo: one.validTo };
    const unusable = (why: string): JudgedCoupon => ({ ...judged, isUsable: false, why, saveFen: 0 });
    const reason = unusableReason(one, now);
    if (reason !== null) return unusable(reason);
    const result = priceOrder({ lines: priced, terms: one.terms, freightFen });
    if (result.kind === "coupon") return unusable(misfitText(result.misfit));
    if (result.kind === "tooLarge") return unusable(quoteMessages.coupon.nothing);
    const { couponFen, freightCouponFen } = result.money;
    return { ...judged, isUsable: true, why: "", saveFen: couponFen + freightCouponFen };
  });
}

/** The usable coupon that saves most; of equal ones that which ends first. */
export const bestCoupon = (coupons: readonly JudgedCoupon[]): JudgedCoupon | null =>
  coupons
    .filter(({ isUsable }) => isUsable)
    .toSorted(
      (one, other) =>
        other.saveFen - one.saveFen ||
        one.validTo - other.validTo ||
        Number(BigInt(one.coupon.couponId) - BigInt(other.coupon.couponId)),
    )[0] ?? null;

/** Coupons as people see them: the greatest saving first, then the earliest end. */
export const shownCoupons = (judged: readonly JudgedCoupon[]): Quote["coupons"] =>
  judged
    .toSorted((one, other) => other.saveFen - one.saveFen || one.validTo - other.validTo)
    .map(({ coupon, isUsable, why, saveFen }) => ({ coupon, isUsable, why, saveFen }));

const NO_MONEY: Money = { goodsFen: 0, freightFen: 0, couponFen: 0, freightCouponFen: 0, payableFen: 0 };

/** Sums of an order, and the parts of each line in the order of `lines`; null: more than an order may cost. */
export function sumUp(
  lines: readonly PricedSku[],
  terms: OpenCoupon["terms"],
  freightFen: number,
): { money: Money; parts: readonly { couponFen: number; netFen: number }[] } | null {
  if (lines.length === 0) return { money: NO_MONEY, parts: [] };
  const priced = priceOrder({ lines: lines.map(toPricedLine), terms, freightFen });
  return priced.kind === "priced" ? { money: priced.money, parts: priced.lines } : null;
}

/** A line as people see it. @param netFen of a line that can be bought; else the price of its units */
export const toQuotedLine = (
  { sku, qty, priceFen, state }: PricedSku,
  netFen = priceFen * qty,
): QuotedLine => ({
  skuId: sku.skuId,
  productId: sku.productId,
  title: sku.title,
  coverUrl: sku.coverUrl,
  optionValues: [...sku.optionValues],
  qty,
  priceFen,
  netFen,
  noReturn: sku.noReturn,
  state,
  left: stockOf(sku).left,
});
