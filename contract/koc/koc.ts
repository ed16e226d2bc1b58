import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { id, previewArgs, timestamp } from "../core/fields.ts";
import { flowRefusals } from "../flow/refusals.ts";

const pagePath = "cop-marketing-activity/api/v1/activity/page";

/**
 * Status of a person in an activity's KOC programme: 0 none, 1 in review, 2 accepted, 3 declined (contract
 * section 6).
 */
const kocStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
export type KocStatus = z.output<typeof kocStatus>;

/** Offer of an activity's KOC programme. */
export const kocProgram = z.object({
  /** One line about the benefit of helping. */
  slogan: z.string(),
  places: z.int(),
  /** Places without an application in review or accepted. */
  remaining: z.int(),
  /** Number of helping friends after which the application goes straight to the second review. */
  goal: z.int(),
  openTime: timestamp,
  closeTime: timestamp,
});
export type KocProgram = z.output<typeof kocProgram>;

/** An activity's KOC programme, public; not found if it has none. */
export const showKocProgram = defineCall({
  name: "showKocProgram",
  method: "GET",
  base: "api",
  paths: [`${pagePath}/koc/info`],
  audience: "anyone",
  args: z.object({ activityId: id, ...previewArgs }),
  result: z.extend(kocProgram, {
    activityId: id,
    activityMode: z.enum(["offline", "online"]),
    title: z.string(),
    coverUrl: z.string(),
    /** Benefits of accepted applicants. */
    perks: z.array(z.object({ name: z.string(), value: z.string() })),
    /** Server's clock at the time of the response. */
    serverTime: timestamp,
  }),
  refusals: ["notFound"],
});
export type KocInfo = z.output<typeof showKocProgram.result>;

/** Status of the caller's application (requirements M06, U32). An activity without a programme answers 0. */
export const showKocStatus = defineCall({
  name: "showKocStatus",
  method: "GET",
  base: "api",
  paths: [`${pagePath}/koc/signup/status`],
  audience: "user",
  args: z.object({ activityId: id }),
  result: z.object({
    status: kocStatus,
    /** Reason of the rejection. */
    reason: z.optional(z.string()),
    appliedTime: z.optional(timestamp),
    reviewedTime: z.optional(timestamp),
    /**
     * Friends who helped, signed up or left a lead through the caller's link, each counted once; only for a
     * current application.
     */
    helpers: z.optional(z.int()),
  }),
  refusals: [],
});
export type KocApplicationStatus = z.output<typeof showKocStatus.result>;

/**
 * Applies for the KOC programme of an activity (requirements M06, M07, U33). A GET with an effect, so it
 * needs a session token and a solved slider captcha, both in custom headers, which no prefetcher and no other
 * site sends; for an existing application its status is returned, without effect (M15).
 */
export const enrollKoc = defineCall({
  name: "enrollKoc",
  method: "GET",
  base: "api",
  paths: [`${pagePath}/koc/signup/enroll/:id`],
  audience: "user",
  acts: true,
  captcha: "koc",
  args: z.object({ id }),
  result: z.object({ status: kocStatus }),
  refusals: ["notFound", ...flowRefusals],
});
