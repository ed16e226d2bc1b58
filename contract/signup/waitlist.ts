import { cancellation } from "../activity/cancellation.ts";
import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { id, moment } from "../core/fields.ts";

const page = "cop-marketing-activity/api/v1/activity/page";

/** Waiting for a seat; a seat is kept for the person until `offerUntil`; that time is over. */
export const waitlistState = z.enum(["waiting", "offered", "expired"]);

/** How the caller stands on the waitlist of what is full (requirement L18). */
export const waitlistEntry = z.object({
  signUpId: id,
  state: waitlistState,
  /** From 1; 0 unless waiting. */
  position: z.int(),
  /** Until when the seat is kept; only of an offer. */
  offerUntil: z.nullable(moment),
  title: z.string(),
  coverUrl: z.string(),
  /** Of the session, else of the activity. */
  startTime: moment,
  endTime: moment,
  dealerName: z.nullable(z.string()),
  address: z.string(),
  /** Only of waiting for what is withdrawn: nobody is offered a seat until it is published again. */
  isPaused: z.optional(z.literal(true)),
  /** Only where the activity was called off while the caller waited or had a seat kept: `state` is "expired" then. */
  calledOff: z.optional(cancellation),
});
export type WaitlistEntry = z.output<typeof waitlistEntry>;

/** Takes the seat that is kept for the caller. Too late, or called off: 633 with remark; again: the same answer. */
export const acceptOffer = defineCall({
  name: "acceptOffer",
  method: "POST",
  base: "api",
  paths: [`${page}/waitlist/:id`],
  who: "user",
  args: z.object({ id }),
  result: z.object({ signUpId: id, ticketCode: z.string(), status: z.enum(["confirmed", "waitlisted"]) }),
  refusals: ["flowBranch"],
});

/** Gives up waiting, or the seat that is kept: it goes to the next at once. */
export const leaveWaitlist = defineCall({
  name: "leaveWaitlist",
  method: "DELETE",
  base: "api",
  paths: [`${page}/waitlist/:id`],
  who: "user",
  args: z.object({ id }),
  result: z.object({ left: z.boolean() }),
  refusals: [],
});
