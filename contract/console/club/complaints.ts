import * as z from "zod/mini";
import { complaintDecision, complaintKind, reportReason } from "../../club/complaints.ts";
import { id, timestamp, upTo } from "../../core/fields.ts";
import { listPage, operatorListArgs } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { barDaysField, clubGroupName, clubPerson, clubRecord, decisionReason } from "./shapes.ts";

/** Id of what was complained about: its kind and its id. */
const complaintId = z.string().check(z.regex(/^(article|comment|member|group)\/\d{1,19}$/, "编号不正确"));

/** Filter of the complaints; `age`: time since the oldest open complaint. */
const complaintFilter = z.object({
  state: z.optional(z.enum(["open", "decided"])),
  kind: z.optional(complaintKind),
  /** "review": an author has asked for a review of their hidden content. */
  reason: z.optional(reportReason),
  groupId: z.optional(id),
  age: z.optional(z.enum(["fresh", "soon", "overdue"])),
  decision: z.optional(complaintDecision),
});
export type ComplaintFilter = z.output<typeof complaintFilter>;

const madeDecision = z.object({
  /** null: decided before decisions had an id. */
  decisionId: z.nullable(id),
  decision: complaintDecision,
  reason: z.nullable(decisionReason),
  /** Days of a bar; 0: until it is lifted. */
  days: z.nullable(z.int()),
  by: z.string(),
  time: timestamp,
});

/** All complaints about one target. */
const complaintRow = z.object({
  complaintId,
  kind: complaintKind,
  /** The newest complaint; a decision covers complaints up to it. */
  newestId: id,
  /** People who have complained. */
  count: z.int(),
  /** The most frequent reason; "review" where the author alone asks. */
  reason: reportReason,
  /** The author asks for a review of what is hidden. */
  isReview: z.boolean(),
  /** First words of the text, or the group's name; may be empty. */
  excerpt: z.string(),
  pictures: z.int(),
  /** Author, the person, or the group's leader; null: a group without a leader. */
  person: z.nullable(clubPerson),
  group: z.nullable(clubGroupName),
  status: z.enum(["shown", "hidden", "deleted"]),
  /** The oldest open complaint, or the oldest of those that were decided together. */
  since: timestamp,
  /** When it is overdue (24 hours after `since`). */
  dueTime: timestamp,
  isOverdue: z.boolean(),
  decided: z.nullable(madeDecision),
});
export type ListedComplaint = z.output<typeof complaintRow>;

/** Complaints and requests for review, the oldest first; one list with that of the complaint links (requirement CO73). */
export const listComplaints = defineOperatorCall({
  name: "listComplaints",
  path: "complaints",
  kind: "read",
  right: "club.read",
  args: operatorListArgs(complaintFilter, ["since", "count", "decided"]),
  result: listPage(complaintRow),
  refusals: [],
});
export type ListedComplaints = z.output<typeof listComplaints.result>;

/** One complaint with the content, the reasons, the author's record and the decisions so far. */
export const showComplaint = defineOperatorCall({
  name: "showComplaint",
  path: "complaints/show",
  kind: "read",
  right: "club.read",
  args: z.object({ complaintId, isDecided: z._default(z.boolean(), false) }),
  result: z.object({
    complaint: complaintRow,
    content: z.object({
      title: z.string(),
      /** Plain text with line breaks. */
      text: z.string(),
      /** Addresses below the origin; those of members' pictures are valid for ten minutes. */
      images: z.array(z.string()),
      createdTime: z.nullable(timestamp),
      editedTime: z.nullable(timestamp),
      likes: z.int(),
      comments: z.int(),
      /** Article in which it stands, for the page of the club; null: a person or a group. */
      articleId: z.nullable(id),
      /** Rules of a group, one a line. */
      rules: z.nullable(z.string()),
    }),
    /** The newest 20. */
    reports: z.array(
      z.object({ name: z.string(), reason: reportReason, detail: z.string(), time: timestamp }),
    ),
    record: z.nullable(clubRecord),
    /** Newest first, also those that were changed or undone. */
    decisions: z.array(
      z.object({
        ...madeDecision.shape,
        ended: z.nullable(
          z.object({ how: z.enum(["undone", "changed"]), by: z.nullable(z.string()), time: timestamp }),
        ),
      }),
    ),
  }),
  refusals: ["notFound"],
});
export type ComplaintDetail = z.output<typeof showComplaint.result>;

