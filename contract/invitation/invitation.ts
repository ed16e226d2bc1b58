import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { id, timestamp } from "../core/fields.ts";
import { flowRefusals } from "../flow/refusals.ts";

const pagePath = "cop-marketing-activity/api/v1/activity/page";

/**
 * Invitation code of a link or QR: 128 random bits, stored as a hash; it admits one person without a form.
 */
const sec = z.string("邀请码不正确").check(z.regex(/^[A-Za-z0-9_-]{22}$/, "邀请码不正确"));

/**
 * Grant and state of an invitation code (requirements M13, U31). For a code bound to a session, times and
 * place are those of the session, and the code expires once the session has begun or was removed.
 */
export const showInvitationCode = defineCall({
  name: "showInvitationCode",
  method: "GET",
  base: "api",
  paths: [`${pagePath}/sec/apply/info`],
  audience: "anyone",
  args: z.object({ activityId: id, sec }),
  result: z.object({
    activityId: id,
    activityMode: z.enum(["offline", "online"]),
    title: z.string(),
    coverUrl: z.string(),
    startTime: timestamp,
    endTime: timestamp,
    /** Dealer of the session or the code, as shown; null: no particular dealer. */
    dealerName: z.nullable(z.string()),
    /** Address of the dealer, otherwise of the activity. */
    address: z.string(),
    /** First character of the invited person's name; the rest is not disclosed. */
    guest: z.string(),
    state: z.enum(["open", "used", "expired"]),
    expiresTime: timestamp,
    /** Sign-up period of the activity, as its page shows it; it applies to invitations too. */
    opensTime: timestamp,
    closesTime: timestamp,
    /** End of the activity. */
    overTime: timestamp,
    serverTime: timestamp,
  }),
  refusals: ["notFound"],
});
export type InvitationCodeInfo = z.output<typeof showInvitationCode.result>;

/**
 * Applies by an invitation code, without a form; both arguments in the query, the body empty (requirements
 * M14, U37). A code admits one person; a repeated request by the same person returns the same response.
 */
export const acceptInvitationCode = defineCall({
  name: "acceptInvitationCode",
  method: "POST",
  base: "api",
  paths: [`${pagePath}/sec/apply/plain`],
  audience: "userWithMobile",
  query: ["activityId", "sec"],
  args: z.object({ activityId: id, sec }),
  result: z.object({ signUpId: id, ticketCode: z.string() }),
  refusals: ["notFound", ...flowRefusals, "conflict"],
});
