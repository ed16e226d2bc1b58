import * as z from "zod/mini";
import { id, timestamp } from "../core/fields.ts";
import { defineOperatorCall } from "./operator-call.ts";

const share = z.object({ total: z.int(), arrived: z.int() });
/** 到场实况 of an activity: read again every two seconds while it is shown (requirement CO59). */
export const showArrivals = defineOperatorCall({
  name: "showArrivals",
  path: "guests/arrivals",
  kind: "read",
  right: "signup.read",
  args: z.object({ activityId: id, sessionId: z.optional(id), dealerId: z.optional(id) }),
  result: z.object({
    title: z.string(),
    asOf: timestamp,
    ...share.shape,
    /** Arrivals of the last 60 minutes with any, oldest first. */
    minutes: z.array(z.object({ time: timestamp, count: z.int() })),
    sessions: z.array(z.object({ sessionId: z.nullable(id), startTime: timestamp, ...share.shape })),
    dealers: z.array(z.object({ dealerId: z.nullable(id), name: z.nullable(z.string()), ...share.shape })),
    /** The last 20, newest first. */
    latest: z.array(
      z.object({
        signUpId: id,
        name: z.nullable(z.string()),
        mobile: z.nullable(z.string()),
        time: timestamp,
      }),
    ),
    /** Those who have not come, by session; the first 50. */
    missing: z.array(
      z.object({
        signUpId: id,
        name: z.nullable(z.string()),
        mobile: z.nullable(z.string()),
        startTime: timestamp,
      }),
    ),
    /** Valid links of the check-in desk. */
    links: z.int(),
    /** Of these, the ones that were used within five minutes. */
    desksInUse: z.int(),
  }),
  refusals: ["notFound"],
});
export type Arrivals = z.output<typeof showArrivals.result>;

/** Sessions of today over all activities in scope, with who has come; and the next ones where there is none today. */
export const listArrivalsToday = defineOperatorCall({
  name: "listArrivalsToday",
  path: "guests/arrivals/today",
  kind: "read",
  right: "signup.read",
  args: z.object({}),
  result: z.object({
    asOf: timestamp,
    /** Of the sessions of today. */
    ...share.shape,
    sessions: z.array(
      z.object({
        activityId: id,
        title: z.string(),
        sessionId: z.nullable(id),
        startTime: timestamp,
        isToday: z.boolean(),
        ...share.shape,
      }),
    ),
  }),
  refusals: [],
});
export type ArrivalsToday = z.output<typeof listArrivalsToday.result>;
