import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { cursor, id, moment, personName, staffLink } from "../core/fields.ts";
import { limits } from "../core/limits.ts";
import { labelledAnswer } from "../signup/labelled-answers.ts";
import { versionTimestamp } from "../core/version-timestamp.ts";

const path = "cop-marketing-activity/api/v1/lead-desk";

/** What came of calling somebody: talked to, nobody answered, not interested. */
export const contactResult = z.enum(["reached", "missed", "declined"]);
export type ContactResult = z.output<typeof contactResult>;

/** A moment of a lead as it was told, to the second. */
const seenTime = versionTimestamp("请刷新后再试");

/** A lead that stands, as the dealer's staff see it. */
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
  /** When it was left, or last changed by its person. */
  updatedTime: moment,
  /** Who was last shown the whole number. */
  revealedBy: z.nullable(z.string()),
  revealedTime: z.nullable(moment),
  /** null: nobody has noted anything since it was left or changed. */
  result: z.nullable(contactResult),
  contactedBy: z.nullable(z.string()),
  contactedTime: z.nullable(moment),
});
export type DeskLead = z.output<typeof deskLead>;

/**
 * The leads of a staff link that stand, those left or changed last first. `waitingOnly`: nobody has noted anything, or
 * nobody answered. `keyword`: part of a name, or up to the last four digits of a mobile; a page of what is looked for
 * may be short or empty although `nextCursor` says that there is more to look through.
 */
export const openLeads = defineCall({
  name: "openLeads",
  method: "POST",
  base: "api",
  paths: [`${path}/open`],
  who: "anyone",
  args: z.object({
    link: staffLink,
    waitingOnly: z._default(z.boolean(), false),
    keyword: z._default(z.string().check(z.maxLength(limits.maxKeywordLength)), ""),
    cursor,
  }),
  result: z.object({
    title: z.string(),
    /** Whose leads alone; null: all of the activity's. */
    dealerName: z.nullable(z.string()),
    expiresTime: moment,
    /** Of all that stand. */
    waiting: z.int(),
    total: z.int(),
    leads: z.array(deskLead),
    nextCursor: z.nullable(z.string()),
  }),
  refusals: ["notFound"],
});
export type LeadDeskPage = z.output<typeof openLeads.result>;

/** The whole number of one lead, to call it; who asked is noted, and of one link only so many an hour are shown. */
export const revealLead = defineCall({
  name: "revealLead",
  method: "POST",
  base: "api",
  paths: [`${path}/reveal`],
  who: "anyone",
  args: z.object({
    link: staffLink,
    /** Who asks, as others will read it. */
    by: personName,
    leadId: id,
  }),
  result: z.object({ mobile: z.string(), lead: deskLead }),
  refusals: ["notFound", "tooMany"],
});

/**
 * Notes what came of calling a lead; it stands until the person leaves or changes the lead anew. `updatedTime` and
 * `contactedTime` say which lead was seen, so that nothing is noted about one that its person has changed since, nor
 * over a colleague's later note; a page of an earlier release sends neither.
 */
export const markLead = defineCall({
  name: "markLead",
  method: "POST",
  base: "api",
  paths: [`${path}/mark`],
  who: "anyone",
  args: z.object({
    link: staffLink,
    /** Who called, as others will read it. */
    by: personName,
    leadId: id,
    result: contactResult,
    updatedTime: z.optional(seenTime),
    /** null: there was no note yet. */
    contactedTime: z.optional(z.nullable(seenTime)),
  }),
  /** `isDone` false: it has changed since, and stands as `lead` says. An earlier release notes always, and says nothing of it. */
  result: z.object({ isDone: z._default(z.boolean(), true), lead: deskLead }),
  refusals: ["notFound"],
});

/** Takes a note back. `contactedTime` says which one is meant, so that nobody takes back a colleague's later one. */
export const unmarkLead = defineCall({
  name: "unmarkLead",
  method: "POST",
  base: "api",
  paths: [`${path}/unmark`],
  who: "anyone",
  args: z.object({
    link: staffLink,
    leadId: id,
    contactedTime: seenTime,
  }),
  /** `isDone` false: the note that stands is another one, or none. */
  result: z.object({ isDone: z.boolean(), lead: deskLead }),
  refusals: ["notFound"],
});
