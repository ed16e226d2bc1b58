import type { Quote } from "#contract/order/checkout.ts";
import type { Money } from "#contract/order/money.ts";
import { Refusal } from "#contract/core/errors.ts";
import { mallLimits } from "#contract/mall/limits.ts";
import { listOpenCoupons, type OpenCoupon } from "../../benefit/index.ts";
import type { Database } from "../../database/connection/database.ts";
import type { User } from "../../http/pipeline/caller.ts";
import {
  findAddress,
  freightOf,
  freightRuleOf,
  loadSkus,
  type AddressEntry,
  type Freight,
  type MallSku,
} from "../../mall/index.ts";
import { quoteMessages } from "./messages.ts";
import {
  bestCoupon,
  mergeLines,
  judgeCoupons,
  priceLines,
  shownCoupons,
  sumUp,
  toQuotedLine,
  type JudgedCoupon,
  type PricedSku,
} from "./rules.ts";
import { boughtUnits, isDealer } from "./store.ts";

/** Choices of a person for an order; nothing in them is a price (requirement MA17). */
export type QuoteChoices = {
  readonly lines: readonly { readonly skuId: string; readonly qty: number }[];
  readonly delivery: "express" | "pickup";
  /** Address of the caller; missing: freight of everywhere else, with a warning. */
  readonly addressId?: string | undefined;
  readonly dealerId?: string | undefined;
  /** Missing: the best coupon. */
  readonly couponId?: string | undefined;
  readonly noCoupon: boolean;
  /** A rush order: the rush's price and limit, without a coupon; lines whose rush does not run keep their price. */
  readonly isRush?: boolean | undefined;
};

/** A line of a quote, with everything that an order keeps of it. */
type LoadedLine = PricedSku & {
  /** Discount of all units; 0 for a line that cannot be bought. */
  readonly couponFen: number;
  /** Price of all units after the discount. */
  readonly netFen: number;
};
/** Reason why an order cannot be placed, in words for people. */
type QuoteProblem = {
  readonly refusal: "notFound" | "stockShort" | "buyLimit" | "couponUnusable" | "invalid";
  readonly text: string;
};
/** An order as it would be placed now; amounts in fen. */
export type LoadedQuote = {
  /** The quote as people see it. */
  readonly quote: Quote;
  readonly lines: readonly LoadedLine[];
  /** Sums of the lines that can be bought. */
  readonly money: Money;
  /** Coupon that is used; null: none. */
  readonly coupon: OpenCoupon | null;
  /** null: pick-up, or no address chosen. */
  readonly address: AddressEntry | null;
  /** null: express, or no dealer chosen. */
  readonly dealerId: string | null;
  /** Reasons why the order cannot be placed as it is; empty: it can. */
  readonly problems: readonly QuoteProblem[];
};

/** The refusal of an order that is placed all the same; null: it can be placed. Its data are the quote. */
export const quoteRefusal = ({ problems: [first], quote }: LoadedQuote): Refusal | null =>
  first ? new Refusal(first.refusal, { message: first.text, data: quote }) : null;

/** Finds the wanted SKUs. @throws Refusal "notFound" for unknown ones and drafts, "invalid" for too many units */
async function wantedSkus(
  db: Database,
  choices: QuoteChoices,
  now: number,
): Promise<{ sku: MallSku; qty: number }[]> {
  const wanted = mergeLines(choices.lines);
  const most = mallLimits.maxUnits;
  if (wanted.some(({ qty }) => qty > most))
    throw new Refusal("invalid", { fields: { lines: quoteMessages.tooManyUnits(most) } });
  const skus = await loadSkus(
    db,
    wanted.map(({ skuId }) => skuId),
    now,
  );
  return wanted.map(({ skuId, qty }) => {
    const sku = skus.get(skuId);
    if (!sku || sku.productState === "draft")
      throw new Refusal("notFound", { message: quoteMessages.unknownProduct });
    return { sku, qty };
  });
}

type Place = Pick<LoadedQuote, "address" | "dealerId">;
/** Finds where the order goes. @throws Refusal "notFound" for another person's address or an unknown dealer */
async function placeOf(
  db: Database,
  userId: string,
  { delivery, addressId, dealerId }: QuoteChoices,
): Promise<Place> {
  if (delivery === "pickup") {
    if (dealerId !== undefined && !(await isDealer(db, dealerId)))
      throw new Refusal("notFound", { message: quoteMessages.unknownDealer });
    return { address: null, dealerId: dealerId ?? null };
  }
  const address = addressId === undefined ? null : await findAddress(db, userId, addressId);
  if (addressId !== undefined && address === null)
    throw new Refusal("notFound", { message: quoteMessages.unknownAddress });
  return { address, dealerId: null };
}

const NO_FREIGHT = {
  isBlocked: false,
  freightFen: 0,
  freeFromFen: null,
  missingFen: null,
  days: "",
} as const;
type SentFreight = Extract<Freight, { isBlocked: false }>;
/** Freight of lines. @throws Refusal "addressOut" with the SKUs that cannot be sent there */
function freightOfLines(
  lines: readonly PricedSku[],
  delivery: QuoteChoices["delivery"],
  { address }: Place,
): SentFreight {
  if (delivery === "pickup" || lines.length === 0) return NO_FREIGHT;
  const provinceCode = address?.provinceCode ?? null;
  const freight = freightOf(
    lines.map(({ sku, qty, priceFen }) => ({ freight: sku.freight, weightG: sku.weightG, qty, priceFen })),
    provinceCode,
  );
  if (!freight.isBlocked) return freight;
  const isOut = ({ sku }: PricedSku): boolean => freightRuleOf(sku.freight, provinceCode)?.isBlocked ?? true;
  const skuIds = lines.filter(isOut).map(({ sku }) => sku.skuId);
  throw new Refusal("addressOut", { data: { skuIds } });
}

