import { defineCall } from "./call.ts";
import * as z from "zod/mini";
import { id, moment, personName, staffLink } from "./fields.ts";

const path = "cop-marketing-activity/api/v1/check-in";

/** Somebody who signed up, as the dealer's staff see them. */
const guest = z.object({
  signUpId: id,
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  /** Of the session, else of the activity. */
  startTime: moment,
  checkedInTime: z.nullable(moment),
  checkedInBy: z.nullable(z.string()),
});
export type Guest = z.output<typeof guest>;

/** What a staff link is for, and who is expected; at most 2,000 guests, by session and name. */
export const openCheckIn = defineCall({
  name: "openCheckIn",
  method: "POST",
  base: "api",
  paths: [`${path}/open`],
  who: "anyone",
  args: z.object({ link: staffLink }),
  result: z.object({
    title: z.string(),
    dealerName: z.nullable(z.string()),
    address: z.string(),
    startTime: moment,
    endTime: moment,
    expiresTime: moment,
    guests: z.array(guest),
  }),
  refusals: ["notFound"],
});
export type CheckInList = z.output<typeof openCheckIn.result>;

/**
 * Checks one guest in, once (requirement L19): by what was scanned, by the ticket's number as typed, or
 * by a row of the list. `result`: done; already, with when and by whom; stale: a code of another time
 * than now; elsewhere: of another session or dealer; unknown: of no sign-up here.
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
    result: z.enum(["done", "already", "stale", "elsewhere", "unknown"]),
    guest: z.nullable(guest),
  }),
  refusals: ["notFound"],
});
export type CheckInResult = z.output<typeof checkIn.result>;
