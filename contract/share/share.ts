import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { id, timestamp } from "../core/fields.ts";

const pagePath = "cop-marketing-activity/api/v1/activity/page";

/** Identifies the sharer: the signed reference of a shared link, or the sharer's openId. */
const sharer = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, "分享人不正确"));

/**
 * Operation on an activity's link (requirements M08, M09, U34): `share` creates the caller's own link, `open`
 * and `claim` credit the caller to the sharer; `claim` only once per activity, and not for people excluded by
 * its process (612). A GET with an effect: it needs a session token and a solved slider captcha, both in
 * custom headers (M15); a repeated operation is answered without a captcha.
 */
export const operateLink = defineCall({
  name: "operateLink",
  method: "GET",
  base: "api",
  paths: [`${pagePath}/link/operate/:id`],
  audience: "user",
  acts: true,
  captcha: "link",
  args: z.object({
    id,
    op: z.enum(["share", "open", "claim"], "操作不正确"),
    from: z.optional(sharer),
  }),
  result: z.object({
    /**
     * Address of the activity's page, with the reference of the caller (`share`), otherwise of the sharer.
     */
    linkUrl: z.string(),
    /** Whether this request was counted. */
    counted: z.boolean(),
    /** Reason why it was not counted, if relevant to the person. */
    remark: z.optional(z.string()),
  }),
  refusals: ["notFound", "noPermission"],
});

/** Name of the inviting person for the page of a shared link; not found if the reference is invalid. */
export const showShareInvitation = defineCall({
  name: "showShareInvitation",
  method: "GET",
  base: "api",
  paths: [`${pagePath}/share/invitation`],
  audience: "anyone",
  args: z.object({ activityId: id, from: sharer }),
  result: z.object({ nickname: z.string() }),
  refusals: ["notFound"],
});

const shareCounts = {
  /**
   * People who came through the link (`open`, or `claim`), helped, signed up, left a lead: each counted once.
   */
  opens: z.int(),
  helps: z.int(),
  signUps: z.int(),
  leads: z.int(),
};

/** The caller's shared links and their results, newest first, at most 100 (requirement M21). */
export const listShares = defineCall({
  name: "listShares",
  method: "GET",
  base: "api",
  paths: [`${pagePath}/share/list`],
  audience: "user",
  args: z.object({ activityId: z.optional(id) }),
  result: z.array(
    z.object({
      activityId: id,
      activityMode: z.enum(["offline", "online"]),
      title: z.string(),
      coverUrl: z.string(),
      linkUrl: z.string(),
      createdTime: timestamp,
      ...shareCounts,
    }),
  ),
  refusals: [],
});
export type SharedLink = z.output<typeof listShares.result>[number];

/** People who came through the caller's link of an activity, newest first, at most 50; names are masked. */
export const listShareCredits = defineCall({
  name: "listShareCredits",
  method: "GET",
  base: "api",
  paths: [`${pagePath}/share/credits`],
  audience: "user",
  args: z.object({ activityId: id }),
  result: z.array(z.object({ kind: z.enum(["help", "signUp", "lead"]), name: z.string(), time: timestamp })),
  refusals: [],
});
export type ShareCredit = z.output<typeof listShareCredits.result>[number];
