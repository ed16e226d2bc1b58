import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { cursor, id, timestamp, personName, staffLink, upTo, visible } from "../core/fields.ts";
import { limits } from "../core/limits.ts";
import { labelledAnswer } from "../signup/labelled-answers.ts";
import { versionTimestamp } from "../core/version-timestamp.ts";

const path = "cop-marketing-activity/api/v1/lead-desk";

/** Result of a call: reached, no answer, not interested. */
const contactResult = z.enum(["reached", "missed", "declined"]);
export type ContactResult = z.output<typeof contactResult>;

/** A timestamp of a lead from an earlier response, to the second. */
const seenTime = versionTimestamp("请刷新后再试");

/** A time that staff agreed with the person; the server requires one ahead, within a year. */
const futureTime = versionTimestamp("请选择日期和时间");

/** The newest current lead of a number, as the dealer's staff see it. */
const deskLead = z.object({
  leadId: id,
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  cityName: z.nullable(z.string()),
  dealerName: z.nullable(z.string()),
  seriesName: z.nullable(z.string()),
  answers: z.array(labelledAnswer),
  /** utm_source of the last visit. */
  source: z.nullable(z.string()),
  /** Time when the person left or last changed it. */
  updatedTime: timestamp,
  /** Name of the last person who revealed the full number. */
  revealedBy: z.nullable(z.string()),
  revealedTime: z.nullable(timestamp),
  /** null: no result recorded since it was left or changed. */
  result: z.nullable(contactResult),
  contactedBy: z.nullable(z.string()),
  contactedTime: z.nullable(timestamp),
  /** Agreed next call that no later result has settled. Earlier releases omit the three fields that follow. */
  nextCallTime: z._default(z.nullable(timestamp), null),
  /** Agreed test drive; only with the result "reached". */
  testDriveTime: z._default(z.nullable(timestamp), null),
  /** Notes of the dealer's staff about the number, oldest first, which are added and never changed. */
  notes: z._default(z.array(z.object({ noteId: id, text: z.string(), by: z.string(), time: timestamp })), []),
  /**
   * Leads that other people left with the same number, newest first, at most ten: nobody proves the number of a lead,
   * and a number is called once. Earlier releases omit it.
   */
  others: z._default(
    z.array(
      z.object({
        leadId: id,
        name: z.string(),
        seriesName: z.nullable(z.string()),
        answers: z.array(labelledAnswer),
        source: z.nullable(z.string()),
        updatedTime: timestamp,
      }),
    ),
    [],
  ),
});
export type DeskLead = z.output<typeof deskLead>;

/** Part of the list. waiting: without a result, not reached, or to call again; calls: with a next call, by its time. */
const deskView = z.enum(["waiting", "calls", "testDrives", "all"]);
export type LeadDeskView = z.output<typeof deskView>;

/**
 * Current leads of a staff link, one entry for each number: those whose next call is overdue first, then the most
 * recently left or changed ones. `waitingOnly` is the view "waiting" of earlier releases. `keyword`: part of a name, or up to the last four digits of a mobile; a page of search results may
 * be short or empty although `nextCursor` indicates more rows to search.
 */
export const openLeads = defineCall({
  name: "openLeads",
  method: "POST",
  base: "api",
  paths: [`${path}/open`],
  audience: "anyone",
  args: z.object({
    link: staffLink,
    waitingOnly: z._default(z.boolean(), false),
    view: z.optional(deskView),
    keyword: z._default(z.string().check(upTo(limits.maxKeywordLength)), ""),
    cursor,
  }),
  result: z.object({
    title: z.string(),
    /** Dealer whose leads the link is limited to; null: all leads of the activity. */
    dealerName: z.nullable(z.string()),
    expiresTime: timestamp,
    /** Counts of all numbers with current leads. */
    waiting: z.int(),
    total: z.int(),
    /** Next calls, overdue ones among them, and agreed test drives. Earlier releases omit them. */
    calls: z._default(z.int(), 0),
    overdue: z._default(z.int(), 0),
    testDrives: z._default(z.int(), 0),
    leads: z.array(deskLead),
    nextCursor: z.nullable(z.string()),
  }),
  refusals: ["notFound"],
});
export type LeadDeskPage = z.output<typeof openLeads.result>;

