import { cancellation } from "../activity/cancellation.ts";
import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { id, timestamp } from "../core/fields.ts";
import { scheduleChange } from "./schedule.ts";

const pagePath = "cop-marketing-activity/api/v1/activity/page";

/** Waiting for a seat; a seat is reserved until `offerUntil`; the reservation has expired. */
export const waitlistState = z.enum(["waiting", "offered", "expired"]);

/** The caller's entry on the waitlist (requirement L18). */
export const waitlistEntry = z.object({
  signUpId: id,
  state: waitlistState,
  /** Starts at 1; 0 unless waiting. */
  position: z.int(),
  /** End of the reservation; only for an offer. */
  offerUntil: z.nullable(timestamp),
  title: z.string(),
  coverUrl: z.string(),
  /** Times of the session, otherwise of the activity. */
  startTime: timestamp,
  endTime: timestamp,
  dealerName: z.nullable(z.string()),
  address: z.string(),
  /** Only for an unpublished activity: no seats are offered until it is published again. */
  isPaused: z.optional(z.literal(true)),
  /**
   * Only if the activity was cancelled while the caller waited or had a reserved seat: `state` is "expired"
   * then.
   */
  calledOff: z.optional(cancellation),
  /** Only while waiting or offered: a change of times that the caller has not acknowledged. */
  moved: z.optional(scheduleChange),
});
export type WaitlistEntry = z.output<typeof waitlistEntry>;

/**
 * Accepts the seat that is reserved for the caller. Too late, or activity cancelled: 633 with remark;
 * idempotent.
 */
export const acceptOffer = defineCall({
  name: "acceptOffer",
  method: "POST",
  base: "api",
  paths: [`${pagePath}/waitlist/:id`],
  audience: "user",
  args: z.object({ id }),
  result: z.object({ signUpId: id, ticketCode: z.string(), status: z.enum(["confirmed", "waitlisted"]) }),
  refusals: ["flowBranch"],
});

/** Leaves the waitlist, or releases the reserved seat: it is offered to the next person at once. */
export const leaveWaitlist = defineCall({
  name: "leaveWaitlist",
  method: "DELETE",
  base: "api",
  paths: [`${pagePath}/waitlist/:id`],
  audience: "user",
  acts: false,
  args: z.object({ id }),
  result: z.object({ left: z.boolean() }),
  refusals: [],
});
