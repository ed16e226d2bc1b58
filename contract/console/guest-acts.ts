import * as z from "zod/mini";
import { id, mobile, personName, timestamp, upTo } from "../core/fields.ts";
import { limits } from "../core/limits.ts";
import { versionTimestamp } from "../core/version-timestamp.ts";
import { guestFilter } from "./guests.ts";
import { bulkSelection } from "./list.ts";
import { defineOperatorCall } from "./operator-call.ts";
import { giveUpReason, noteText, operatorNote, revealPurpose, revealedMobile } from "./person-shapes.ts";

const signUpId = z.object({ signUpId: id });

/** Checks a guest in as the check-in desk does (requirement CO55). `already`: somebody did before. */
export const checkInGuest = defineOperatorCall({
  name: "checkInGuest",
  path: "guests/check-in",
  kind: "write",
  right: "signup.checkIn",
  reach: "one",
  args: signUpId,
  result: z.object({ checkedInTime: timestamp, isAlready: z.boolean() }),
  refusals: ["notFound", "flowBranch", "stateChanged"],
});

/** Takes a mistaken check-in back; `checkedInTime` names it, so that a later one stays. */
export const undoGuestCheckIn = defineOperatorCall({
  name: "undoGuestCheckIn",
  path: "guests/undo-check-in",
  kind: "write",
  right: "signup.checkIn",
  reach: "one",
  args: z.object({ signUpId: id, checkedInTime: versionTimestamp("请刷新后再试") }),
  result: z.object({}),
  refusals: ["notFound", "stateChanged"],
});

/** Moves a guest to another session, under the rules of the guest's own change. */
export const moveGuest = defineOperatorCall({
  name: "moveGuest",
  path: "guests/move",
  kind: "write",
  right: "signup.write",
  reach: "one",
  args: z.object({ signUpId: id, sessionId: id }),
  result: z.object({ sessionId: id, startTime: timestamp }),
  refusals: ["notFound", "flowBranch"],
});

/** Gives a guest's seat up; the guest reads the reason in 我的报名 (requirement CO56). */
export const giveUpGuest = defineOperatorCall({
  name: "giveUpGuest",
  path: "guests/give-up",
  kind: "write",
  right: "signup.write",
  reach: "one",
  args: z.object({ signUpId: id, reason: giveUpReason }),
  result: z.object({}),
  refusals: ["notFound", "flowBranch"],
});

/** How the person agreed that an operator signs them up. */
export const guestConsents = { phone: "电话同意", onsite: "现场同意", written: "书面同意" } as const;
export type GuestConsent = keyof typeof guestConsents;

/**
 * Signs a person up by their number (requirement CO57): a number with an account gets a seat under the rules of a sign-up,
 * another an invitation code to hand on. Conditions of the activity's process hold as for the person.
 */
export const addGuest = defineOperatorCall({
  name: "addGuest",
  path: "guests/add",
  kind: "write",
  right: "signup.write",
  reach: "one",
  args: z.object({
    activityId: id,
    name: personName,
    mobile,
    seriesCode: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,20}$/, "请选择车系"))),
    dealerId: z.optional(id),
    sessionId: z.optional(id),
    answers: z._default(
      z.record(
        z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,30}$/)),
        z.string().check(upTo(limits.maxAnswerLength)),
      ),
      {},
    ),
    consent: z.enum(Object.keys(guestConsents) as [GuestConsent, ...GuestConsent[]], "请选择客户如何同意"),
  }),
  result: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("signedUp"), signUpId: id }),
    z.object({ kind: z.literal("invited"), link: z.string(), expiresTime: timestamp }),
  ]),
  refusals: [
    "notFound",
    "flowBranch",
    "invalid",
    "stateChanged",
    "taskRequired",
    "noPermission",
    "notEligible",
  ],
});

/** Adds a note about a guest. A repeated key adds nothing; a guest has at most 100. */
export const noteGuest = defineOperatorCall({
  name: "noteGuest",
  path: "guests/note",
  kind: "write",
  right: "signup.read",
  reach: "one",
  args: z.object({ signUpId: id, key: z.uuid(), text: noteText }),
  result: z.object({ notes: z.array(operatorNote) }),
  refusals: ["notFound", "tooMany"],
});

/** Reveals the whole mobile of a guest for 60 s (requirement CO100). */
export const revealGuest = defineOperatorCall({
  name: "revealGuest",
  path: "guests/reveal",
  kind: "write",
  isShownOnce: true,
  right: "person.reveal",
  reach: "one",
  args: z.object({ signUpId: id, purpose: revealPurpose }),
  result: revealedMobile,
  refusals: ["notFound", "revealLimit"],
});

const selection = bulkSelection(guestFilter);
export type GuestSelection = z.output<typeof selection>;
const started = z.object({ jobId: id, count: z.int() });

/** Counts what a bulk act would do and which rows it cannot change, and why; writes nothing (requirement CO37). */
export const planGuestBulk = defineOperatorCall({
  name: "planGuestBulk",
  path: "guests/bulk/plan",
  kind: "read",
  right: "signup.read",
  args: z.object({
    act: z.enum(["checkIn", "move", "giveUp"]),
    /** Only for "move". */
    target: z.optional(z.object({ activityId: id, sessionId: id })),
    selection,
  }),
  result: z.object({
    count: z.int(),
    able: z.int(),
    refused: z.array(z.object({ fault: z.string(), count: z.int() })),
  }),
  refusals: ["listChanged", "notFound"],
});
export const bulkCheckIn = defineOperatorCall({
  name: "bulkCheckIn",
  path: "guests/bulk/check-in",
  kind: "write",
  right: "signup.checkIn",
  args: z.object({ selection }),
  result: started,
  refusals: ["listChanged"],
});
export const bulkMove = defineOperatorCall({
  name: "bulkMove",
  path: "guests/bulk/move",
  kind: "write",
  right: "signup.write",
  args: z.object({ selection, target: z.object({ activityId: id, sessionId: id }) }),
  result: started,
  refusals: ["listChanged"],
});
export const bulkGiveUp = defineOperatorCall({
  name: "bulkGiveUp",
  path: "guests/bulk/give-up",
  kind: "write",
  right: "signup.write",
  args: z.object({ selection, reason: giveUpReason }),
  result: started,
  refusals: ["listChanged"],
});
