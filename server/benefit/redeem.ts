import { sql } from "kysely";
import type { Coupon } from "#contract/benefit/benefit.ts";
import { withAuditEntry, type AuditActor } from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import { encryptedText } from "../database/encryption/encrypted-columns.ts";
import { toCoupon, type BenefitStore } from "./store.ts";

/** A coupon as the dealer's staff see it; `usedBy` as a colleague named themselves. */
export type RedeemableCoupon = Coupon & { readonly usedBy: string | null };
/** Which coupon is redeemed, by whom, and how the audit log names them. */
export type Redemption = {
  readonly activityId: string;
  readonly code: string;
  readonly by: string;
  readonly actor: AuditActor;
};
/** Which redemption is taken back. */
export type RedemptionUndo = Pick<Redemption, "activityId" | "code" | "actor"> & {
  /** To the second, as it is told. */
  readonly moment: Date;
};
/** For the test that shows what the guard is good for. */
export type RedeemOptions = { readonly isGuarded: boolean; readonly beforeWrite?: () => Promise<void> };

/** Takes a desk's redemption of a moment back, and no other. @returns whether it stood */
function undoRedemption(
  db: Database,
  couponId: string,
  { actor, moment }: RedemptionUndo,
  now: Date,
): Promise<boolean> {
  const unmark = async (transaction: Database): Promise<boolean> => {
    const { rows } = await sql`
      update coupon set used_time = null, used_by = null
      where coupon_id = ${couponId} and used_by is not null and date_trunc('second', used_time) = ${moment}
      returning coupon_id`.execute(transaction);
    return rows.length > 0;
  };
  const about = { kind: "coupon", id: couponId };
  return withAuditEntry(db, unmark, (isUndone) =>
    isUndone ? { by: actor, action: "coupon.undo", about, outcome: "done", now } : null,
  );
}

/** Coupons at the dealer's desk: found by their code, used once (requirements M12, M17). */
export function createCouponRedemption(
  db: Database,
  store: Pick<BenefitStore, "findCouponByCode">,
  { isGuarded, beforeWrite }: RedeemOptions = { isGuarded: true },
) {
  const find = async (activityId: string, code: string, now: number): Promise<RedeemableCoupon | null> => {
    const row = await store.findCouponByCode(activityId, code);
    return row && { ...toCoupon(row, now), usedBy: row.used_by };
  };
  /** Marks it used, where it was not and still holds. @returns whether it was this time */
  const mark = (couponId: string, { by, actor }: Redemption, now: Date): Promise<boolean> => {
    const once = isGuarded ? sql`and used_time is null and valid_to > ${now}` : sql``;
    const about = { kind: "coupon", id: couponId };
    return withAuditEntry(
      db,
      async (transaction) => {
        const { rows } = await sql`
          update coupon set used_time = ${now}, used_by = ${encryptedText(by, "redeemed", couponId)}
          where coupon_id = ${couponId} ${once} returning coupon_id`.execute(transaction);
        return rows.length > 0;
      },
      (isFirst) => (isFirst ? { by: actor, action: "coupon.redeem", about, outcome: "done", now } : null),
    );
  };
  return {
    /** A coupon that the activity gave; null for another code. @param now ms */
    find,
    /** Redeems it, once. @returns null for an unknown code; `isDone` false where it was used before or is over */
    async redeem(
      wish: Redemption,
      now: number,
    ): Promise<{ isDone: boolean; coupon: RedeemableCoupon } | null> {
      const before = await find(wish.activityId, wish.code, now);
      if (before === null) return null;
      if (before.state === "used" || before.state === "expired") return { isDone: false, coupon: before };
      await beforeWrite?.();
      const isDone = await mark(before.couponId, wish, new Date(now));
      const after = await find(wish.activityId, wish.code, now);
      return after && { isDone, coupon: after };
    },
    /** Takes a redemption back. @returns null for an unknown code; `isDone` false where another one stands, or none */
    async undo(
      wish: RedemptionUndo,
      now: number,
    ): Promise<{ isDone: boolean; coupon: RedeemableCoupon } | null> {
      const before = await find(wish.activityId, wish.code, now);
      if (before === null) return null;
      const isDone = await undoRedemption(db, before.couponId, wish, new Date(now));
      const after = await find(wish.activityId, wish.code, now);
      return after && { isDone, coupon: after };
    },
  };
}
export type CouponRedemption = ReturnType<typeof createCouponRedemption>;
