import * as z from "zod/mini";
import { id, mobile, timestamp, upTo } from "../core/fields.ts";
import { versionTimestamp } from "../core/version-timestamp.ts";
import { labelledAnswer } from "../signup/labelled-answers.ts";
import { listPage, operatorListArgs } from "./list.ts";
import { defineOperatorCall } from "./operator-call.ts";
import { noteText, operatorNote, personKeyword, revealPurpose, revealedMobile } from "./person-shapes.ts";

/** State of a lead: without an operator, to be called, in talks, reached, not interested. */
export const leadState = z.enum(["unassigned", "waiting", "following", "reached", "declined"]);
export type LeadState = z.output<typeof leadState>;

/** Filter of the list of leads; every field narrows it. */
export const leadFilter = z.object({
  activityId: z.optional(id),
  dealerId: z.optional(id),
  seriesCode: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,20}$/))),
  /** Operator to whom it is assigned. */
  assigneeId: z.optional(id),
  states: z.optional(z.array(leadState).check(z.maxLength(5))),
  /** overdue: the first call is due; due: overdue, or due within three hours; escalated: overdue for more than a day. */
  sla: z.optional(z.enum(["overdue", "due", "escalated"])),
  mobile: z.optional(mobile),
});
export type LeadListFilter = z.output<typeof leadFilter>;

/** The newest current lead of a number in an activity. */
const leadRow = z.object({
  leadId: id,
  activityId: id,
  activityTitle: z.string(),
  name: z.nullable(z.string()),
  /** Masked. */
  mobile: z.nullable(z.string()),
  seriesName: z.nullable(z.string()),
  dealerId: z.nullable(id),
  dealerName: z.nullable(z.string()),
  source: z.nullable(z.string()),
  assignee: z.nullable(z.object({ operatorId: id, name: z.string() })),
  state: leadState,
  updatedTime: timestamp,
  /** When the first call is due: the end of the next working day (requirement CO61). */
  dueTime: timestamp,
  isOverdue: z.boolean(),
  contactedTime: z.nullable(timestamp),
  nextCallTime: z.nullable(timestamp),
  /** Last 催办; null: none. */
  remindedTime: z.nullable(timestamp),
});
export type LeadListRow = z.output<typeof leadRow>;

export const listLeads = defineOperatorCall({
  name: "listLeads",
  path: "leads",
  kind: "read",
  right: "lead.read",
  args: operatorListArgs(leadFilter, ["updated", "due"]),
  result: listPage(leadRow),
  refusals: [],
});
export type LeadList = z.output<typeof listLeads.result>;

/** As `searchGuests`. */
export const searchLeads = defineOperatorCall({
  name: "searchLeads",
  path: "leads/search",
  kind: "read",
  right: "lead.read",
  args: z.object({
    filter: leadFilter,
    keyword: personKeyword,
    cursor: z.optional(z.string().check(upTo(400))),
  }),
  result: z.object({
    rows: z.array(leadRow),
    scanned: z.int(),
    next: z.nullable(z.string()),
    asOf: timestamp,
  }),
  refusals: [],
});

/** Numbers of leads by state, and of those whose first call is due. */
export const countLeads = defineOperatorCall({
  name: "countLeads",
  path: "leads/counts",
  kind: "read",
  right: "lead.read",
  reach: "counts",
  args: z.object({ filter: leadFilter }),
  result: z.object({
    counts: z.record(leadState, z.int()),
    overdue: z.int(),
    due: z.int(),
    escalated: z.int(),
    /** Hours by which the oldest one is overdue; 0: none. */
    longestHours: z.int(),
    asOf: timestamp,
  }),
  refusals: [],
});
export type LeadCounts = z.output<typeof countLeads.result>;

/** Finds leads by a whole mobile or a lead's id; at most 50. */
export const findLeads = defineOperatorCall({
  name: "findLeads",
  path: "leads/find",
  kind: "read",
  right: "lead.read",
  reach: "one",
  args: z.object({ number: z.string("请填写号码").check(z.maxLength(100, "号码不正确")) }),
  result: z.object({ rows: z.array(leadRow) }),
  refusals: ["invalid"],
});

const contactResult = z.enum(["reached", "missed", "declined"]);
const leadDetail = z.object({
  lead: leadRow,
  answers: z.array(labelledAnswer),
  cityName: z.nullable(z.string()),
  result: z.nullable(contactResult),
  contactedBy: z.nullable(z.string()),
  testDriveTime: z.nullable(timestamp),
  revealedBy: z.nullable(z.string()),
  revealedTime: z.nullable(timestamp),
  /** Those of the lead desk are among them. */
  notes: z.array(operatorNote),
  /** Leads of other people with the same number. */
  others: z.array(z.object({ leadId: id, name: z.nullable(z.string()), updatedTime: timestamp })),
});
export type LeadDetail = z.output<typeof leadDetail>;

export const showLeadDetail = defineOperatorCall({
  name: "showLeadDetail",
  path: "leads/show",
  kind: "read",
  right: "lead.read",
  reach: "one",
  args: z.object({ leadId: id }),
  result: leadDetail,
  refusals: ["notFound"],
});

const seenTime = versionTimestamp("请刷新后再试");
const futureTime = versionTimestamp("请选择日期和时间");

/** Records the result of a call for the version that the operator saw; another one is not changed (requirement CO60). */
export const recordLeadResult = defineOperatorCall({
  name: "recordLeadResult",
  path: "leads/mark",
  kind: "write",
  right: "lead.mark",
  reach: "one",
  args: z.object({
    leadId: id,
    result: contactResult,
    updatedTime: seenTime,
    contactedTime: z.nullable(seenTime),
    nextCallTime: z.optional(z.nullable(seenTime)),
    testDriveTime: z.optional(futureTime),
  }),
  result: z.object({ detail: leadDetail }),
  refusals: ["notFound", "stateChanged", "invalid"],
});
/** Takes a result back; `contactedTime` names it. */
export const clearLeadResult = defineOperatorCall({
  name: "clearLeadResult",
  path: "leads/unmark",
  kind: "write",
  right: "lead.mark",
  reach: "one",
  args: z.object({ leadId: id, contactedTime: seenTime }),
  result: z.object({ detail: leadDetail }),
  refusals: ["notFound", "stateChanged"],
});
/** Sets or clears the next call. */
export const agreeLeadCall = defineOperatorCall({
  name: "agreeLeadCall",
  path: "leads/plan",
  kind: "write",
  right: "lead.mark",
  reach: "one",
  args: z.object({ leadId: id, nextCallTime: z.nullable(futureTime), seen: z.nullable(seenTime) }),
  result: z.object({ detail: leadDetail }),
  refusals: ["notFound", "stateChanged", "invalid"],
});
export const addLeadNote = defineOperatorCall({
  name: "addLeadNote",
  path: "leads/note",
  kind: "write",
  right: "lead.mark",
  reach: "one",
  args: z.object({ leadId: id, key: z.uuid(), text: noteText }),
  result: z.object({ detail: leadDetail }),
  refusals: ["notFound", "tooMany"],
});
/** Reveals the whole mobile of a lead for 60 s; the lead desk shows it too (requirements CO60, CO100). */
export const revealLeadMobile = defineOperatorCall({
  name: "revealLeadMobile",
  path: "leads/reveal",
  kind: "write",
  isShownOnce: true,
  right: "person.reveal",
  reach: "one",
  args: z.object({ leadId: id, purpose: revealPurpose }),
  result: revealedMobile,
  refusals: ["notFound", "revealLimit"],
});
