import * as z from "zod/mini";
import { id, timestamp, upTo } from "../../core/fields.ts";
import { bulkSelection, listPage, operatorListArgs } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";
import type { OperatorRight } from "../rights.ts";

/** Purpose of a link of staff: check-in desk, lead desk, composer, moderation of the club, preview of a draft. */
export const staffLinkKind = z.enum(["check-in", "leads", "compose", "complaints", "preview"]);
export type StaffLinkKind = z.output<typeof staffLinkKind>;
/** Right that whoever makes a link needs beside `link.make`: a link opens nothing that its maker may not do. */
export const rightOfLinkKind: Readonly<Record<StaffLinkKind, OperatorRight>> = {
  "check-in": "signup.checkIn",
  leads: "lead.mark",
  compose: "page.write",
  complaints: "club.decide",
  preview: "activity.read",
};
/** Kinds of links that are limited to an activity. */
export const linkHasActivity = (kind: StaffLinkKind): boolean => kind !== "complaints";
/** Kinds of links that may be limited to a dealer of their activity. */
export const linkHasDealer = (kind: StaffLinkKind): boolean => kind === "check-in" || kind === "leads";

export const staffLinkState = z.enum(["valid", "expired", "revoked"]);
export type StaffLinkState = z.output<typeof staffLinkState>;
/** Door by which a link was made: here, by a command, from another staff link, or on the trial page. */
export const linkDoor = z.enum(["console", "command", "desk", "lab"]);
/** A link counts as in use for this time after its last use, ms; the use is written once a minute. */
export const LINK_IN_USE = 5 * 60_000;
/** Longest validity of a link, days. */
export const MAX_LINK_DAYS = 365;
/** Links that one call revokes at most. */
export const MAX_REVOKED_LINKS = 500;

/** Filter of the links; `keyword`: a part of the activity's title or of the dealer's name. */
const linkFilter = z.object({
  kinds: z.optional(z.array(staffLinkKind).check(z.maxLength(5))),
  states: z.optional(z.array(staffLinkState).check(z.maxLength(3))),
  /** inUse: used within five minutes; unused: valid, and never used; ending: ends within seven days. */
  use: z.optional(z.enum(["inUse", "unused", "ending"])),
  isOwn: z.optional(z.boolean()),
  activityId: z.optional(id),
  keyword: z.optional(z.string().check(upTo(40))),
});
export type StaffLinkFilter = z.output<typeof linkFilter>;

const listedLink = z.object({
  linkId: id,
  kind: staffLinkKind,
  state: staffLinkState,
  activityId: z.nullable(id),
  activityTitle: z.nullable(z.string()),
  dealerId: z.nullable(id),
  dealerName: z.nullable(z.string()),
  /** Start of the session that the link is limited to. */
  sessionTime: z.nullable(timestamp),
  /** Operator's name; null: not made in the console, or before makers were kept. */
  madeBy: z.nullable(z.string()),
  door: z.nullable(linkDoor),
  createdTime: timestamp,
  expiresTime: timestamp,
  revokedTime: z.nullable(timestamp),
  lastUsedTime: z.nullable(timestamp),
  isInUse: z.boolean(),
});
export type ListedStaffLink = z.output<typeof listedLink>;

/** Links of staff in scope, whichever door made them; never their secret (requirement CO72). */
export const listStaffLinks = defineOperatorCall({
  name: "listStaffLinks",
  path: "links",
  kind: "read",
  right: "link.read",
  args: operatorListArgs(linkFilter, ["created", "used", "expires"]),
  result: listPage(listedLink),
  refusals: [],
});

/** Numbers above the list, of all links in scope. */
export const countStaffLinks = defineOperatorCall({
  name: "countStaffLinks",
  path: "links/counts",
  kind: "read",
  right: "link.read",
  args: z.object({}),
  result: z.object({ valid: z.int(), inUse: z.int(), ending: z.int(), unused: z.int() }),
  refusals: [],
});
export type StaffLinkCounts = z.output<typeof countStaffLinks.result>;

/** One link, with the number of each act that was done by it, as the audit log names them. */
export const showStaffLink = defineOperatorCall({
  name: "showStaffLink",
  path: "links/show",
  kind: "read",
  right: "link.read",
  args: z.object({ linkId: id }),
  result: z.object({
    link: listedLink,
    acts: z.array(z.object({ action: z.string(), count: z.int(), lastTime: timestamp })),
  }),
  refusals: ["notFound"],
});
export type StaffLinkDetail = z.output<typeof showStaffLink.result>;

/** Limits that an activity's link or invitation can have: its dealers and sessions in scope. */
export const listLinkChoices = defineOperatorCall({
  name: "listLinkChoices",
  path: "links/choices",
  kind: "read",
  right: "link.make",
  args: z.object({ activityId: id }),
  result: z.object({
    title: z.string(),
    isOnline: z.boolean(),
    /** Whether a link to the whole activity is in scope. */
    isWhole: z.boolean(),
    dealers: z.array(z.object({ dealerId: id, name: z.string() })),
    sessions: z.array(z.object({ sessionId: z.string(), startTime: timestamp, dealerId: z.nullable(id) })),
  }),
  refusals: ["notFound"],
});
export type LinkChoices = z.output<typeof listLinkChoices.result>;

/** Makes a link; its address is answered once and stored nowhere. */
export const makeStaffLink = defineOperatorCall({
  name: "makeStaffLink",
  path: "links/make",
  kind: "write",
  right: "link.make",
  isShownOnce: true,
  args: z.object({
    kind: staffLinkKind,
    activityId: z.nullable(id),
    dealerId: z.nullable(id),
    sessionId: z.nullable(id),
    days: z.int("请填写天数").check(z.minimum(1, "至少 1 天"), z.maximum(MAX_LINK_DAYS, "最多 365 天")),
  }),
  result: z.object({
    linkId: id,
    url: z.string(),
    /** Address of the coupons of a preview. */
    couponUrl: z.nullable(z.string()),
    expiresTime: timestamp,
  }),
  refusals: ["notFound", "invalid"],
});
export type MadeStaffLink = z.output<typeof makeStaffLink.result>;

/**
 * Revokes links: they end at once in every process. Ticked ones, or all that a filter finds, if it still finds as many;
 * `left`: ticked ones that had ended already, or are out of scope.
 */
export const revokeStaffLinks = defineOperatorCall({
  name: "revokeStaffLinks",
  path: "links/revoke",
  kind: "write",
  right: "link.make",
  args: z.object({ selection: bulkSelection(linkFilter) }),
  result: z.object({ revoked: z.int(), left: z.int() }),
  refusals: ["notFound", "stateChanged", "listChanged"],
});
export type StaffLinkSelection = z.output<typeof revokeStaffLinks.args>["selection"];
