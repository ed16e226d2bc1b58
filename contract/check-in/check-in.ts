import { couponLapse, couponState } from "../benefit/benefit.ts";
import { cancellation } from "../activity/cancellation.ts";
import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { cursor, id, maxPasted, timestamp, personName, staffLink, upTo } from "../core/fields.ts";
import { limits } from "../core/limits.ts";
import { labelledAnswer } from "../signup/labelled-answers.ts";
import { versionTimestamp } from "../core/version-timestamp.ts";

const path = "cop-marketing-activity/api/v1/check-in";

/** A person who signed up, as the dealer's staff see them. */
const guest = z.object({
  signUpId: id,
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  /** Start of the session, otherwise of the activity. */
  startTime: timestamp,
  /** Answers to the activity's own questions. */
  answers: z.array(labelledAnswer),
  checkedInTime: z.nullable(timestamp),
  checkedInBy: z.nullable(z.string()),
});
export type Guest = z.output<typeof guest>;

/** A coupon of the link's activity, as the dealer's staff see it, without the name of its holder. */
const presentedCoupon = z.object({
  code: z.string(),
  name: z.string(),
  /** Place or purpose for which it is valid. */
  summary: z.string(),
  /** Value as shown: ¥200, 8.8 折. */
  value: z.string(),
  /** Condition: 满 999 可用. */
  condition: z.string(),
  state: couponState,
  /** Condition that its holder does not meet any more; the coupon cannot be redeemed. */
  lapsed: z.optional(couponLapse),
  /** Held by an unpaid order of the mall; the coupon cannot be redeemed until that is cancelled (requirement MA34). */
  isHeld: z.optional(z.boolean()),
  validTo: timestamp,
  usedTime: z.nullable(timestamp),
  /** Name that the redeeming person entered; null if not redeemed. */
  usedBy: z.nullable(z.string()),
});
export type PresentedCoupon = z.output<typeof presentedCoupon>;

/**
 * A pick-up order of the mall, as its dealer's staff see it: what is to be handed over, without its person. Another
 * dealer's staff see the name of the right dealer and no goods.
 */
const presentedPickup = z.object({
  code: z.string(),
  orderNo: z.string(),
  /** ready: to be handed over; done: handed over; over: refunded or kept no longer. */
  state: z.enum(["ready", "done", "over"]),
  dealerName: z.string(),
  handedTime: z.nullable(timestamp),
  lines: z.array(z.object({ title: z.string(), optionValues: z.array(z.string()), qty: z.int() })),
});
export type PresentedPickup = z.output<typeof presentedPickup>;

/**
 * Purpose of a staff link and its expected guests, by session and name; of a very long list the first 2,000.
 * `keyword`: part of a name, or up to the last four digits of a mobile; a page of search results may be short
 * or empty although `nextCursor` indicates more rows to search.
 */
export const openCheckIn = defineCall({
  name: "openCheckIn",
  method: "POST",
  base: "api",
  paths: [`${path}/open`],
  audience: "anyone",
  args: z.object({
    link: staffLink,
    keyword: z._default(z.string().check(upTo(limits.maxKeywordLength)), ""),
    cursor,
  }),
  result: z.object({
    title: z.string(),
    dealerName: z.nullable(z.string()),
    address: z.string(),
    startTime: timestamp,
    endTime: timestamp,
    expiresTime: timestamp,
    /** Number of all guests, regardless of `keyword`. */
    total: z.int(),
    arrived: z.int(),
    guests: z.array(guest),
    nextCursor: z.nullable(z.string()),
    /** Present if the activity is cancelled: nobody can be checked in. */
    calledOff: z.optional(cancellation),
  }),
  refusals: ["notFound"],
});
export type CheckInList = z.output<typeof openCheckIn.result>;

/**
 * Checks one guest in, once (requirement L19): by the scanned code, by the ticket's number as typed, or by a
 * row of the list. `result`: done; already, with time and person; stale: a code of another time; elsewhere: a
 * ticket of another session or dealer, with name, masked mobile and time, and nothing else of the guest; coupon: not a
 * ticket, but a coupon of this activity, shown and not redeemed yet; pickup: an order of the mall that waits at this
 * link's dealer, shown and not handed over yet; pickupElsewhere: one of another dealer; unknown: none of these, or a row of
 * another session or dealer. A guest of a cancelled activity: 633 with remark, unless checked in before. Attempts that find nothing count
 * for the link: about thirty at once and then one in 20 s, else 429.
 */
