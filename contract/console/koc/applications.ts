import * as z from "zod/mini";
import { id, timestamp, upTo, visible } from "../../core/fields.ts";
import { listPage, operatorListArgs } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";

/** State of an application: in review, accepted, declined. */
export const kocState = z.enum(["waiting", "accepted", "declined"]);
export type KocReviewState = z.output<typeof kocState>;
/** Id of an application: those of its activity and its person. */
const kocId = z.string().check(z.regex(/^\d{1,19}\/\d{1,19}$/, "编号不正确"));

/** Filter of the applications; `isReady`: whether enough friends helped. */
const kocFilter = z.object({
  activityId: z.optional(id),
  state: z.optional(kocState),
  isReady: z.optional(z.boolean()),
});
export type KocFilter = z.output<typeof kocFilter>;
const kocRow = z.object({
  kocId,
  activityId: id,
  activityTitle: z.string(),
  /** As others see it. */
  nickname: z.string(),
  /** Masked. */
  mobile: z.nullable(z.string()),
  /** Friends who helped, and those after which the application is preferred. */
  helpers: z.int(),
  goal: z.int(),
  appliedTime: timestamp,
  state: kocState,
  reason: z.nullable(z.string()),
  reviewedTime: z.nullable(timestamp),
  /** Places of the programme that nobody was accepted for. */
  placesLeft: z.int(),
});
export type KocListRow = z.output<typeof kocRow>;

/** Applications in scope; "queue": those with enough helpers first, then the oldest. */
export const listKocApplications = defineOperatorCall({
  name: "listKocApplications",
  path: "koc",
  kind: "read",
  right: "koc.read",
  args: operatorListArgs(kocFilter, ["queue", "applied"]),
  result: listPage(kocRow),
  refusals: [],
});

/** One application with its evidence: who helped, masked, the newest 50. */
export const showKocApplication = defineOperatorCall({
  name: "showKocApplication",
  path: "koc/show",
  kind: "read",
  right: "koc.read",
  args: z.object({ kocId }),
  result: z.object({
    application: kocRow,
    evidence: z.array(
      z.object({ kind: z.enum(["help", "signUp", "lead"]), name: z.string(), time: timestamp }),
    ),
  }),
  refusals: ["notFound"],
});
export type KocDetail = z.output<typeof showKocApplication.result>;

/** Applications that one call decides at most. */
export const MAX_DECIDED_APPLICATIONS = 500;
const MAX_REASON_LENGTH = 60;
/** Why an application of a selection was not decided: no place was left, or somebody else decided it. */
const undecidedCause = z.enum(["noPlace", "decided"]);
/**
 * Decides applications, each once, in the order of the queue; accepting stops at the places left (requirement CO65). The
 * applicant reads the reason. A filter that finds another number by then is refused.
 */
export const reviewKocApplications = defineOperatorCall({
  name: "reviewKocApplications",
  path: "koc/review",
  kind: "write",
  right: "koc.review",
  args: z.object({
    selection: z.union([
      z.object({ ids: z.array(kocId).check(z.minLength(1), z.maxLength(MAX_DECIDED_APPLICATIONS)) }),
      z.object({
        filter: kocFilter,
        count: z.int().check(z.minimum(1), z.maximum(MAX_DECIDED_APPLICATIONS, "一次最多处理 500 条")),
      }),
    ]),
    decision: z.union([
      z.object({ kind: z.literal("accept") }),
      z.object({
        kind: z.literal("decline"),
        reason: z
          .string("请填写原因")
          .check(visible("请填写原因"), upTo(MAX_REASON_LENGTH, "原因最多 60 个字")),
      }),
    ]),
  }),
  result: z.object({
    decided: z.int(),
    undecided: z.array(z.object({ kocId, nickname: z.string(), cause: undecidedCause })),
  }),
  refusals: ["notFound", "stateChanged", "listChanged"],
});
export type KocReviewArgs = z.output<typeof reviewKocApplications.args>;
