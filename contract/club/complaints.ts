import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { articleSchema, authorSchema, commentSchema } from "./shapes.ts";
import { cursor, id, timestamp, pageSize, personName, staffLink } from "../core/fields.ts";

/**
 * Complaints of club members, decided by operators with a staff link (requirement P23). Addition to the
 * specification.
 */
const base = { base: "api", signature: "community", method: "POST", audience: "anyone" } as const;
const path = "community/complaint";

export const complaintKind = z.enum(["article", "comment", "member", "group"]);
export type ComplaintKind = z.output<typeof complaintKind>;
export const complaintReason = z.enum(
  ["spam", "abuse", "false", "privacy", "illegal", "other"],
  "请选择理由",
);
export type ComplaintReason = z.output<typeof complaintReason>;
/** Reason why content of the caller is or was hidden. */
export const moderation = z.object({
  /** Decision maker: the group's leaders, a number of complaints, or operators. */
  by: z.enum(["leaders", "complaints", "operators"]),
  /** Most frequent reason of the complaints; null: none. */
  reason: z.nullable(complaintReason),
  /** Explanation written by the group's leaders; plain text, may be empty. */
  explanation: z.string(),
  /** Whether the caller has requested a review by operators, and whether it is decided. */
  review: z.enum(["none", "waiting", "decided"]),
});
export type Moderation = z.output<typeof moderation>;
/** Reasons as operators read them: `review` is an author's request to review hidden content. */
export const reportReason = z.enum(["spam", "abuse", "false", "privacy", "illegal", "other", "review"]);
/**
 * hide: nobody sees the article or comment any more; remove: it is deleted, and stays so (in the console only);
 * bar: hidden, and its author may no longer write, join, like, follow or complain, in the console for some days;
 * reject: it is visible, also if complaints had hidden it; unbar: its author may write again. For a person: bar,
 * unbar and reject, not hide. For a group: reject, and clear, which
 * permanently removes its cover, intro and rules and notifies its leader; the group itself remains.
 */
export const complaintDecision = z.enum(["hide", "remove", "bar", "reject", "unbar", "clear"]);
export type ComplaintDecision = z.output<typeof complaintDecision>;

/** All complaints about one target. */
const complaint = z.object({
  kind: complaintKind,
  targetId: id,
  /**
   * Number of people who have complained, without its author's request for review; for a decided target, at
   * the time of the decision.
   */
  count: z.int(),
  /** The newest complaint; a decision covers complaints up to it. */
  newestId: id,
  newestTime: timestamp,
  /** Author, the person themselves, or the group's leader; null: a group without leader. */
  person: z.nullable(authorSchema),
  /** Whether the person is barred. */
  barred: z.boolean(),
  /** Status of the article or comment; a person is always "shown", a closed group "deleted". */
  status: z.enum(["shown", "hidden", "deleted"]),
  article: z.nullable(articleSchema),
  comment: z.nullable(commentSchema),
  /** Current texts of the group's page. */
  group: z.nullable(
    z.object({
      groupId: id,
      name: z.string(),
      coverUrl: z.string(),
      intro: z.string(),
      /** Plain text, one rule a line. */
      rules: z.string(),
    }),
  ),
  /** Newest first, at most 20. */
  reports: z.array(
    z.object({ reporter: authorSchema, reason: reportReason, detail: z.string(), createdTime: timestamp }),
  ),
  /** null: not decided yet. */
  decided: z.nullable(z.object({ decision: complaintDecision, by: z.string(), time: timestamp })),
});
export type Complaint = z.output<typeof complaint>;

/** Undecided or decided complaints, those with the latest complaint first. */
export const openComplaints = defineCall({
  ...base,
  name: "openComplaints",
  paths: [`${path}/open`],
  args: z.object({ link: staffLink, decided: z._default(z.boolean(), false), cursor, pageSize }),
  result: z.object({
    /** Expiry of the link. */
    expiresTime: timestamp,
    /** Number of targets that wait for a decision. */
    waiting: z.int(),
    list: z.array(complaint),
    nextCursor: z.nullable(z.string()),
  }),
  refusals: ["notFound"],
});
export type ComplaintPage = z.output<typeof openComplaints.result>;

/**
 * Decides the complaints up to `newestId`: later complaints stay open. 409 if another operator has decided it
 * meanwhile; a decision can be changed.
 */
export const decideComplaint = defineCall({
  ...base,
  name: "decideComplaint",
  paths: [path],
  args: z.object({
    link: staffLink,
    /** Name of the deciding person, as colleagues will read it. */
    by: personName,
    kind: complaintKind,
    targetId: id,
    newestId: id,
    decision: complaintDecision,
    /** The target was already decided when the operator opened it. */
    again: z._default(z.boolean(), false),
  }),
  result: z.object({ complaint, waiting: z.int() }),
  refusals: ["notFound", "conflict"],
});
