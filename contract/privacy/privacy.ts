import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { moment, smsCode } from "../core/fields.ts";

/** Rows of one kind that are held about a person. */
const personalSection = z.object({
  /** Of the table, as docs/security.md names it. */
  name: z.string(),
  /** What it is, in the person's words. */
  title: z.string(),
  /** As they are held, opened; without secrets of the server's own (password's and tokens' hashes, lookup keys). */
  rows: z.array(z.record(z.string(), z.unknown())),
  /** There are more than an export holds, or has time to find; of events `rows` are the newest. */
  isCut: z.boolean(),
});

/**
 * Everything that is held about the caller, as one document (PIPL article 45). Pictures stand with an
 * address of ten minutes. At most 5 a day, those that failed among them; each is noted in the audit log.
 */
export const exportPersonalData = defineCall({
  name: "exportPersonalData",
  method: "POST",
  base: "api",
  paths: ["cop-marketing-base/api/v1/cop/personal-data/export"],
  who: "user",
  args: z.object({}),
  result: z.object({ createdTime: moment, sections: z.array(personalSection) }),
  /** tooMany: 5 a day. */
  refusals: [],
});

/**
 * Erases the caller: account, sign-ups, leads, coupons, club, pictures and behaviour, at once and for good
 * (PIPL article 47); where much of everybody's behaviour is to be looked through, theirs goes soon after.
 * Sign-ups to come are given up, so that their seats are free; counts of what is past stay without the person.
 * Proved by an SMS code of scene "erase" to the caller's mobile; who has none proves it by a login of the last
 * ten minutes. The token is dead afterwards. Done again: 401.
 */
export const erasePersonalData = defineCall({
  name: "erasePersonalData",
  method: "POST",
  base: "api",
  paths: ["cop-marketing-base/api/v1/cop/personal-data/erase"],
  who: "user",
  args: z.object({
    /** Of whoever has a mobile. */
    smsCode: z.optional(smsCode),
    /** Never sent by default: the person has ticked that it cannot be undone. */
    sure: z.literal(true, "请先确认"),
  }),
  result: z.null(),
  /** conflict: without a mobile, and the login is older than ten minutes. */
  refusals: ["smsCodeWrong", "smsCodeLocked", "conflict"],
});
