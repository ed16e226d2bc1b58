import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { id, moment } from "../core/fields.ts";

const page = "cop-marketing-activity/api/v1/activity/page";

/** Who sent somebody here: the signed reference of a shared link, or the sharer's openId. */
const sharer = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, "分享人不正确"));

/**
 * What is done with an activity's link (requirements M08, M09, U34): `share` makes the caller's own,
 * `open` and `claim` count the caller for the sharer who sent them, `claim` once an activity, and not for
 * whom its process bars (612). A GET with an effect: it needs a session token and a solved slider, both in
 * headers of its own (M15); what was done before is answered again without.
 */
export const operateLink = defineCall({
  name: "operateLink",
  method: "GET",
  base: "api",
  paths: [`${page}/link/operate/:id`],
  who: "user",
  captcha: "link",
  args: z.object({
    id,
    op: z.enum(["share", "open", "claim"], "操作不正确"),
    from: z.optional(sharer),
  }),
  result: z.object({
    /** The activity's page; with the reference of the caller (`share`), else of the sharer. */
    linkUrl: z.string(),
    /** Whether this request was the one that counted. */
    counted: z.boolean(),
    /** Why it did not count, where a person would ask. */
    remark: z.optional(z.string()),
  }),
  refusals: ["notFound", "noPermission"],
});

/** Who invites by a link, for the page that it leads to; refused where the reference is not one of ours. */
export const showShareInvitation = defineCall({
  name: "showShareInvitation",
  method: "GET",
  base: "api",
  paths: [`${page}/share/invitation`],
  who: "anyone",
  args: z.object({ activityId: id, from: sharer }),
  result: z.object({ nickname: z.string() }),
  refusals: ["notFound"],
});
export type ShareInvitation = z.output<typeof showShareInvitation.result>;

const shareCounts = {
  /** People who said that they came by the link (`open`, or `claim`), helped, signed up, left a lead: each once. */
  opens: z.int(),
  helps: z.int(),
  signUps: z.int(),
  leads: z.int(),
};

/** What the caller has shared and what came of it, newest first, at most 100 (requirement M21). */
export const listShares = defineCall({
  name: "listShares",
  method: "GET",
  base: "api",
  paths: [`${page}/share/list`],
  who: "user",
  args: z.object({ activityId: z.optional(id) }),
  result: z.array(
    z.object({
      activityId: id,
      activityMode: z.enum(["offline", "online"]),
      title: z.string(),
      coverUrl: z.string(),
      linkUrl: z.string(),
      createdTime: moment,
      ...shareCounts,
    }),
  ),
  refusals: [],
});
export type SharedLink = z.output<typeof listShares.result>[number];

/** Who came by the caller's link of an activity, newest first, at most 50; names are masked. */
export const listShareCredits = defineCall({
  name: "listShareCredits",
  method: "GET",
  base: "api",
  paths: [`${page}/share/credits`],
  who: "user",
  args: z.object({ activityId: id }),
  result: z.array(z.object({ kind: z.enum(["help", "signUp", "lead"]), name: z.string(), time: moment })),
  refusals: [],
});
export type ShareCredit = z.output<typeof listShareCredits.result>[number];
