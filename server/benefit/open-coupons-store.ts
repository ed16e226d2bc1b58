import { sql } from "kysely";
import type { Coupon, CouponLapse } from "#contract/benefit/benefit.ts";
import type { CouponTerms } from "#contract/benefit/coupon-terms.ts";
import type { Database } from "../database/connection/database.ts";
import { couponLapse, toCoupon, type CouponDetailRow } from "./store.ts";

/** An unused coupon that has not expired, with what the mall judges it by; times in ms. */
export type OpenCoupon = {
  readonly couponId: string;
  readonly coupon: Coupon;
  /** null: for the dealer's desk only. */
  readonly terms: CouponTerms | null;
  readonly validFrom: number;
  readonly validTo: number;
  /** Order that holds it; null: free. */
  readonly orderId: string | null;
  readonly lapsed: CouponLapse | null;
};

/** Most coupons of a person that are judged for an order; those that end first. */
const MAX_OPEN = 200;

/**
 * Lists a person's unused coupons that have not expired, those for the mall first, then by their end.
 * @param now ms
 */
export async function listOpenCoupons(db: Database, userId: string, now: number): Promise<OpenCoupon[]> {
  const { rows } = await sql<CouponDetailRow>`
    select c.*, b.activity_id, b.name, b.summary, b.value, b.condition, b.terms, ${couponLapse} as lapsed
    from coupon c join benefit b on b.benefit_id = c.benefit_id
    where c.user_id = ${userId} and c.used_time is null and c.valid_to > ${new Date(now)}
    order by b.terms is null, c.valid_to, c.coupon_id limit ${MAX_OPEN}`.execute(db);
  return rows.map((row) => ({
    couponId: row.coupon_id,
    coupon: toCoupon(row, now),
    terms: row.terms,
    validFrom: row.valid_from.getTime(),
    validTo: row.valid_to.getTime(),
    orderId: row.order_id,
    lapsed: row.lapsed,
  }));
}
