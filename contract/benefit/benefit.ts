import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { channel, id, previewArgs, timestamp } from "../core/fields.ts";
import { flowRefusals } from "../flow/refusals.ts";

/** State of a benefit: not begun, available, sold out, over. */
const benefitState = z.enum(["soon", "open", "soldOut", "over"]);
/** State of a coupon; "soon" is usable too, but expires within three days. */
export const couponState = z.enum(["usable", "soon", "used", "expired"]);
export type CouponState = z.output<typeof couponState>;

/**
 * Condition of a coupon that has ended since it was sent: the seat was given up, or the verification as an owner was
 * withdrawn. The coupon cannot be used until the person meets the condition again; its state is "expired", as pages of
 * earlier releases expect.
 */
export const couponLapse = z.enum(["signUp", "verification"]);
export type CouponLapse = z.output<typeof couponLapse>;

/** Text on a coupon and on its benefit. */
const printedFields = {
  benefitId: id,
  activityId: id,
  name: z.string(),
  /** Place or purpose for which it is valid. */
  summary: z.string(),
  /** Value as shown: ¥200, 8.8 折, 28 项. */
  value: z.string(),
  /** Condition below the value: 满 999 可用. */
  condition: z.string(),
  /** Whether it can be used in the mall; otherwise at a dealer's desk only. */
  isForMall: z.optional(z.boolean()),
};

/** A coupon of the caller (requirement M17). */
export const coupon = z.object({
  ...printedFields,
  couponId: id,
  /** Code shown at the dealer; 60 random bits. */
  code: z.string(),
  validFrom: timestamp,
  validTo: timestamp,
  state: couponState,
  lapsed: z.optional(couponLapse),
  usedTime: z.nullable(timestamp),
  /** Open order of the mall that holds it, or the order that it was used for; missing: none. */
  orderId: z.optional(id),
  createdTime: timestamp,
});
export type Coupon = z.output<typeof coupon>;

/** A benefit of an activity. */
export const benefit = z.object({
  ...printedFields,
  state: benefitState,
  /** Number left; null: no limit. */
  left: z.nullable(z.int()),
  perPerson: z.int(),
  fromTime: timestamp,
  toTime: timestamp,
});
export type Benefit = z.output<typeof benefit>;

/** Benefits of an activity in display order; empty if it has none. */
export const listBenefits = defineCall({
  name: "listBenefits",
  method: "GET",
  base: "api",
  paths: ["cop-marketing-activity/api/v1/activity/page/benefit/list"],
  audience: "anyone",
  args: z.object({
    activityId: id,
    ...previewArgs,
  }),
  result: z.array(benefit),
  refusals: ["notFound"],
});

/**
 * Sends a benefit to the caller (requirements M10, M11, M16). A retry after a lost response returns the same
 * coupon. An unavailable benefit is not a refusal: `result` gives the outcome, `remark` the reason.
 */
export const sendBenefit = defineCall({
  name: "sendBenefit",
  method: "POST",
  base: "api",
  paths: ["cop-marketing-activity/api/benefit/send/:id"],
  audience: "user",
  captcha: "benefit",
  args: z.object({
    /** Id of the benefit; an activity's id means its first benefit. */
    id,
    channel: z._default(channel, {}),
  }),
  result: z.object({
    result: z.enum(["SENT", "ALREADY", "SOLD_OUT", "NOT_ELIGIBLE"]),
    coupon: z.optional(coupon),
    remark: z.optional(z.string()),
    /**
     * The only missing condition, if the caller can meet it: for owners' benefits, and for benefits of people
     * who signed up.
     */
    missing: z.optional(z.enum(["verification", "signUp"])),
  }),
  refusals: ["notFound", ...flowRefusals],
});
export type SentBenefit = z.output<typeof sendBenefit.result>;

/** The caller's coupons, newest first, at most 200; optionally only those of one activity, or one coupon. */
export const listCoupons = defineCall({
  name: "listCoupons",
  method: "GET",
  base: "api",
  paths: ["cop-marketing-activity/api/v1/coupon/list"],
  audience: "user",
  args: z.object({
    activityId: z.optional(id),
    /**
     * The coupon whose code is displayed, to learn whether it has been redeemed. Other people's coupons are
     * not found.
     */
    couponId: z.optional(id),
  }),
  result: z.array(coupon),
  refusals: [],
});
