import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { channel, flowKey, id, moment } from "../core/fields.ts";
import { flowRefusals } from "../flow/refusals.ts";

/** Where a benefit stands: not begun, to be had, all given out, over. */
const benefitState = z.enum(["soon", "open", "soldOut", "over"]);
/** Where a coupon stands; "soon" is usable too, but ends within three days. */
export const couponState = z.enum(["usable", "soon", "used", "expired"]);
export type CouponState = z.output<typeof couponState>;

/** What is printed on a coupon and on the benefit that it comes of. */
const printed = {
  benefitId: id,
  activityId: id,
  name: z.string(),
  /** Where or for what it holds. */
  summary: z.string(),
  /** What it is worth, for showing: ¥200, 8.8 折, 28 项. */
  value: z.string(),
  /** Below the value: 满 999 可用. */
  condition: z.string(),
};

/** A coupon of the caller's own (requirement M17). */
export const coupon = z.object({
  ...printed,
  couponId: id,
  /** Shown at the dealer; 60 random bits. */
  code: z.string(),
  validFrom: moment,
  validTo: moment,
  state: couponState,
  usedTime: z.nullable(moment),
  createdTime: moment,
});
export type Coupon = z.output<typeof coupon>;

/** A benefit that an activity gives. */
export const benefit = z.object({
  ...printed,
  state: benefitState,
  /** How many are left; null: no limit. */
  left: z.nullable(z.int()),
  perPerson: z.int(),
  fromTime: moment,
  toTime: moment,
});
export type Benefit = z.output<typeof benefit>;

/** Benefits of an activity in showing order; none where it gives none. */
export const listBenefits = defineCall({
  name: "listBenefits",
  method: "GET",
  base: "api",
  paths: ["cop-marketing-activity/api/v1/activity/page/benefit/list"],
  who: "anyone",
  args: z.object({
    activityId: id,
    /** "1" with activity "00": those of the draft that the two keys name, as `showNearby` has it. */
    preview: z.optional(z.string().check(z.maxLength(5))),
    processKey: z.optional(flowKey),
    nodeKey: z.optional(flowKey),
  }),
  result: z.array(benefit),
  refusals: ["notFound"],
});

/**
 * Sends a benefit to the caller (requirements M10, M11, M16). A lost answer asked for again gives
 * the same coupon. What cannot be had is no refusal: `result` says so, `remark` why.
 */
export const sendBenefit = defineCall({
  name: "sendBenefit",
  method: "POST",
  base: "api",
  paths: ["cop-marketing-activity/api/benefit/send/:id"],
  who: "user",
  captcha: "benefit",
  args: z.object({
    /** The benefit's id; an activity's means the first one that it gives. */
    id,
    channel: z._default(channel, {}),
  }),
  result: z.object({
    result: z.enum(["SENT", "ALREADY", "SOLD_OUT", "NOT_ELIGIBLE"]),
    coupon: z.optional(coupon),
    remark: z.optional(z.string()),
    /** What alone is missing, where the caller can do something about it: owners' benefits, and those of people who signed up. */
    missing: z.optional(z.enum(["verification", "signUp"])),
  }),
  refusals: ["notFound", ...flowRefusals],
});
export type SentBenefit = z.output<typeof sendBenefit.result>;

/** The caller's coupons, newest first, at most 200; those of one activity, or that one coupon, where one is named. */
export const listCoupons = defineCall({
  name: "listCoupons",
  method: "GET",
  base: "api",
  paths: ["cop-marketing-activity/api/v1/coupon/list"],
  who: "user",
  args: z.object({
    activityId: z.optional(id),
    /** The coupon whose code is on show: whether it has been redeemed. Somebody else's is none. */
    couponId: z.optional(id),
  }),
  result: z.array(coupon),
  refusals: [],
});
