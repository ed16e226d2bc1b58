import type { Benefit, CouponLapse, CouponState, SentBenefit } from "#contract/benefit/benefit.ts";
import { startOfShanghaiDay } from "#contract/core/shanghai-date.ts";
import type { BenefitAudience } from "./tables.ts";
import { benefitMessages } from "./messages.ts";

const DAY = 86_400_000;
/** Remaining validity below which a coupon is "soon", ms. */
const SOON_DURATION = 3 * DAY;

/** The state of a coupon at `now`; times in ms. A lapsed coupon is expired while it is lapsed. */
export function couponStateAt(
  { usedTime, validTo, isLapsed }: { usedTime: number | null; validTo: number; isLapsed: boolean },
  now: number,
): CouponState {
  if (usedTime !== null) return "used";
  if (now >= validTo || isLapsed) return "expired";
  return validTo - now <= SOON_DURATION ? "soon" : "usable";
}

/** The time until which a benefit can be claimed, ms: at the latest when its coupons expire. */
export const claimableUntil = ({ toTime, validTo }: { toTime: number; validTo: number | null }): number =>
  Math.min(toTime, validTo ?? toTime);

/** The state of a benefit at `now`; times in ms. */
export function benefitStateAt(
  one: { fromTime: number; toTime: number; left: number | null },
  now: number,
): Benefit["state"] {
  if (now < one.fromTime) return "soon";
  if (now >= one.toTime) return "over";
  return one.left === 0 ? "soldOut" : "open";
}

/** The reason why a person may not claim a benefit, with the property that they lack. */
export type Ineligibility = Pick<SentBenefit, "missing"> & { readonly remark: string };
/** The condition of a benefit that a person does not meet; null: they meet it, or there is none. */
export function unmetCondition(
  audience: BenefitAudience,
  { isOwner, isSignedUp }: { isOwner: boolean; isSignedUp: boolean },
): CouponLapse | null {
  if (audience === "owners" && !isOwner) return "verification";
  return audience === "signedUp" && !isSignedUp ? "signUp" : null;
}

/** @returns null if the person may claim the benefit */
export function ineligibilityOf(state: Benefit["state"], missing: CouponLapse | null): Ineligibility | null {
  if (state === "soon") return { remark: benefitMessages.notStarted };
  if (state === "over") return { remark: benefitMessages.over };
  if (missing === null) return null;
  return {
    remark: missing === "signUp" ? benefitMessages.signedUpOnly : benefitMessages.ownersOnly,
    missing,
  };
}

/** The expiry of a coupon that is sent at `now`, ms: valid for a number of days, it ends with the last one in Shanghai. */
export const couponExpiry = (
  rule: { validTo: number | null; validDays: number | null },
  now: number,
): number => rule.validTo ?? startOfShanghaiDay(now + ((rule.validDays ?? 0) + 1) * DAY) - 1;

/**
 * The result of one request: a new coupon, the coupon of the same request (`at` is its index), the person's limit
 * reached, or no stock left.
 */
export type CouponAllocation =
  | { kind: "new"; number: number }
  | { kind: "again"; at: number }
  | { kind: "already" }
  | { kind: "soldOut" };

/**
 * Allocates the remaining stock in the order of arrival: exactly the stock, at most `perPerson` per person, one coupon
 * per request (requirement M16).
 * @param owned idempotency keys of each person's coupons of this benefit, oldest first
 */
export function allocateCoupons(
  batch: readonly { userId: string; idempotencyKey: string | null }[],
  rule: { stock: number | null; sent: number; perPerson: number },
  owned: ReadonlyMap<string, readonly (string | null)[]>,
): CouponAllocation[] {
  const keys = new Map([...owned].map(([userId, list]) => [userId, [...list]]));
  let { sent } = rule;
  return batch.map(({ userId, idempotencyKey }) => {
    const own = keys.get(userId) ?? [];
    keys.set(userId, own);
    const at = idempotencyKey === null ? -1 : own.indexOf(idempotencyKey);
    if (at >= 0) return { kind: "again", at };
    if (own.length >= rule.perPerson) return { kind: "already" };
    if (rule.stock !== null && sent >= rule.stock) return { kind: "soldOut" };
    sent++;
    own.push(idempotencyKey);
    return { kind: "new", number: own.length };
  });
}