/** Complaints that one call decides at most. */
export const MAX_DECIDED_COMPLAINTS = 100;
/**
 * Decides complaints, each once: those that somebody else has decided are named and left (requirement CO73). All but
 * `reject` need a reason, `bar` also days. `isAgain` changes an earlier decision. A filter that finds another number by
 * then is refused.
 */
export const decideComplaints = defineOperatorCall({
  name: "decideComplaints",
  path: "complaints/decide",
  kind: "write",
  right: "club.decide",
  args: z.object({
    selection: z.union([
      z.object({
        items: z
          .array(z.object({ complaintId, newestId: id }))
          .check(z.minLength(1), z.maxLength(MAX_DECIDED_COMPLAINTS)),
      }),
      z.object({
        filter: complaintFilter,
        count: z.int().check(z.minimum(1), z.maximum(MAX_DECIDED_COMPLAINTS, "一次最多处理 100 条")),
      }),
    ]),
    decision: z.enum(["reject", "hide", "remove", "bar", "clear"]),
    reason: z.optional(decisionReason),
    days: z.optional(barDaysField),
    isAgain: z._default(z.boolean(), false),
  }),
  result: z.object({
    decided: z.array(z.object({ complaintId, decisionId: id })),
    undecided: z.array(
      z.object({
        complaintId,
        /** decided: by a colleague meanwhile; gone: deleted by its author; notAllowed: not for this kind. */
        cause: z.enum(["decided", "gone", "notAllowed"]),
      }),
    ),
  }),
  refusals: ["notFound", "stateChanged", "listChanged"],
});
export type ComplaintDecisions = z.output<typeof decideComplaints.result>;

/** Time within which an operator can take back a decision of their own, ms. */
export const COMPLAINT_UNDO_TIME = 600_000;
/**
 * Takes back own decisions of the last ten minutes: content and author are as before, and the complaints are open again.
 * What somebody has changed since is left and named; a group's removed texts stay removed.
 */
export const undoComplaintDecisions = defineOperatorCall({
  name: "undoComplaintDecisions",
  path: "complaints/undo",
  kind: "write",
  right: "club.decide",
  args: z.object({ decisionIds: z.array(id).check(z.minLength(1), z.maxLength(MAX_DECIDED_COMPLAINTS)) }),
  result: z.object({ undone: z.int(), left: z.int() }),
  refusals: ["stateChanged"],
});

/** Filter of the hidden content. */
const hiddenFilter = z.object({
  kind: z.optional(z.enum(["article", "comment"])),
  by: z.optional(z.enum(["leaders", "complaints", "operators"])),
  groupId: z.optional(id),
});
export type HiddenFilter = z.output<typeof hiddenFilter>;
const hiddenRow = z.object({
  complaintId,
  kind: z.enum(["article", "comment"]),
  excerpt: z.string(),
  pictures: z.int(),
  person: clubPerson,
  group: clubGroupName,
  by: z.enum(["leaders", "complaints", "operators"]),
  /** Name of the operator, or of the one with the link; null: unknown, or no operator. */
  operator: z.nullable(z.string()),
  /** The most frequent reason of complaints, or that of the decision. */
  reason: z.nullable(decisionReason),
  /** Written by the group's leaders, as the author reads it. */
  explanation: z.string(),
  hiddenTime: timestamp,
  /** The author waits for a review. */
  isReview: z.boolean(),
});
export type HiddenRow = z.output<typeof hiddenRow>;

/** Articles and comments that are hidden, by whom and why. */
export const listHiddenClubContent = defineOperatorCall({
  name: "listHiddenClubContent",
  path: "club/hidden",
  kind: "read",
  right: "club.read",
  args: operatorListArgs(hiddenFilter, ["hidden"]),
  result: listPage(hiddenRow),
  refusals: [],
});

/** Shows hidden content again, whoever has hidden it; its author is notified, and complaints about it are rejected. */
export const showClubContent = defineOperatorCall({
  name: "showClubContent",
  path: "club/hidden/show",
  kind: "write",
  right: "club.decide",
  args: z.object({ items: z.array(complaintId).check(z.minLength(1), z.maxLength(MAX_DECIDED_COMPLAINTS)) }),
  result: z.object({
    shown: z.int(),
    /** No longer hidden, or deleted by their authors. */
    left: z.int(),
    decisionIds: z.array(id),
  }),
  refusals: ["stateChanged"],
});

/** A text that is too long for one try. */
const MAX_TRIED_TEXT = 5_000;
export const triedText = z
  .string("请填写要检测的内容")
  .check(upTo(MAX_TRIED_TEXT, `最多 ${MAX_TRIED_TEXT} 个字`));