/** The reason why a line cannot be bought. */
function lineProblem({ sku, state }: PricedSku, bought: ReadonlyMap<string, number>): QuoteProblem | null {
  const { title, buyMost, productId } = sku;
  if (state === "ok") return null;
  if (state === "gone") return { refusal: "notFound", text: quoteMessages.gone(title) };
  if (state === "out") return { refusal: "stockShort", text: quoteMessages.out(title) };
  if (state === "short")
    return { refusal: "stockShort", text: quoteMessages.short(title, sku.onHand - sku.reserved) };
  const text = quoteMessages.limit(title, buyMost ?? 0, bought.get(productId) ?? 0);
  return { refusal: "buyLimit", text };
}
/** Reasons of the delivery: no address, no dealer, a product that the dealer does not hand over. */
function deliveryProblems(
  lines: readonly PricedSku[],
  delivery: QuoteChoices["delivery"],
  { address, dealerId }: Place,
): QuoteProblem[] {
  const invalid = (text: string): QuoteProblem => ({ refusal: "invalid", text });
  if (delivery === "express") return address === null ? [invalid(quoteMessages.addressMissing)] : [];
  const ofLines = lines.flatMap(({ sku: { title, pickupDealers } }) => {
    if (pickupDealers === null) return [invalid(quoteMessages.noPickup(title))];
    const isThere = dealerId === null || pickupDealers.length === 0 || pickupDealers.includes(dealerId);
    return isThere ? [] : [invalid(quoteMessages.noPickupThere(title))];
  });
  return dealerId === null ? [invalid(quoteMessages.dealerMissing), ...ofLines] : ofLines;
}

type ChosenCoupon = { readonly coupon: OpenCoupon | null; readonly problem: QuoteProblem | null };
/** Chooses the coupon: the person's, else the best. @throws Refusal "notFound" if it is not an open one of theirs */
function chooseCoupon(
  coupons: readonly OpenCoupon[],
  judged: readonly JudgedCoupon[],
  { couponId, noCoupon }: QuoteChoices,
): ChosenCoupon {
  const openOf = (id: string | undefined): OpenCoupon | null =>
    coupons.find((one) => one.couponId === id) ?? null;
  if (noCoupon) return { coupon: null, problem: null };
  if (couponId === undefined) return { coupon: openOf(bestCoupon(judged)?.coupon.couponId), problem: null };
  const chosen = judged.find(({ coupon }) => coupon.couponId === couponId);
  if (!chosen) throw new Refusal("notFound", { message: quoteMessages.unknownCoupon });
  if (chosen.isUsable) return { coupon: openOf(couponId), problem: null };
  const text = quoteMessages.couponUnusable(chosen.why);
  return { coupon: null, problem: { refusal: "couponUnusable", text } };
}

/** Loads what a quote is computed of. */
async function loadFacts(db: Database, user: User, choices: QuoteChoices, now: number) {
  const wanted = await wantedSkus(db, choices, now);
  const { isRush = false } = choices;
  const limited = isRush
    ? []
    : wanted.filter(({ sku }) => sku.buyMost !== null).map(({ sku }) => sku.productId);
  const [place, coupons, bought] = await Promise.all([
    placeOf(db, user.userId, choices),
    isRush ? [] : listOpenCoupons(db, user.userId, now),
    boughtUnits(db, user.userId, [...new Set(limited)]),
  ]);
  return { wanted, place, coupons, bought };
}

/**
 * Computes an order from a person's choices: current prices, states of the lines, freight, and the best or chosen coupon
 * (requirements MA14, MA17). Reads only: the preview changes nothing, and placing an order checks stock, limits and the
 * coupon again under its locks.
 * @param now ms
 * @throws Refusal "notFound", "addressOut", "invalid"
 */
export async function loadQuote(
  db: Database,
  user: User,
  choices: QuoteChoices,
  now: number,
): Promise<LoadedQuote> {
  const { wanted, place, coupons, bought } = await loadFacts(db, user, choices, now);
  const priced = priceLines(wanted, { isOwner: user.owner, bought, now, isRush: choices.isRush });
  const ok = priced.filter(({ state }) => state === "ok");
  const freight = freightOfLines(ok, choices.delivery, place);
  const judged = judgeCoupons(coupons, ok, freight.freightFen, now);
  const chosen = chooseCoupon(coupons, judged, choices);
  const sums = sumUp(ok, chosen.coupon?.terms ?? null, freight.freightFen);
  if (sums === null) throw new Refusal("invalid", { message: quoteMessages.tooLarge });
  const { money, parts } = sums;
  const partOf = new Map(ok.map((line, at) => [line, parts[at]]));
  const lines = priced.map((line): LoadedLine => {
    const { couponFen = 0, netFen = line.priceFen * line.qty } = partOf.get(line) ?? {};
    return { ...line, couponFen, netFen };
  });
  const problems = [
    ...priced.flatMap((line) => lineProblem(line, bought) ?? []),
    ...deliveryProblems(ok, choices.delivery, place),
    ...(chosen.problem === null ? [] : [chosen.problem]),
  ];
  const quote: Quote = {
    money,
    lines: lines.map((line) => toQuotedLine(line, line.netFen)),
    coupons: shownCoupons(judged),
    couponId: chosen.coupon?.couponId ?? null,
    addressId: place.address?.addressId ?? null,
    freight: { missingFen: freight.missingFen, days: freight.days },
    needsNoReturnAgreed: ok.some(({ sku }) => sku.noReturn),
    warnings: problems.map(({ text }) => text),
  };
  return { quote, lines, money, coupon: chosen.coupon, ...place, problems };
}