export const checkIn = defineCall({
  name: "checkIn",
  method: "POST",
  base: "api",
  paths: [path],
  audience: "anyone",
  args: z.object({
    link: staffLink,
    /** Name of the person who checks in, as others will read it. */
    by: personName,
    code: z.optional(z.string().check(z.maxLength(maxPasted))),
    signUpId: z.optional(id),
  }),
  result: z.object({
    result: z.enum([
      "done",
      "already",
      "stale",
      "elsewhere",
      "coupon",
      "pickup",
      "pickupElsewhere",
      "unknown",
    ]),
    guest: z.nullable(guest),
    /** Only for result "coupon". */
    coupon: z.optional(presentedCoupon),
    /** Only for results "pickup" and "pickupElsewhere". */
    pickup: z.optional(presentedPickup),
  }),
  refusals: ["notFound", "flowBranch", "tooMany"],
});
export type CheckInResult = z.output<typeof checkIn.result>;

/**
 * Reverts a mistaken check-in (requirement L19): the ticket is as before, and may be checked in, changed or
 * cancelled again. `checkedInTime` identifies the check-in, so that a late or repeated request never reverts
 * the guest's real one. `result`: done; open: not checked in (any more); another: a different check-in is
 * recorded; unknown: not a guest of this link; elsewhere: only of earlier releases. 429 as for `checkIn`.
 */
export const undoCheckIn = defineCall({
  name: "undoCheckIn",
  method: "POST",
  base: "api",
  paths: [`${path}/undo`],
  audience: "anyone",
  args: z.object({
    link: staffLink,
    signUpId: id,
    checkedInTime: versionTimestamp("请刷新名单后再试"),
  }),
  result: z.object({
    result: z.enum(["done", "open", "another", "elsewhere", "unknown"]),
    guest: z.nullable(guest),
  }),
  refusals: ["notFound", "tooMany"],
});
export type UndoCheckInResult = z.output<typeof undoCheckIn.result>;

/**
 * Redeems a coupon of the link's activity, once (requirement M12). `result`: done; already, with time and
 * person; expired; held: by an unpaid order of the mall; unknown: not a coupon of this activity.
 */
export const redeemCoupon = defineCall({
  name: "redeemCoupon",
  method: "POST",
  base: "api",
  paths: [`${path}/coupon`],
  audience: "anyone",
  args: z.object({
    link: staffLink,
    /** Name of the person who redeems it, as others will read it. */
    by: personName,
    /** Code as scanned or typed. */
    code: z.string("请输入券码").check(z.maxLength(maxPasted, "券码不正确")),
  }),
  result: z.object({
    result: z.enum(["done", "already", "expired", "held", "unknown"]),
    coupon: z.nullable(presentedCoupon),
  }),
  refusals: ["notFound", "tooMany"],
});
export type RedeemResult = z.output<typeof redeemCoupon.result>;

/**
 * Reverts a mistaken redemption (requirement M12): the holder can use the coupon again while it is valid.
 * `usedTime` identifies the redemption, so that a late or repeated request never reverts the real one.
 * `result`: done; open: not redeemed (any more); another: a different redemption is recorded, or it was not
 * made at a staff desk; unknown: not a coupon of this activity.
 */
export const undoRedeem = defineCall({
  name: "undoRedeem",
  method: "POST",
  base: "api",
  paths: [`${path}/coupon/undo`],
  audience: "anyone",
  args: z.object({
    link: staffLink,
    code: z.string("请输入券码").check(z.maxLength(maxPasted, "券码不正确")),
    usedTime: versionTimestamp("请重新扫描后再试"),
  }),
  result: z.object({
    result: z.enum(["done", "open", "another", "unknown"]),
    coupon: z.nullable(presentedCoupon),
  }),
  refusals: ["notFound", "tooMany"],
});
export type UndoRedeemResult = z.output<typeof undoRedeem.result>;

/**
 * Hands a pick-up order of the mall over at its dealer, once. `result`: done; already, with the time; over: refunded or
 * kept no longer; unknown: no such code, or an order of another dealer. 429 as for `checkIn`.
 */
export const handOverPickup = defineCall({
  name: "handOverPickup",
  method: "POST",
  base: "api",
  paths: [`${path}/pickup`],
  audience: "anyone",
  args: z.object({
    link: staffLink,
    /** Code as scanned or typed. */
    code: z.string("请输入提货码").check(z.maxLength(maxPasted, "提货码不正确")),
  }),
  result: z.object({
    result: z.enum(["done", "already", "over", "unknown"]),
    pickup: z.nullable(presentedPickup),
  }),
  refusals: ["notFound", "tooMany"],
});
export type HandOverResult = z.output<typeof handOverPickup.result>;
