import * as z from "zod/mini";
import { id, timestamp } from "../../core/fields.ts";
import { defineOperatorCall } from "../operator-call.ts";

const quota = z.int().check(z.gte(0), z.lte(10_000_000));
const sessionRow = z.object({
  sessionId: id,
  dealerId: z.nullable(id),
  startTime: timestamp,
  endTime: timestamp,
  quota: z.int(),
  taken: z.int(),
  waiting: z.int(),
  /** Whether the caller may edit it. */
  canWrite: z.boolean(),
});
export type SessionSeats = z.output<typeof sessionRow>;

/** Sessions of an activity with their counters. */
export const listActivitySessions = defineOperatorCall({
  name: "listActivitySessions",
  path: "activities/sessions",
  kind: "read",
  right: "activity.read",
  args: z.object({ activityId: id }),
  result: z.object({
    title: z.string(),
    revision: z.int(),
    startTime: timestamp,
    endTime: timestamp,
    /** null: no limit */
    quota: z.nullable(z.int()),
    taken: z.int(),
    waiting: z.int(),
    /** Sum of the sessions' quotas (requirement CO53). */
    sessionSum: z.int(),
    canWrite: z.boolean(),
    sessions: z.array(sessionRow),
    dealers: z.array(z.object({ id, name: z.string(), status: z.string() })),
    asOf: timestamp,
  }),
  refusals: ["notFound"],
});
export type ActivitySeats = z.output<typeof listActivitySessions.result>;

const seatFields = z.object({
  dealerId: z.nullable(id),
  startTime: timestamp,
  endTime: timestamp,
  quota,
});
/** Changes of seats, which count at once: each with the value that the operator saw. */
const seatChanges = z.object({
  activityId: id,
  quota: z.optional(z.object({ was: z.nullable(quota), value: z.nullable(quota) })),
  changed: z.array(z.object({ sessionId: id, was: seatFields, value: seatFields })).check(z.maxLength(500)),
  added: z.array(seatFields).check(z.maxLength(200)),
  removed: z.array(id).check(z.maxLength(200)),
});
export type SeatChanges = z.output<typeof seatChanges>;

const seatOffer = z.object({
  sessionId: z.nullable(id),
  /** Masked. */
  name: z.string(),
  mobile: z.string(),
  joinedTime: timestamp,
  untilTime: timestamp,
});
/** `offers`: people who are offered a seat, in the order of the waitlist, masked (requirement CO54). */
const seatOutcome = z.object({
  revision: z.int(),
  quota: z.nullable(z.int()),
  sessionSum: z.int(),
  offers: z.array(seatOffer),
  /** People who waited for removed sessions, and whose waiting ends. */
  endedWaits: z.int(),
});
export type SeatsResult = z.output<typeof seatOutcome>;

/** Checks a change of seats: refused as saving it would be, and whom it would offer a seat. */
export const checkActivitySessions = defineOperatorCall({
  name: "checkActivitySessions",
  path: "activities/sessions/check",
  kind: "read",
  right: "session.write",
  args: seatChanges,
  result: seatOutcome,
  refusals: ["notFound", "invalid", "editConflict"],
});

/** Changes quota and sessions at once, never below what is taken, and offers freed seats to the waitlist in order. */
export const saveActivitySessions = defineOperatorCall({
  name: "saveActivitySessions",
  path: "activities/sessions/save",
  kind: "write",
  right: "session.write",
  args: seatChanges,
  result: seatOutcome,
  refusals: ["notFound", "invalid", "editConflict"],
});
