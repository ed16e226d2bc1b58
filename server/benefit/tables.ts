import type { DeliveryCause } from "#contract/console/benefits.ts";
import type { CouponTerms } from "#contract/benefit/coupon-terms.ts";
import type { Channel } from "#contract/core/fields.ts";

/** The people who may claim a benefit, after logging in. */
export type BenefitAudience = "everyone" | "owners" | "signedUp";
export type BenefitRow = {
  benefit_id: string;
  activity_id: string;
  position: number;
  name: string;
  summary: string;
  value: string;
  condition: string;
  stock: number | null;
  sent: number;
  per_person: number;
  audience: BenefitAudience;
  from_time: Date;
  to_time: Date;
  valid_to: Date | null;
  valid_days: number | null;
  /** Value in the mall; null: for the dealer's desk only. */
  terms: CouponTerms | null;
};
/** A benefit to add; missing terms: for the dealer's desk only. */
export type NewBenefit = Omit<BenefitRow, "terms"> & { readonly terms?: CouponTerms | null };

export type CouponRow = {
  benefit_id: string;
  user_id: string;
  number: number;
  coupon_id: string;
  code: string;
  valid_from: Date;
  valid_to: Date;
  used_time: Date | null;
  /** Name that the redeeming staff member entered. */
  used_by: string | null;
  /** Order of the mall that holds it or that it was used for. */
  order_id: string | null;
  channel: Channel;
  idempotency_key: string | null;
  created_time: Date;
};
export type BenefitTables = {
  benefit: BenefitRow;
  coupon: CouponRow;
  coupon_delivery: {
    coupon_id: string;
    due_time: Date;
    tries: number;
    event: "issued" | "expired";
    /** First failure; null: none. */
    failed_time: Date | null;
    failed_cause: DeliveryCause | null;
    failed_status: number | null;
  };
  activity: { activity_id: string; activity_type: "localoffline" | "online"; is_published: boolean };
};