/**
 * Reveals the full mobile of one lead, to call it; the access is recorded, and each link has an hourly limit.
 */
export const revealLead = defineCall({
  name: "revealLead",
  method: "POST",
  base: "api",
  paths: [`${path}/reveal`],
  audience: "anyone",
  security: "privacy",
  args: z.object({
    link: staffLink,
    /** Name of the requesting person, as others will read it. */
    by: personName,
    leadId: id,
  }),
  result: z.object({ mobile: z.string(), lead: deskLead }),
  refusals: ["notFound", "tooMany"],
});

/**
 * Records the result of a call, for all leads of the number; it is valid until somebody leaves or changes a lead with it
 * again. `updatedTime`
 * and `contactedTime` identify the version seen, so that a result never applies to a lead that its person has
 * changed since, nor overwrites a colleague's later one; pages of earlier releases send neither. `nextCallTime` is the
 * next call seen, which a result settles: one that a colleague agreed meanwhile is not settled unseen.
 */
export const markLead = defineCall({
  name: "markLead",
  method: "POST",
  base: "api",
  paths: [`${path}/mark`],
  audience: "anyone",
  args: z.object({
    link: staffLink,
    /** Name of the calling person, as others will read it. */
    by: personName,
    leadId: id,
    result: contactResult,
    updatedTime: z.optional(seenTime),
    /** null: there was no result yet. */
    contactedTime: z.optional(z.nullable(seenTime)),
    nextCallTime: z.optional(z.nullable(seenTime)),
    /** Agreed test drive, to the minute; only with the result "reached". */
    testDriveTime: z.optional(futureTime),
  }),
  /**
   * `isDone` false: it has changed since, `lead` is the current version. Earlier releases always record, and
   * omit it.
   */
  result: z.object({ isDone: z._default(z.boolean(), true), lead: deskLead }),
  refusals: ["notFound", "tooMany"],
});

/** Removes a result. `contactedTime` identifies it, so that a colleague's later one is never removed. */
export const unmarkLead = defineCall({
  name: "unmarkLead",
  method: "POST",
  base: "api",
  paths: [`${path}/unmark`],
  audience: "anyone",
  args: z.object({
    link: staffLink,
    leadId: id,
    contactedTime: seenTime,
  }),
  /** `isDone` false: a different result is recorded, or none. */
  result: z.object({ isDone: z.boolean(), lead: deskLead }),
  refusals: ["notFound", "tooMany"],
});

/** Sets or clears the next call. `seen` is the next call that the page shows, so that a colleague's later one stays. */
export const planLeadCall = defineCall({
  name: "planLeadCall",
  method: "POST",
  base: "api",
  paths: [`${path}/plan`],
  audience: "anyone",
  args: z.object({
    link: staffLink,
    leadId: id,
    /** null: no further call. */
    nextCallTime: z.nullable(futureTime),
    seen: z.nullable(seenTime),
  }),
  /** `isDone` false: it has changed since, `lead` is the current version. */
  result: z.object({ isDone: z.boolean(), lead: deskLead }),
  refusals: ["notFound", "tooMany", "invalid"],
});

/** Adds a note about the number; a number has at most 100. A repeated `key` adds nothing. */
export const noteLead = defineCall({
  name: "noteLead",
  method: "POST",
  base: "api",
  paths: [`${path}/note`],
  audience: "anyone",
  args: z.object({
    link: staffLink,
    by: personName,
    leadId: id,
    key: z.uuid(),
    text: z.string().check(visible("请填写备注"), upTo(limits.maxLeadNoteLength)),
  }),
  result: z.object({ lead: deskLead }),
  refusals: ["notFound", "tooMany"],
});
