import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { cancellation } from "../activity/cancellation.ts";
import { id, timestamp } from "../core/fields.ts";
import { waitlistState } from "./waitlist.ts";
import { scheduleChange } from "./schedule.ts";

/**
 * State of the caller's own sign-up: upcoming or in progress, attended, ended, cancelled by either side; or
 * on the waitlist.
 */
const ownSignUpState = z.enum(["upcoming", "attended", "ended", "cancelled", ...waitlistState.options]);
export type OwnSignUpState = z.output<typeof ownSignUpState>;

/** A sign-up in its person's own list. */
const ownSignUp = z.object({
  signUpId: id,
  activityId: id,
  activityType: z.enum(["localoffline", "online"]),
  title: z.string(),
  coverUrl: z.string(),
  state: ownSignUpState,
  sessionId: z.nullable(id),
  dealerId: z.nullable(id),
  /** Times of the session, otherwise of the activity. */
  startTime: timestamp,
  endTime: timestamp,
  /** As displayed, with the trial suffix. */
  dealerName: z.nullable(z.string()),
  address: z.string(),
  /** It has not begun, and the activity is not cancelled: the caller may cancel it. */
  canCancel: z.boolean(),
  /** The same, and its dealer has other sessions that have not begun. */
  canChange: z.boolean(),
  createdTime: timestamp,
  /** Number of the ticket, 12 characters; only for a seat that is not cancelled. */
  ticketCode: z.optional(z.string()),
  /** On the waitlist: number of people before, and end of the reservation. */
  before: z.optional(z.int()),
  offerUntil: z.optional(timestamp),
  /** Only on the waitlist of an unpublished activity: no seats are offered until it is published again. */
  isPaused: z.optional(z.literal(true)),
  /**
   * Only if the activity was cancelled before its end and the person had not checked in: for a seat, a
   * waitlist entry, and a reserved seat. `state` is "cancelled", and no action is possible.
   */
  calledOff: z.optional(cancellation),
  /** Only if the organiser gave the seat up for the person: why, in the words of its staff. */
  cancelReason: z.optional(z.string()),
  /** Only for what is ahead: a change of its times that the caller has not acknowledged. */
  moved: z.optional(scheduleChange),
});
export type OwnSignUp = z.output<typeof ownSignUp>;

/** The caller's sign-ups, newest first, at most 200. */
export const listOwnSignUps = defineCall({
  name: "listOwnSignUps",
  method: "GET",
  base: "api",
  paths: ["cop-marketing-activity/api/v1/signup/list"],
  audience: "user",
  args: z.object({}),
  result: z.array(ownSignUp),
  refusals: [],
});

/**
 * Cancels the caller's sign-up; its seat is free at once (requirement L17). After the begin: 633 with remark.
 * Repeated, or without a sign-up: `cancelled` false.
 */
export const cancelSignUp = defineCall({
  name: "cancelSignUp",
  method: "DELETE",
  base: "api",
  paths: ["cop-marketing-activity/api/v1/activity/page/signup/:id"],
  audience: "user",
  acts: false,
  args: z.object({ id }),
  result: z.object({ cancelled: z.boolean() }),
  refusals: ["flowBranch"],
});

/**
 * Moves the caller's sign-up to another session. Full, begun or cancelled: 633 with remark, without effect.
 */
export const changeSession = defineCall({
  name: "changeSession",
  method: "PUT",
  base: "api",
  paths: ["cop-marketing-activity/api/v1/activity/page/signup/:id"],
  audience: "user",
  args: z.object({ id, sessionId: id }),
  result: z.object({ sessionId: id, startTime: timestamp, endTime: timestamp }),
  refusals: ["flowBranch", "notFound"],
});
