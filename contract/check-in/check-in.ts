import { couponState } from "../benefit/benefit.ts";
import { cancellation } from "../activity/cancellation.ts";
import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { cursor, id, moment, personName, staffLink } from "../core/fields.ts";
import { limits } from "../core/limits.ts";
import { labelledAnswer } from "../signup/labelled-answers.ts";
import { versionTimestamp } from "../core/version-timestamp.ts";

const path = "cop-marketing-activity/api/v1/check-in";

/** Somebody who signed up, as the dealer's staff see them. */
const guest = z.object({
  signUpId: id,
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  /** Of the session, else of the activity. */
  startTime: moment,
  /** To the activity's own questions. */
  answers: z.array(labelledAnswer),
  checkedInTime: z.nullable(moment),
  checkedInBy: z.nullable(z.string()),
});
export type Guest = z.output<typeof guest>;

/** A coupon that the link's activity gave, as the dealer's staff see it: nothing of whose it is. */
const presentedCoupon = z.object({
  code: z.string(),
  name: z.string(),
  /** Where or for what it holds. */
  summary: z.string(),
  /** What it is worth, for showing: ¥200, 8.8 折. */
  value: z.string(),
  /** What it asks for: 满 999 可用. */
  condition: z.string(),
  state: couponState,
  validTo: moment,
  usedTime: z.nullable(moment),
  /** Who redeemed it, as they named themselves; null while nobody has. */
  usedBy: z.nullable(z.string()),
});
export type PresentedCoupon = z.output<typeof presentedCoupon>;

/**
 * What a staff link is for, and who is expected, by session and name; of very many the first 2,000. `keyword`: part of a
 * name, or up to the last four digits of a mobile; a page of what is looked for may be short or empty although
 * `nextCursor` says that there is more to look through.
 */
export const openCheckIn = defineCall({
  name: "openCheckIn",
  method: "POST",
  base: "api",
  paths: [`${path}/open`],
  who: "anyone",
  args: z.object({
    link: staffLink,
    keyword: z._default(z.string().check(z.maxLength(limits.maxKeywordLength)), ""),
    cursor,
  }),
  result: z.object({
    title: z.string(),
    dealerName: z.nullable(z.string()),
    address: z.string(),
    startTime: moment,
    endTime: moment,
    expiresTime: moment,
    /** Of all, whoever is looked for. */
    total: z.int(),
    arrived: z.int(),
    guests: z.array(guest),
    nextCursor: z.nullable(z.string()),
    /** The activity does not take place: nobody is checked in. Missing: it does. */
    calledOff: z.optional(cancellation),
  }),
  refusals: ["notFound"],
});
export type CheckInList = z.output<typeof openCheckIn.result>;

/**
 * Checks one guest in, once (requirement L19): by what was scanned, by the ticket's number as typed, or
 * by a row of the list. `result`: done; already, with when and by whom; stale: a code of another time
 * than now; elsewhere: of another session or dealer; coupon: no ticket, but a coupon of this activity's,
 * which is looked at and not redeemed yet; unknown: neither. A guest of an activity that was called off: 633 with
 * remark, unless they were checked in before.
 */
export const checkIn = defineCall({
  name: "checkIn",
  method: "POST",
  base: "api",
  paths: [path],
  who: "anyone",
  args: z.object({
    link: staffLink,
    /** Who checks in, as others will read it. */
    by: personName,
    code: z.optional(z.string().check(z.maxLength(120))),
    signUpId: z.optional(id),
  }),
  result: z.object({
    result: z.enum(["done", "already", "stale", "elsewhere", "coupon", "unknown"]),
    guest: z.nullable(guest),
    /** Of result "coupon" alone. */
    coupon: z.optional(presentedCoupon),
  }),
  refusals: ["notFound", "flowBranch"],
});
export type CheckInResult = z.output<typeof checkIn.result>;

/**
 * Takes a check-in back that was made by mistake (requirement L19): the ticket is as before, and may be checked in,
 * changed or given up again. `checkedInTime` says which check-in is meant, so that a late or repeated wish never
 * takes back the guest's real one. `result`: done; open: nobody is checked in (any more); another: the check-in that
 * stands is another one; elsewhere: of another session or dealer; unknown: no sign-up of this activity's.
 */
export const undoCheckIn = defineCall({
  name: "undoCheckIn",
  method: "POST",
  base: "api",
  paths: [`${path}/undo`],
  who: "anyone",
  args: z.object({
    link: staffLink,
    signUpId: id,
    checkedInTime: versionTimestamp("请刷新名单后再试"),
  }),
  result: z.object({
    result: z.enum(["done", "open", "another", "elsewhere", "unknown"]),
    guest: z.nullable(guest),
  }),
  refusals: ["notFound"],
});
export type UndoCheckInResult = z.output<typeof undoCheckIn.result>;

/**
 * Redeems a coupon that the link's activity gave, once (requirement M12). `result`: done; already, with when
 * and by whom; expired; unknown: no coupon of this activity's.
 */
export const redeemCoupon = defineCall({
  name: "redeemCoupon",
  method: "POST",
  base: "api",
  paths: [`${path}/coupon`],
  who: "anyone",
  args: z.object({
    link: staffLink,
    /** Who redeems it, as others will read it. */
    by: personName,
    /** As scanned or typed. */
    code: z.string("请输入券码").check(z.maxLength(120, "券码不正确")),
  }),
  result: z.object({
    result: z.enum(["done", "already", "expired", "unknown"]),
    coupon: z.nullable(presentedCoupon),
  }),
  refusals: ["notFound"],
});
export type RedeemResult = z.output<typeof redeemCoupon.result>;

/**
 * Takes a redemption back that was made by mistake (requirement M12): the coupon is its person's to use again, while it
 * holds. `usedTime` says which redemption is meant, so that a late or repeated wish never takes back the real one.
 * `result`: done; open: it is not redeemed (any more); another: the redemption that stands is another one, or was not
 * made at such a desk; unknown: no coupon of this activity's.
 */
export const undoRedeem = defineCall({
  name: "undoRedeem",
  method: "POST",
  base: "api",
  paths: [`${path}/coupon/undo`],
  who: "anyone",
  args: z.object({
    link: staffLink,
    code: z.string("请输入券码").check(z.maxLength(120, "券码不正确")),
    usedTime: versionTimestamp("请重新扫描后再试"),
  }),
  result: z.object({
    result: z.enum(["done", "open", "another", "unknown"]),
    coupon: z.nullable(presentedCoupon),
  }),
  refusals: ["notFound"],
});
export type UndoRedeemResult = z.output<typeof undoRedeem.result>;
