import * as z from "zod/mini";
import { id, timestamp, upTo } from "../../core/fields.ts";
import { linkDoor } from "./links.ts";
import { bulkSelection, listPage, operatorListArgs } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";

/** Codes that one call issues at most. */
export const MAX_ISSUED_CODES = 500;
/** Longest list of guests, characters. */
const MAX_GUEST_TEXT = 60_000;
/** Codes that one call revokes at most. */
export const MAX_REVOKED_CODES = 500;
/** Longest validity of a code, days. */
export const MAX_INVITATION_DAYS = 90;

export const invitationState = z.enum(["unused", "used", "expired", "revoked"]);
export type InvitationState = z.output<typeof invitationState>;

/** Filter of the codes; `keyword`: a part of the activity's title. */
const invitationFilter = z.object({
  states: z.optional(z.array(invitationState).check(z.maxLength(4))),
  activityId: z.optional(id),
  isOwn: z.optional(z.boolean()),
  keyword: z.optional(z.string().check(upTo(40))),
});
export type InvitationFilter = z.output<typeof invitationFilter>;

const listedInvitation = z.object({
  invitationId: id,
  activityId: id,
  activityTitle: z.string(),
  /** Guest's name, masked without the right to names. */
  guest: z.string(),
  state: invitationState,
  dealerName: z.nullable(z.string()),
  /** Start of the session that the code is for. */
  sessionTime: z.nullable(timestamp),
  /** Operator's name; null: issued by another door, or before issuers were kept. */
  issuedBy: z.nullable(z.string()),
  door: z.nullable(linkDoor),
  createdTime: timestamp,
  /** End of an unused code: at the latest when its session begins. */
  expiresTime: timestamp,
  usedTime: z.nullable(timestamp),
  revokedTime: z.nullable(timestamp),
});
export type ListedInvitation = z.output<typeof listedInvitation>;

/** Invitation codes of activities in scope; never the codes themselves (requirement CO72). */
export const listInvitationCodes = defineOperatorCall({
  name: "listInvitationCodes",
  path: "invitations",
  kind: "read",
  right: "invitation.issue",
  args: operatorListArgs(invitationFilter, ["created", "expires"]),
  result: listPage(listedInvitation),
  refusals: [],
});

/** Numbers of codes by state, of all in scope. */
export const countInvitationCodes = defineOperatorCall({
  name: "countInvitationCodes",
  path: "invitations/counts",
  kind: "read",
  right: "invitation.issue",
  args: z.object({ activityId: z.optional(id) }),
  result: z.object({ unused: z.int(), used: z.int(), expired: z.int(), revoked: z.int() }),
  refusals: [],
});

const invitationBatch = z.object({
  activityId: id,
  dealerId: z.nullable(id),
  sessionId: z.nullable(id),
  days: z
    .int("请填写天数")
    .check(z.minimum(1, "至少 1 天"), z.maximum(MAX_INVITATION_DAYS, `最多 ${MAX_INVITATION_DAYS} 天`)),
  /** One guest a line: a name, and a mobile after it that stands in the result alone. */
  guests: z.string().check(z.maxLength(MAX_GUEST_TEXT, `一次最多 ${MAX_ISSUED_CODES} 位`)),
});
export type InvitationBatch = z.output<typeof invitationBatch>;
const rowFault = z.object({
  /** Line of the text, from 1. */
  row: z.int(),
  fault: z.string(),
});

/** Judges a list of guests without issuing anything: faults by row. */
export const checkInvitationGuests = defineOperatorCall({
  name: "checkInvitationGuests",
  path: "invitations/check",
  kind: "read",
  right: "invitation.issue",
  args: invitationBatch,
  result: z.object({ count: z.int(), faults: z.array(rowFault) }),
  refusals: ["notFound", "invalid"],
});
export type InvitationCheck = z.output<typeof checkInvitationGuests.result>;

/**
 * Issues a code for each faultless row; the codes are answered once and stored as hashes.
 * `count`: rows without a fault that the operator saw, else the list has changed.
 */
export const issueInvitationCodes = defineOperatorCall({
  name: "issueInvitationCodes",
  path: "invitations/issue",
  kind: "write",
  right: "invitation.issue",
  isShownOnce: true,
  args: z.extend(invitationBatch, { count: z.int().check(z.minimum(1)) }),
  result: z.object({
    codes: z.array(z.object({ name: z.string(), mobile: z.string(), url: z.string() })),
    expiresTime: timestamp,
  }),
  refusals: ["notFound", "invalid", "listChanged"],
});
export type IssuedInvitations = z.output<typeof issueInvitationCodes.result>;

/** Revokes unused codes; used, expired and revoked ones are left and counted. */
export const revokeInvitationCodes = defineOperatorCall({
  name: "revokeInvitationCodes",
  path: "invitations/revoke",
  kind: "write",
  right: "invitation.issue",
  args: z.object({ selection: bulkSelection(invitationFilter) }),
  result: z.object({ revoked: z.int(), left: z.int() }),
  refusals: ["notFound", "stateChanged", "listChanged"],
});
export type InvitationSelection = z.output<typeof revokeInvitationCodes.args>["selection"];
