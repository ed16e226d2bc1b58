import { MAX_ORDER_FEN, type CouponTerms } from "#contract/benefit/coupon-terms.ts";
import type { Money } from "#contract/order/money.ts";

/** A line as its price needs it; amounts in fen, weight in grams. */
export type PricedLine = {
  readonly skuId: string;
  readonly productId: string;
  /** Its category, and the category above that. */
  readonly categoryIds: readonly string[];
  readonly seriesCodes: readonly string[];
  readonly qty: number;
  /** Price of one unit. */
  readonly priceFen: number;
};
/** Discount of a line, and its price after that, fen. */
type LinePrice = { readonly couponFen: number; readonly netFen: number };
/** Reason why a coupon cannot be used for lines. */
export type CouponMisfit =
  | { readonly kind: "scope" }
  | { readonly kind: "threshold"; readonly missingFen: number }
  /** Nothing to save: the goods or the freight cost nothing. */
  | { readonly kind: "nothing" };
export type PricedOrder =
  | { readonly kind: "priced"; readonly money: Money; readonly lines: readonly LinePrice[] }
  | { readonly kind: "coupon"; readonly misfit: CouponMisfit }
  /** More than an order may cost (mall: 50,000,000 fen). */
  | { readonly kind: "tooLarge" };

/** @throws RangeError unless it is an amount: a safe integer from 0 to the most that an order may cost */
function checkFen(fen: number): number {
  if (!Number.isSafeInteger(fen) || fen < 0 || fen > MAX_ORDER_FEN) throw new RangeError(`amount ${fen}`);
  return fen;
}
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/**
 * Splits an amount by weights with the largest remainder, ties by position: the parts sum to it, and no part is
 * greater than its weight (requirement MA30).
 * @param total at most the sum of the weights
 */
export function splitFen(total: number, weights: readonly number[]): number[] {
  const whole = sum(weights);
  if (total === 0 || whole === 0) return weights.map(() => 0);
  const parts = weights.map((weight) => Math.floor((total * weight) / whole));
  const byRemainder = weights
    .map((weight, at) => ({ at, remainder: (total * weight) % whole }))
    .toSorted((one, other) => other.remainder - one.remainder || one.at - other.at);
  for (const { at } of byRemainder.slice(0, total - sum(parts))) parts[at] = (parts[at] ?? 0) + 1;
  return parts;
}

const includesOneOf = (list: readonly string[] | undefined, values: readonly string[]): boolean =>
  list?.some((value) => values.includes(value)) ?? false;

/** Whether the terms apply to a line (requirement MA32). */
export function isEligible(
  terms: CouponTerms,
  line: Pick<PricedLine, "productId" | "categoryIds" | "seriesCodes">,
): boolean {
  const { productIds, categoryIds, seriesCodes } = terms;
  const isNamed =
    (productIds === undefined && categoryIds === undefined) ||
    includesOneOf(productIds, [line.productId]) ||
    includesOneOf(categoryIds, line.categoryIds);
  return isNamed && (seriesCodes === undefined || includesOneOf(seriesCodes, line.seriesCodes));
}

/** Discount on goods: a rate is rounded so that what is paid is rounded up to the fen (requirement MA29). */
function goodsDiscount(terms: CouponTerms, eligibleFen: number): number {
  if (terms.use === "amount") return Math.min(terms.offFen, eligibleFen);
  if (terms.use === "freight") return 0;
  const rated = eligibleFen - Math.ceil((eligibleFen * terms.payPerMille) / 1000);
  return Math.min(rated, terms.capFen ?? rated);
}

type Discount = {
  readonly couponFen: number;
  readonly freightCouponFen: number;
  /** Cost of each line as far as it is eligible. */
  readonly weights: readonly number[];
};
function discountOf(
  terms: CouponTerms,
  lines: readonly PricedLine[],
  costs: readonly number[],
  freightFen: number,
): Discount | CouponMisfit {
  const eligible = lines.map((line) => isEligible(terms, line));
  if (!eligible.includes(true)) return { kind: "scope" };
  const weights = costs.map((cost, at) => (eligible[at] === true ? cost : 0));
  const eligibleFen = sum(weights);
  if (eligibleFen < terms.fromFen) return { kind: "threshold", missingFen: terms.fromFen - eligibleFen };
  const couponFen = goodsDiscount(terms, eligibleFen);
  const freightCouponFen = terms.use === "freight" ? Math.min(terms.offFen ?? freightFen, freightFen) : 0;
  if (couponFen + freightCouponFen === 0) return { kind: "nothing" };
  return { couponFen, freightCouponFen, weights };
}

/**
 * Prices an order: goods + freight − coupon (requirements MA29 to MA32). The discount is split over the eligible lines by
 * what each costs; the nets and the freight less its coupon sum to what is payable.
 * @param terms of the coupon; null: none
 * @param freightFen of all lines before discounts; 0 for pick-up
 * @throws RangeError for amounts that no row may have
 */
export function priceOrder({
  lines,
  terms,
  freightFen,
}: {
  readonly lines: readonly PricedLine[];
  readonly terms: CouponTerms | null;
  readonly freightFen: number;
}): PricedOrder {
  const costs = lines.map(({ priceFen, qty }) => checkFen(priceFen) * checkFen(qty));
  const goodsFen = sum(costs);
  if (goodsFen + checkFen(freightFen) > MAX_ORDER_FEN) return { kind: "tooLarge" };
  const discount = terms && discountOf(terms, lines, costs, freightFen);
  if (discount && "kind" in discount) return { kind: "coupon", misfit: discount };
  const { couponFen = 0, freightCouponFen = 0 } = discount ?? {};
  const parts = discount ? splitFen(couponFen, discount.weights) : costs.map(() => 0);
  const payableFen = checkFen(goodsFen + freightFen - couponFen - freightCouponFen);
  return {
    kind: "priced",
    money: { goodsFen, freightFen, couponFen, freightCouponFen, payableFen },
    lines: costs.map((cost, at) => ({ couponFen: parts[at] ?? 0, netFen: cost - (parts[at] ?? 0) })),
  };
}

/**
 * Refund of `units` more units of a line of which `refundedQty` are refunded already: all units together are the line's
 * net, in any number of steps.
 * @returns fen
 */
export function refundOf(
  {
    netFen,
    qty,
    refundedQty,
  }: { readonly netFen: number; readonly qty: number; readonly refundedQty: number },
  units: number,
): number {
  if (!Number.isInteger(units) || units < 0 || refundedQty + units > qty)
    throw new RangeError(`${refundedQty} + ${units} of ${qty} units`);
  const upToUnit = (unit: number): number => Math.floor((checkFen(netFen) * unit) / qty);
  return upToUnit(refundedQty + units) - upToUnit(refundedQty);
}
