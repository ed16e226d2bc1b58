import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { id, moment } from "../core/fields.ts";
import { flowRefusals } from "../flow/refusals.ts";

const page = "cop-marketing-activity/api/v1/activity/page";

/** A sealed code of a link or QR: 128 random bits, kept as a hash; it lets one person in without a form. */
const sec = z.string("邀请码不正确").check(z.regex(/^[A-Za-z0-9_-]{22}$/, "邀请码不正确"));

/**
 * What a sealed code grants, and whether it is used (requirements M13, U31). Where it is for a session, times and place
 * are that session's, and it has expired once that has begun or was taken out.
 */
export const showInvitationCode = defineCall({
  name: "showInvitationCode",
  method: "GET",
  base: "api",
  paths: [`${page}/sec/apply/info`],
  who: "anyone",
  args: z.object({ activityId: id, sec }),
  result: z.object({
    activityId: id,
    activityMode: z.enum(["offline", "online"]),
    title: z.string(),
    coverUrl: z.string(),
    startTime: moment,
    endTime: moment,
    /** Of the session or the code, as shown; null: at no dealer in particular. */
    dealerName: z.nullable(z.string()),
    /** The dealer's, else the activity's. */
    address: z.string(),
    /** Whom it invites, as far as they may be named: the first character. */
    guest: z.string(),
    state: z.enum(["open", "used", "expired"]),
    expiresTime: moment,
    /** From when and until when the activity takes anybody, as its page's bar has it; an invitation goes by the same. */
    opensTime: moment,
    closesTime: moment,
    /** The activity's own end. */
    overTime: moment,
    serverTime: moment,
  }),
  refusals: ["notFound"],
});
export type InvitationCodeInfo = z.output<typeof showInvitationCode.result>;

/**
 * Applies without a form, by a sealed code; both in the query, the body empty (requirements M14, U37).
 * A code is good for one person; the same person asked again gets the same answer.
 */
export const acceptInvitationCode = defineCall({
  name: "acceptInvitationCode",
  method: "POST",
  base: "api",
  paths: [`${page}/sec/apply/plain`],
  who: "userWithMobile",
  query: ["activityId", "sec"],
  args: z.object({ activityId: id, sec }),
  result: z.object({ signUpId: id, ticketCode: z.string() }),
  refusals: ["notFound", ...flowRefusals, "conflict"],
});
