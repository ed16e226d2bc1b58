import type { FoundPickup } from "../order/index.ts";
import type { AuditActor } from "../database/shared-tables/audit-log.ts";
import type { RedeemableCoupon, Redemption, RedemptionUndo } from "../benefit/index.ts";

/** Interfaces of other modules that check-in depends on. */
export type CheckInPorts = {
  /** Verifies a scanned text. @returns null if it is not a valid ticket code; `isStale`: valid for another time */
  verifyTicketCode(text: string, now: number): Promise<{ signUpId: string; isStale: boolean } | null>;
  /** Pick-up orders of the mall, by their code. */
  readonly pickup: {
    find(code: string): Promise<FoundPickup | null>;
    handOver(
      orderId: string,
      desk: { readonly dealerId: string; readonly actor: AuditActor; readonly now: Date },
    ): Promise<boolean>;
  };
  /** Coupons of an activity, by their code. */
  readonly redemption: {
    find(activityId: string, code: string, now: number): Promise<RedeemableCoupon | null>;
    redeem(request: Redemption, now: number): Promise<{ isDone: boolean; coupon: RedeemableCoupon } | null>;
    undo(request: RedemptionUndo, now: number): Promise<{ isDone: boolean; coupon: RedeemableCoupon } | null>;
  };
};
