import * as z from "zod/mini";
import { couponLapse, couponState } from "../benefit/benefit.ts";
import { id, timestamp, upTo } from "../core/fields.ts";
import { listPage, operatorListArgs } from "./list.ts";
import { defineOperatorCall } from "./operator-call.ts";

/** State of a benefit: not begun, available, sold out, over. */
export const listedBenefitState = z.enum(["soon", "open", "soldOut", "over"]);
export type ListedBenefitState = z.output<typeof listedBenefitState>;

/** Filter of the benefits; `keyword`: a part of the benefit's name or of the activity's title. */
const benefitFilter = z.object({
  states: z.optional(z.array(listedBenefitState).check(z.maxLength(4))),
  keyword: z.optional(z.string().check(upTo(40))),
});
const listedBenefit = z.object({
  benefitId: id,
  activityId: id,
  activityTitle: z.string(),
  name: z.string(),
  /** As printed: ¥200, 8.8 折. */
  value: z.string(),
  condition: z.string(),
  isForMall: z.boolean(),
  state: listedBenefitState,
  /** null: no limit. */
  stock: z.nullable(z.int()),
  sent: z.int(),
  used: z.int(),
  fromTime: timestamp,
  toTime: timestamp,
});
export type ListedBenefit = z.output<typeof listedBenefit>;

/** Benefits of the activities in scope, with stock, sent and used. */
export const listActivityBenefits = defineOperatorCall({
  name: "listActivityBenefits",
  path: "benefits",
  kind: "read",
  right: "benefit.read",
  args: operatorListArgs(benefitFilter, ["from", "sent"]),
  result: listPage(listedBenefit),
  refusals: [],
});

/** A coupon as operators see it; of its code only the last group. */
const operatorCoupon = z.object({
  couponId: id,
  codeEnd: z.string(),
  activityId: id,
  activityTitle: z.string(),
  name: z.string(),
  value: z.string(),
  condition: z.string(),
  summary: z.string(),
  isForMall: z.boolean(),
  /** Holder's mobile, masked; null: they have none. */
  mobile: z.nullable(z.string()),
  state: couponState,
  lapsed: z.nullable(couponLapse),
  /** An open order of the mall holds it. */
  isHeld: z.boolean(),
  validFrom: timestamp,
  validTo: timestamp,
  usedTime: z.nullable(timestamp),
  /** Name of the one who redeemed it at a desk or here; null: unused, or used by an order of the mall. */
  usedBy: z.nullable(z.string()),
  /** Whether its end was reported to the outside coupon system, after which it is not extended. */
  isEndReported: z.boolean(),
});
export type OperatorCoupon = z.output<typeof operatorCoupon>;
const couponResult = z.object({ coupon: operatorCoupon });

/** Finds the coupon of a whole code; no row: unknown, or out of scope. */
export const findCoupon = defineOperatorCall({
  name: "findCoupon",
  path: "coupons/find",
  kind: "read",
  right: "benefit.read",
  reach: "one",
  args: z.object({ code: z.string("请填写券码").check(z.maxLength(100, "券码不正确")) }),
  result: z.object({ coupon: z.nullable(operatorCoupon) }),
  refusals: ["invalid"],
});

/** Redeems a coupon once, whichever door it is presented at (requirement CO63). */
export const redeemFoundCoupon = defineOperatorCall({
  name: "redeemFoundCoupon",
  path: "coupons/redeem",
  kind: "write",
  right: "coupon.redeem",
  reach: "one",
  args: z.object({ couponId: id }),
  result: couponResult,
  refusals: ["notFound", "stateChanged"],
});

/** Takes back the redemption of the given time, made at a desk or here, and no other. */
export const undoCouponRedemption = defineOperatorCall({
  name: "undoCouponRedemption",
  path: "coupons/undo",
  kind: "write",
  right: "coupon.redeem",
  reach: "one",
  args: z.object({ couponId: id, usedTime: timestamp }),
  result: couponResult,
  refusals: ["notFound", "stateChanged"],
});

/** Longest time until the new end of a coupon, days. */
export const MAX_EXTENSION_DAYS = 366;
/**
 * Extends an unused coupon to the end of a day in Shanghai; it never shortens (requirement CO63).
 * `basedOn`: the end that the operator saw.
 */
export const extendCoupon = defineOperatorCall({
  name: "extendCoupon",
  path: "coupons/extend",
  kind: "write",
  right: "benefit.write",
  args: z.object({
    couponId: id,
    basedOn: timestamp,
    lastDay: z.string("请选择日期").check(z.regex(/^\d{4}-\d{2}-\d{2}$/, "请选择日期")),
  }),
  result: couponResult,
  refusals: ["notFound", "stateChanged", "invalid"],
});

/** Why the last attempt failed: an answer with another status, none in time, or no connection. */
export const deliveryCause = z.enum(["status", "timeout", "unreachable"]);
export type DeliveryCause = z.output<typeof deliveryCause>;
const failingDelivery = z.object({
  couponId: id,
  benefitName: z.string(),
  activityTitle: z.string(),
  event: z.enum(["issued", "expired"]),
  cause: deliveryCause,
  /** HTTP status of the outside system; null: it did not answer. */
  status: z.nullable(z.int()),
  tries: z.int(),
  /** First failure. */
  failedTime: timestamp,
  nextTime: timestamp,
});
export type FailingDelivery = z.output<typeof failingDelivery>;

const deliveryFilter = z.object({ causes: z.optional(z.array(deliveryCause).check(z.maxLength(3))) });
/** Deliveries to the outside coupon system that failed and are tried again, with cause and age (requirement CO64). */
export const listFailingDeliveries = defineOperatorCall({
  name: "listFailingDeliveries",
  path: "deliveries",
  kind: "read",
  right: "benefit.read",
  args: operatorListArgs(deliveryFilter, ["failed"]),
  result: listPage(failingDelivery),
  refusals: [],
});

/**
 * Makes failing deliveries due at once, under the same Idempotency-Key as before (requirement CO64): ticked ones, or all that a
 * filter finds, if it still finds as many. `tries`: attempts that the operator saw; one that was tried since is left.
 */
export const retryDeliveries = defineOperatorCall({
  name: "retryDeliveries",
  path: "deliveries/retry",
  kind: "write",
  right: "benefit.write",
  args: z.object({
    selection: z.union([
      z.object({
        deliveries: z
          .array(z.object({ couponId: id, tries: z.int().check(z.minimum(1)) }))
          .check(z.minLength(1), z.maxLength(500)),
      }),
      z.object({ filter: deliveryFilter, count: z.int().check(z.minimum(1)) }),
    ]),
  }),
  result: z.object({ retried: z.int(), left: z.int() }),
  refusals: ["notFound", "stateChanged", "listChanged"],
});
export type DeliverySelection = z.output<typeof retryDeliveries.args>["selection"];
