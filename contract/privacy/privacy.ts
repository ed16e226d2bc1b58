import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { timestamp, smsCode } from "../core/fields.ts";

/** Stored rows of one kind about a person. */
const personalSection = z.object({
  /** Name of the table, as in docs/security.md. */
  name: z.string(),
  /** Title in the person's language. */
  title: z.string(),
  /**
   * Rows as stored, decrypted; without secrets of the server (hashes of password and tokens, lookup keys).
   */
  rows: z.array(z.record(z.string(), z.unknown())),
  /**
   * Truncated: there are more rows than an export contains or has time to find; for events `rows` are the
   * newest.
   */
  isCut: z.boolean(),
});

/**
 * All data stored about the caller, as one document (PIPL article 45). Pictures are listed with an address
 * that is valid for ten minutes. At most 5 exports per day, including failed ones; each is recorded in the
 * audit log.
 */
export const exportPersonalData = defineCall({
  name: "exportPersonalData",
  method: "POST",
  base: "api",
  paths: ["cop-marketing-base/api/v1/cop/personal-data/export"],
  audience: "user",
  acts: false,
  security: "privacy",
  args: z.object({}),
  result: z.object({ createdTime: timestamp, sections: z.array(personalSection) }),
  /** tooMany: 5 per day. */
  refusals: [],
});

/**
 * Erases the caller's data: account, sign-ups, leads, coupons, club, pictures and behaviour, at once and
 * permanently (PIPL article 47); with a large event table, their events are erased soon after. Future
 * sign-ups are cancelled, which frees their seats; counts of past activities remain without the person. Unpaid
 * orders are cancelled; orders, lines and amounts remain without the person (requirement MA98).
 * Verified by an SMS code of scene "erase" to the caller's mobile; without a mobile by a login within the
 * last ten minutes. The token is invalid afterwards. Repeated: 401.
 */
export const erasePersonalData = defineCall({
  name: "erasePersonalData",
  method: "POST",
  base: "api",
  paths: ["cop-marketing-base/api/v1/cop/personal-data/erase"],
  audience: "user",
  acts: false,
  security: "privacy",
  args: z.object({
    /** Required if the caller has a mobile. */
    smsCode: z.optional(smsCode),
    /** Never sent by default: the person has confirmed that it cannot be undone. */
    sure: z.literal(true, "请先确认"),
  }),
  result: z.null(),
  /**
   * conflict: without a mobile, and the login is older than ten minutes; or paid orders, open cases and refunds
   * hinder it, which the message names.
   */
  refusals: ["smsCodeWrong", "smsCodeLocked", "conflict"],
});
