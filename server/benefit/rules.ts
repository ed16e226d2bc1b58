import type { Benefit, CouponState, SentBenefit } from "#contract/benefit/benefit.ts";
import type { BenefitAudience } from "./tables.ts";
import { benefitMessages } from "./messages.ts";

const DAY = 86_400_000;
/** A coupon that ends within this counts as "soon", ms. */
const SOON_DURATION = 3 * DAY;

/** Where a coupon stands at `now`; times in ms. */
export function couponStateAt(
  { usedTime, validTo }: { usedTime: number | null; validTo: number },
  now: number,
): CouponState {
  if (usedTime !== null) return "used";
  if (now >= validTo) return "expired";
  return validTo - now <= SOON_DURATION ? "soon" : "usable";
}

/** Until when a benefit can be had, ms: never longer than its coupons would hold. */
export const claimableUntil = ({ toTime, validTo }: { toTime: number; validTo: number | null }): number =>
  Math.min(toTime, validTo ?? toTime);

/** Where a benefit stands at `now`; times in ms. */
export function benefitStateAt(
  one: { fromTime: number; toTime: number; left: number | null },
  now: number,
): Benefit["state"] {
  if (now < one.fromTime) return "soon";
  if (now >= one.toTime) return "over";
  return one.left === 0 ? "soldOut" : "open";
}

export type Ineligibility = Pick<SentBenefit, "missing"> & { readonly remark: string };
/** Why somebody may not have a benefit, and what of theirs is missing; null where they may. */
export function ineligibilityOf(
  state: Benefit["state"],
  audience: BenefitAudience,
  { isOwner, isSignedUp }: { isOwner: boolean; isSignedUp: boolean },
): Ineligibility | null {
  if (state === "soon") return { remark: benefitMessages.notStarted };
  if (state === "over") return { remark: benefitMessages.over };
  if (audience === "owners" && !isOwner)
    return { remark: benefitMessages.ownersOnly, missing: "verification" };
  if (audience === "signedUp" && !isSignedUp)
    return { remark: benefitMessages.signedUpOnly, missing: "signUp" };
  return null;
}

/** Until when a coupon sent at `now` holds, ms. */
export const couponExpiry = (
  rule: { validTo: number | null; validDays: number | null },
  now: number,
): number => rule.validTo ?? now + (rule.validDays ?? 0) * DAY;

/** What the writer says of one asking: a new coupon, the one of the same request, the limit, or none left. */
export type CouponAllocation =
  | { kind: "new"; number: number }
  | { kind: "again"; at: number }
  | { kind: "already" }
  | { kind: "soldOut" };

/**
 * Gives out what is left in the order of arrival: exactly the stock, each person at most
 * `perPerson`, the same request the same coupon (requirement M16).
 * @param owned each person's coupons of this benefit, oldest first, by the key of their request
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
