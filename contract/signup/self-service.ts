import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { cancellation } from "../activity/cancellation.ts";
import { id, moment } from "../core/fields.ts";
import { waitlistState } from "./waitlist.ts";

/** Where a sign-up of the caller's own stands: to come or under way, its person came, over, given up or called off; or on the waitlist. */
const ownSignUpState = z.enum(["upcoming", "attended", "ended", "cancelled", ...waitlistState.options]);
export type OwnSignUpState = z.output<typeof ownSignUpState>;

/** A sign-up as its person's own list shows it. */
export const ownSignUp = z.object({
  signUpId: id,
  activityId: id,
  activityType: z.enum(["localoffline", "online"]),
  title: z.string(),
  coverUrl: z.string(),
  state: ownSignUpState,
  sessionId: z.nullable(id),
  dealerId: z.nullable(id),
  /** Of the session, else of the activity. */
  startTime: moment,
  endTime: moment,
  /** As shown, with the trial suffix. */
  dealerName: z.nullable(z.string()),
  address: z.string(),
  /** It has not begun, and takes place: it may be given up. */
  canCancel: z.boolean(),
  /** The same, and its dealer holds other sessions that have not begun. */
  canChange: z.boolean(),
  createdTime: moment,
  /** Of the waitlist: how many wait before, and until when a seat is kept. */
  before: z.optional(z.int()),
  offerUntil: z.optional(moment),
  /** Only of waiting for what is withdrawn: nobody is offered a seat until it is published again. */
  isPaused: z.optional(z.literal(true)),
  /**
   * Only where the activity was called off before its end, whose person had not come: of a seat, a place on the waitlist,
   * and a seat that was kept alike. `state` is "cancelled" then, and nothing can be done about it.
   */
  calledOff: z.optional(cancellation),
});
export type OwnSignUp = z.output<typeof ownSignUp>;

/** The caller's sign-ups, newest first, at most 200. */
export const listOwnSignUps = defineCall({
  name: "listOwnSignUps",
  method: "GET",
  base: "api",
  paths: ["cop-marketing-activity/api/v1/signup/list"],
  who: "user",
  args: z.object({}),
  result: z.array(ownSignUp),
  refusals: [],
});

/**
 * Gives the caller's sign-up up; its seat is free at once (requirement L17). Begun: 633 with remark.
 * Again, or without a sign-up: `cancelled` false.
 */
export const cancelSignUp = defineCall({
  name: "cancelSignUp",
  method: "DELETE",
  base: "api",
  paths: ["cop-marketing-activity/api/v1/activity/page/signup/:id"],
  who: "user",
  args: z.object({ id }),
  result: z.object({ cancelled: z.boolean() }),
  refusals: ["flowBranch"],
});

/** Moves the caller's sign-up to another session. Full, begun or called off: 633 with remark, and nothing changes. */
export const changeSession = defineCall({
  name: "changeSession",
  method: "PUT",
  base: "api",
  paths: ["cop-marketing-activity/api/v1/activity/page/signup/:id"],
  who: "user",
  args: z.object({ id, sessionId: id }),
  result: z.object({ sessionId: id, startTime: moment, endTime: moment }),
  refusals: ["flowBranch", "notFound"],
});
