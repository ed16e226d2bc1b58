import type { Coupon } from "#contract/benefit/benefit.ts";
import type { Database } from "../database/connection/database.ts";
import { markRedeemed, undoRedemption, type Redemption, type RedemptionUndo } from "./redemption-store.ts";
import { toCoupon, type BenefitStore } from "./store.ts";

/** A coupon as dealer staff see it; `usedBy` is the name that the redeeming staff member entered. */
export type RedeemableCoupon = Coupon & { readonly usedBy: string | null };
/** Options for the test that proves that the guard (the condition "unused, valid and held by no order") is needed. */
export type RedeemOptions = { readonly isGuarded: boolean; readonly beforeWrite?: () => Promise<void> };

/** Creates the redemption of coupons at the dealer's desk: found by code, used once (requirements M12, M17). */
export function createCouponRedemption(
  db: Database,
  store: Pick<BenefitStore, "findCouponByCode">,
  { isGuarded, beforeWrite }: RedeemOptions = { isGuarded: true },
) {
  const find = async (activityId: string, code: string, now: number): Promise<RedeemableCoupon | null> => {
    const row = await store.findCouponByCode(activityId, code);
    return row && { ...toCoupon(row, now), usedBy: row.used_by };
  };
  return {
    /** Finds a coupon of the activity by its code. @param now ms */
    find,
    /** Redeems a coupon once. @returns null for an unknown code; `isDone` false if it was used before or is expired */
    async redeem(
      request: Redemption,
      now: number,
    ): Promise<{ isDone: boolean; coupon: RedeemableCoupon } | null> {
      const before = await find(request.activityId, request.code, now);
      if (before === null) return null;
      const isTaken = before.orderId !== undefined;
      if (before.state === "used" || before.state === "expired" || isTaken)
        return { isDone: false, coupon: before };
      await beforeWrite?.();
      const isDone = await markRedeemed(db, before.couponId, request, { now: new Date(now), isGuarded });
      const after = await find(request.activityId, request.code, now);
      return after && { isDone, coupon: after };
    },
    /** Undoes a redemption. @returns null for an unknown code; `isDone` false if there is no such redemption */
    async undo(
      request: RedemptionUndo,
      now: number,
    ): Promise<{ isDone: boolean; coupon: RedeemableCoupon } | null> {
      const before = await find(request.activityId, request.code, now);
      if (before === null) return null;
      const isDone = await undoRedemption(db, before.couponId, request, new Date(now));
      const after = await find(request.activityId, request.code, now);
      return after && { isDone, coupon: after };
    },
  };
}
export type CouponRedemption = ReturnType<typeof createCouponRedemption>;
