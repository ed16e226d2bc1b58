import * as z from "zod/mini";
import { id, timestamp, upTo } from "../../core/fields.ts";
import { activityPlan } from "./activities.ts";
import { defineOperatorCall } from "../operator-call.ts";

const revision = z.int().check(z.gte(0));
/** Most characters of a cancellation's reason, which guests read. */
export const MAX_CANCEL_REASON = 60;

/** Counted effect of publishing, withdrawing or cancelling (requirement CO51). */
const effect = z.object({
  /** Guests with a seat that is not over. */
  guests: z.int(),
  waiting: z.int(),
  /** People who are told: of the cancellation, or of changed times. */
  notified: z.int(),
  /** Seats that are offered to waiting people at once. */
  offered: z.int(),
  /** Coupons that people have and have not redeemed; they stay valid. */
  coupons: z.int(),
  kocInReview: z.int(),
  /** Invitation codes that are valid and unused. */
  invitations: z.int(),
  /** Other activities whose process asks for a sign-up here first. */
  dependents: z.array(z.object({ activityId: id, title: z.string() })),
});
export type ActivityEffect = z.output<typeof effect>;

const action = z.enum(["publish", "withdraw", "callOff"]);
export type PublicationAction = z.output<typeof action>;

/** Counts the effect that an act would have now, by doing it and taking it back. */
export const showActivityImpact = defineOperatorCall({
  name: "showActivityImpact",
  path: "activities/impact",
  kind: "read",
  right: "activity.read",
  args: z.object({ activityId: id, action }),
  result: z.object({
    effect,
    /** Changed fields with their live and their new values; only for publishing. */
    changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
    /** Reasons why it would be refused, by field. */
    faults: z.record(z.string(), z.string()),
    asOf: timestamp,
  }),
  refusals: ["notFound"],
});
export type ActivityImpact = z.output<typeof showActivityImpact.result>;

const outcome = z.object({
  /** "again": it was already so; "planned": it will be done at the given time. */
  outcome: z.enum(["done", "again", "planned"]),
  effect: z.nullable(effect),
  plan: z.nullable(activityPlan),
});
/** Now if missing; a planned act is judged again at its time (requirement CO48). */
const at = z.optional(timestamp);

/** Publishes an activity, with the changes of its draft. */
export const publishActivity = defineOperatorCall({
  name: "publishActivity",
  path: "activities/publish",
  kind: "write",
  right: "activity.publish",
  args: z.object({ activityId: id, basedOn: revision, at }),
  result: outcome,
  refusals: ["notFound", "editConflict", "invalid", "stateChanged"],
});

/** Takes an activity from lists and its page; guests keep their seats. */
export const withdrawActivity = defineOperatorCall({
  name: "withdrawActivity",
  path: "activities/withdraw",
  kind: "write",
  right: "activity.publish",
  args: z.object({ activityId: id, at }),
  result: outcome,
  refusals: ["notFound", "invalid"],
});

/** Cancels an activity and tells its guests the reason (requirement CO52). */
export const callOffActivity = defineOperatorCall({
  name: "callOffActivity",
  path: "activities/call-off",
  kind: "write",
  right: "activity.callOff",
  args: z.object({
    activityId: id,
    reason: z.string().check(upTo(200)),
    /** The title, typed to confirm. */
    title: z.string().check(upTo(200)),
  }),
  result: outcome,
  refusals: ["notFound", "invalid"],
});

/** Takes back a planned publication or withdrawal. */
export const cancelActivityPlan = defineOperatorCall({
  name: "cancelActivityPlan",
  path: "activities/cancel-plan",
  kind: "write",
  right: "activity.publish",
  args: z.object({ activityId: id, changeId: id }),
  result: z.object({ cancelled: z.boolean() }),
  refusals: ["notFound", "stateChanged"],
});
