import type { RedeemableCoupon, Redemption, RedemptionUndo } from "../benefit/index.ts";

/** What the check-in asks of its neighbours. */
export type CheckInPorts = {
  /** Whose code a scanned text is; "stale": of another time than now. null: none of ours. */
  verifyTicketCode(text: string, now: number): Promise<{ signUpId: string; isStale: boolean } | null>;
  /** Coupons that an activity gave, by their code. */
  readonly redemption: {
    find(activityId: string, code: string, now: number): Promise<RedeemableCoupon | null>;
    redeem(wish: Redemption, now: number): Promise<{ isDone: boolean; coupon: RedeemableCoupon } | null>;
    undo(wish: RedemptionUndo, now: number): Promise<{ isDone: boolean; coupon: RedeemableCoupon } | null>;
  };
};
