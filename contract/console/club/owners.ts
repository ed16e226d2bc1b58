import * as z from "zod/mini";
import { id, maxPasted, timestamp } from "../../core/fields.ts";
import { listPage, operatorListArgs } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { revealPurpose } from "../person-shapes.ts";

/** State of an application: under review, accepted, declined. */
const ownerReviewState = z.enum(["review", "accepted", "declined"]);
export type OwnerReviewState = z.output<typeof ownerReviewState>;
/** Last answer of the maker's system; failed: none that could be read. */
const reviewAnswer = z.enum(["review", "accepted", "declined", "failed"]);
/** Time within which an application is decided, ms; an older one is overdue. */
export const OWNER_REVIEW_TIME = 24 * 3_600_000;

/** Filter of the applications; `answer` "none": never answered. */
const ownerFilter = z.object({
  state: z.optional(ownerReviewState),
  answer: z.optional(z.enum(["none", "review", "failed"])),
  seriesCode: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,20}$/))),
  isOverdue: z.optional(z.boolean()),
});
export type OwnerFilter = z.output<typeof ownerFilter>;

const ownerRow = z.object({
  applicationId: id,
  /** Masked without `person.name`. */
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  /** Masked: LJL**********1234. */
  vin: z.string(),
  seriesName: z.string(),
  state: ownerReviewState,
  /** Reason of a rejection, as the person reads it. */
  reason: z.nullable(z.string()),
  createdTime: timestamp,
  dueTime: timestamp,
  isOverdue: z.boolean(),
  decidedTime: z.nullable(timestamp),
  /** Operator who decided by hand; null: the maker's system, or not decided. */
  decidedBy: z.nullable(z.string()),
  answer: z.nullable(reviewAnswer),
  /** Of a failed answer: timeout, network, format, or the status. */
  answerCause: z.nullable(z.string()),
  answeredTime: z.nullable(timestamp),
  /** Requests to the maker's system so far. */
  tries: z.int(),
  /** When it is asked next; null: not any more, or nobody is asked. */
  nextTime: z.nullable(timestamp),
  hasPicture: z.boolean(),
});
export type OwnerRow = z.output<typeof ownerRow>;

/** Applications of owners, the oldest first. */
export const listOwnerApplications = defineOperatorCall({
  name: "listOwnerApplications",
  path: "owners",
  kind: "read",
  right: "owner.read",
  args: operatorListArgs(ownerFilter, ["created", "decided"]),
  result: listPage(ownerRow),
  refusals: [],
});

/** Numbers of the applications, and who decides them here. */
export const countOwnerApplications = defineOperatorCall({
  name: "countOwnerApplications",
  path: "owners/counts",
  kind: "read",
  right: "owner.read",
  reach: "counts",
  args: z.object({}),
  result: z.object({
    review: z.int(),
    overdue: z.int(),
    /** Under review, whose last answer failed. */
    failed: z.int(),
    accepted: z.int(),
    declined: z.int(),
    /** The maker's system is asked. */
    isAsked: z.boolean(),
    /** Operators may decide (`OWNER_REVIEW=console`, requirement CO75). */
    isByHand: z.boolean(),
    series: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  refusals: [],
});
export type OwnerCounts = z.output<typeof countOwnerApplications.result>;

/** One application, with the others of the person and of the car. */
export const showOwnerApplication = defineOperatorCall({
  name: "showOwnerApplication",
  path: "owners/show",
  kind: "read",
  right: "owner.read",
  reach: "one",
  args: z.object({ applicationId: id }),
  result: z.object({
    application: ownerRow,
    /** Other applications of the person, newest first. */
    earlier: z.array(ownerRow),
    /** The car is verified for another account. */
    isTaken: z.boolean(),
    isByHand: z.boolean(),
    isAsked: z.boolean(),
  }),
  refusals: ["notFound"],
});
export type OwnerDetail = z.output<typeof showOwnerApplication.result>;

/** Applications of one person or car, by a whole mobile or chassis number, which stands in no answer. */
export const findOwnerApplications = defineOperatorCall({
  name: "findOwnerApplications",
  path: "owners/find",
  kind: "read",
  right: "owner.read",
  reach: "one",
  args: z.object({ number: z.string("请填写手机号或车架号").check(z.maxLength(maxPasted, "号码不正确")) }),
  result: z.object({ applications: z.array(ownerRow) }),
  refusals: ["invalid"],
});

/** Whole chassis number and the licence's picture; counted like a revealed mobile (requirement CO100). */
export const revealOwnerApplication = defineOperatorCall({
  name: "revealOwnerApplication",
  path: "owners/reveal",
  kind: "write",
  right: "person.reveal",
  isShownOnce: true,
  args: z.object({ applicationId: id, purpose: revealPurpose }),
  result: z.object({
    vin: z.string(),
    /** Address below the origin, valid for ten minutes; null: deleted a week after the decision. */
    pictureUrl: z.nullable(z.string()),
    seconds: z.int(),
  }),
  refusals: ["notFound", "revealLimit", "stepUpRequired"],
});
export type RevealedOwner = z.output<typeof revealOwnerApplication.result>;

/** Applications that one call is about at most. */
const MAX_OWNER_APPLICATIONS = 100;
const applicationIds = z.array(id).check(z.minLength(1), z.maxLength(MAX_OWNER_APPLICATIONS));

/** Asks the maker's system again at once, instead of at the end of the growing pause. */
export const askOwnerReviewAgain = defineOperatorCall({
  name: "askOwnerReviewAgain",
  path: "owners/ask-again",
  kind: "write",
  right: "owner.review",
  args: z.object({ applicationIds }),
  result: z.object({ asked: z.int(), left: z.int() }),
  refusals: ["stateChanged"],
});

/** Reasons of a rejection by hand, as the person reads them. */
export const declineReasons = {
  blurred: "行驶证照片不清晰，请重新拍摄",
  mismatch: "车架号与行驶证不一致，请核对后重新提交",
  series: "所选车系与行驶证不一致，请核对后重新提交",
  holder: "行驶证所有人信息不完整，请拍摄完整页面",
  expired: "行驶证已失效，请提交有效证件",
  brand: "该车辆不属于本品牌，无法认证",
} as const;
export type DeclineReason = keyof typeof declineReasons;
const declineReason = z.enum(
  Object.keys(declineReasons) as [DeclineReason, ...DeclineReason[]],
  "请选择不通过的原因",
);
/**
 * Decides applications by hand, each once; only with `OWNER_REVIEW=console`, else 404 (requirement CO75). What the maker's
 * system or a colleague has decided meanwhile is left and named.
 */
export const decideOwnerApplications = defineOperatorCall({
  name: "decideOwnerApplications",
  path: "owners/decide",
  kind: "write",
  right: "owner.review",
  args: z.object({
    applicationIds,
    decision: z.union([
      z.object({ kind: z.literal("accept") }),
      z.object({ kind: z.literal("decline"), reason: declineReason }),
    ]),
  }),
  result: z.object({
    decided: z.int(),
    undecided: z.array(
      z.object({
        applicationId: id,
        /** decided: by the maker's system or a colleague; taken: the car is another account's. */
        cause: z.enum(["decided", "taken", "gone"]),
      }),
    ),
  }),
  refusals: ["notFound", "stateChanged"],
});
export type OwnerDecisions = z.output<typeof decideOwnerApplications.result>;
export type OwnerDecision = z.output<typeof decideOwnerApplications.args>["decision"];
