import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { articleSchema, authorSchema, commentSchema } from "./shapes.ts";
import { cursor, id, moment, pageSize, personName, staffLink } from "../core/fields.ts";

/** What members of the car club complain of, for operators who have a staff link to decide it (requirement P23). Ours. */
const base = { base: "api", signature: "community", method: "POST", who: "anyone" } as const;
const path = "community/complaint";

export const complaintKind = z.enum(["article", "comment", "member", "group"]);
export type ComplaintKind = z.output<typeof complaintKind>;
export const complaintReason = z.enum(
  ["spam", "abuse", "false", "privacy", "illegal", "other"],
  "请选择理由",
);
export type ComplaintReason = z.output<typeof complaintReason>;
/** Why something of the caller's is hidden, or was. */
export const moderation = z.object({
  /** Who decided: those who lead the group, many who complained, or operators. */
  by: z.enum(["leaders", "complaints", "operators"]),
  /** What most of those have said who complained; null: nobody has. */
  reason: z.nullable(complaintReason),
  /** What those who lead the group have written; plain text, "" for nothing. */
  explanation: z.string(),
  /** Whether the caller has asked operators to look at it again, and whether they have. */
  review: z.enum(["none", "waiting", "decided"]),
});
export type Moderation = z.output<typeof moderation>;
/** As operators read it: `review` is what an author says who asks them to look at what was hidden again. */
export const reportReason = z.enum(["spam", "abuse", "false", "privacy", "illegal", "other", "review"]);
/**
 * hide: nobody sees the article or comment any more; bar: that, and its author may no longer write, join,
 * like, follow or complain; reject: it is shown, also where complaints had hidden it; unbar: its author
 * may again. A person can be barred, unbarred and left alone, not hidden. Of a group there are two: reject, and
 * clear, which takes its cover, intro and rules away for good, and tells its leader; the group itself stays.
 */
export const complaintDecision = z.enum(["hide", "bar", "reject", "unbar", "clear"]);
export type ComplaintDecision = z.output<typeof complaintDecision>;

/** All complaints of one thing. */
const complaint = z.object({
  kind: complaintKind,
  targetId: id,
  /** How many people have complained, its author's wish for a review aside; of those decided, how many had. */
  count: z.int(),
  /** The newest complaint: what a decision is of. */
  newestId: id,
  newestTime: moment,
  /** Whose it is, who it is, or who leads it; null: a group that nobody leads. */
  person: z.nullable(authorSchema),
  /** The person is barred. */
  barred: z.boolean(),
  /** Of the article or comment; a person is always shown, a group deleted where it is closed. */
  status: z.enum(["shown", "hidden", "deleted"]),
  article: z.nullable(articleSchema),
  comment: z.nullable(commentSchema),
  /** What its page says of it now. */
  group: z.nullable(
    z.object({
      groupId: id,
      name: z.string(),
      coverUrl: z.string(),
      intro: z.string(),
      /** Plain text, a rule a line. */
      rules: z.string(),
    }),
  ),
  /** The newest first, at most 20. */
  reports: z.array(
    z.object({ reporter: authorSchema, reason: reportReason, detail: z.string(), createdTime: moment }),
  ),
  /** null: nobody has decided yet. */
  decided: z.nullable(z.object({ decision: complaintDecision, by: z.string(), time: moment })),
});
export type Complaint = z.output<typeof complaint>;

/** Those not decided yet, or those decided; what was complained of last comes first. */
export const openComplaints = defineCall({
  ...base,
  name: "openComplaints",
  paths: [`${path}/open`],
  args: z.object({ link: staffLink, decided: z._default(z.boolean(), false), cursor, pageSize }),
  result: z.object({
    /** Of the link. */
    expiresTime: moment,
    /** Things that wait for a decision. */
    waiting: z.int(),
    list: z.array(complaint),
    nextCursor: z.nullable(z.string()),
  }),
  refusals: ["notFound"],
});
export type ComplaintPage = z.output<typeof openComplaints.result>;

/**
 * Decides what has been complained of up to `newestId`: later complaints wait on. 409 where somebody has
 * decided it meanwhile; what has been decided can be decided otherwise.
 */
export const decideComplaint = defineCall({
  ...base,
  name: "decideComplaint",
  paths: [path],
  args: z.object({
    link: staffLink,
    /** Who decides, as colleagues will read it. */
    by: personName,
    kind: complaintKind,
    targetId: id,
    newestId: id,
    decision: complaintDecision,
    /** It had been decided when the operator looked. */
    again: z._default(z.boolean(), false),
  }),
  result: z.object({ complaint, waiting: z.int() }),
  refusals: ["notFound", "conflict"],
});
