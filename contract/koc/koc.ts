import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { id, moment } from "../core/fields.ts";
import { flowRefusals } from "../flow/refusals.ts";

const page = "cop-marketing-activity/api/v1/activity/page";

/** Where a person stands with an activity's KOC programme: 0 none, 1 in review, 2 accepted, 3 declined (contract section 6). */
const kocStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
export type KocStatus = z.output<typeof kocStatus>;

/** What an activity's KOC programme offers. */
export const kocProgram = z.object({
  /** One line: what helping it along brings. */
  slogan: z.string(),
  places: z.int(),
  /** Places that nobody in review or accepted has. */
  remaining: z.int(),
  /** So many friends' help and the application goes straight to the second review. */
  goal: z.int(),
  openTime: moment,
  closeTime: moment,
});
export type KocProgram = z.output<typeof kocProgram>;

/** An activity's KOC programme for everybody; refused where it has none. */
export const showKocProgram = defineCall({
  name: "showKocProgram",
  method: "GET",
  base: "api",
  paths: [`${page}/koc/info`],
  who: "anyone",
  args: z.object({ activityId: id }),
  result: z.extend(kocProgram, {
    activityId: id,
    activityMode: z.enum(["offline", "online"]),
    title: z.string(),
    coverUrl: z.string(),
    /** What those who are accepted get. */
    perks: z.array(z.object({ name: z.string(), value: z.string() })),
    /** Server's clock when it answered. */
    serverTime: moment,
  }),
  refusals: ["notFound"],
});
export type KocInfo = z.output<typeof showKocProgram.result>;

/** Where the caller stands (requirements M06, U32). An activity without a programme answers 0. */
export const showKocStatus = defineCall({
  name: "showKocStatus",
  method: "GET",
  base: "api",
  paths: [`${page}/koc/signup/status`],
  who: "user",
  args: z.object({ activityId: id }),
  result: z.object({
    status: kocStatus,
    /** Why it was declined. */
    reason: z.optional(z.string()),
    appliedTime: z.optional(moment),
    reviewedTime: z.optional(moment),
    /** Friends who helped by the caller's link, signed up or left a lead, each once; of an application that stands. */
    helpers: z.optional(z.int()),
  }),
  refusals: [],
});
export type KocApplicationStatus = z.output<typeof showKocStatus.result>;

/**
 * Applies for the KOC programme of an activity (requirements M06, M07, U33). A GET with an effect, so
 * it needs a session token and a solved slider, both in headers of its own, which no prefetcher and no
 * other site sends; whoever has applied is answered where they stand, and nothing happens (M15).
 */
export const enrollKoc = defineCall({
  name: "enrollKoc",
  method: "GET",
  base: "api",
  paths: [`${page}/koc/signup/enroll/:id`],
  who: "user",
  captcha: "koc",
  args: z.object({ id }),
  result: z.object({ status: kocStatus }),
  refusals: ["notFound", ...flowRefusals],
});
