import type { RedeemableCoupon, Redemption, RedemptionUndo } from "../benefit/index.ts";

/** Interfaces of other modules that check-in depends on. */
export type CheckInPorts = {
  /** Verifies a scanned text. @returns null if it is not a valid ticket code; `isStale`: valid for another time */
  verifyTicketCode(text: string, now: number): Promise<{ signUpId: string; isStale: boolean } | null>;
  /** Coupons of an activity, by their code. */
  readonly redemption: {
    find(activityId: string, code: string, now: number): Promise<RedeemableCoupon | null>;
    redeem(request: Redemption, now: number): Promise<{ isDone: boolean; coupon: RedeemableCoupon } | null>;
    undo(request: RedemptionUndo, now: number): Promise<{ isDone: boolean; coupon: RedeemableCoupon } | null>;
  };
};
