import * as z from "zod/mini";
import { activityDetail } from "../../activity/activity.ts";
import { sponsorLevels1 } from "../../activity/sponsors.ts";
import { id, timestamp, upTo } from "../../core/fields.ts";
import { listPage, operatorListArgs } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";

const { shape } = activityDetail;
const state = z.enum(["draft", "scheduled", "published", "changed", "withdrawn", "cancelled", "ended"]);
/** Filter of the list, the board and the counts; each field optional. */
export const activityFilter = z.object({
  states: z.optional(z.array(state).check(z.maxLength(7))),
  businessType: z.optional(shape.businessType),
  sponsorLevel1: z.optional(z.enum(sponsorLevels1)),
  sponsorLevel2: z.optional(z.string().check(z.maxLength(20))),
  cityCode: z.optional(z.string().check(z.regex(/^[1-9][0-9]{5}$/))),
  dealerId: z.optional(id),
  /** Part of the title, or the number. */
  text: z.optional(z.string().check(upTo(60))),
  /** Activities that take place at some time between the two. */
  from: z.optional(timestamp),
  to: z.optional(timestamp),
});
export type ActivityFilter = z.output<typeof activityFilter>;

/** A planned publication or withdrawal. */
export const activityPlan = z.object({
  changeId: id,
  action: z.enum(["publish", "withdraw"]),
  time: timestamp,
  by: z.nullable(z.string()),
});
export type ActivityPlan = z.output<typeof activityPlan>;

const activityRow = z.object({
  activityId: id,
  title: z.string(),
  coverUrl: z.string(),
  state,
  activityType: shape.activityType,
  pageType: shape.pageType,
  businessType: shape.businessType,
  sponsorLevel1: shape.sponsorLevel1,
  sponsorLevel2: z.nullable(z.string()),
  startTime: timestamp,
  endTime: timestamp,
  signUpStartTime: timestamp,
  signUpEndTime: timestamp,
  cityCode: z.string(),
  /** null: no limit */
  quota: z.nullable(z.int()),
  taken: z.int(),
  waiting: z.int(),
  plan: z.nullable(activityPlan),
});
export type ConsoleActivity = z.output<typeof activityRow>;

/** Activities in scope. */
export const listConsoleActivities = defineOperatorCall({
  name: "listConsoleActivities",
  path: "activities",
  kind: "read",
  right: "activity.read",
  args: operatorListArgs(activityFilter, ["startTime", "changedTime"]),
  result: listPage(activityRow),
  refusals: [],
});

/** Number of activities in scope by state; the filter's states are ignored. */
export const countConsoleActivities = defineOperatorCall({
  name: "countConsoleActivities",
  path: "activities/counts",
  kind: "read",
  right: "activity.read",
  args: z.object({ filter: activityFilter }),
  result: z.object({ counts: z.array(z.object({ state, count: z.int() })) }),
  refusals: [],
});

/** One activity: its state, counters and next steps. */
export const showConsoleActivity = defineOperatorCall({
  name: "showConsoleActivity",
  path: "activities/show",
  kind: "read",
  right: "activity.read",
  args: z.object({ activityId: id }),
  result: z.object({
    ...activityRow.shape,
    address: z.string(),
    revision: z.int(),
    /** Last live change; null: none since revisions are kept */
    changedTime: z.nullable(timestamp),
    changedBy: z.nullable(z.string()),
    /** Door of the last live change: console, command, server or a host. */
    changedDoor: z.nullable(z.string()),
    /** Fields that the draft changes. */
    draftFields: z.array(z.string()),
    cancelReason: z.nullable(z.string()),
    plans: z.array(activityPlan),
    /** The last planned change that was refused and not repeated since: when, and its faults by field. */
    refusedPlan: z.nullable(
      z.object({
        action: z.enum(["publish", "withdraw"]),
        time: timestamp,
        faults: z.record(z.string(), z.string()),
      }),
    ),
    numbers: z.object({
      signUps: z.int(),
      seatsLeft: z.nullable(z.int()),
      waiting: z.int(),
      arrived: z.int(),
      leads: z.int(),
      couponsSent: z.int(),
      couponsRedeemed: z.int(),
      kocInReview: z.int(),
      kocAccepted: z.int(),
    }),
    /** Whether the caller may edit it, and publish it. */
    canWrite: z.boolean(),
    canPublish: z.boolean(),
    canCallOff: z.boolean(),
  }),
  refusals: ["notFound"],
});
export type ConsoleActivityDetail = z.output<typeof showConsoleActivity.result>;

const sponsor = {
  sponsorLevel1: z.enum(sponsorLevels1),
  sponsorLevel2: z.nullable(z.string().check(z.maxLength(20))),
};
/** Starts an activity: a draft that nobody else sees, with a place and times to begin with. */
export const createActivity = defineOperatorCall({
  name: "createActivity",
  path: "activities/create",
  kind: "write",
  right: "activity.write",
  args: z.object({
    title: z.string().check(upTo(60)),
    activityType: shape.activityType,
    pageType: shape.pageType,
    businessType: shape.businessType,
    ...sponsor,
    cityCode: z.string().check(z.regex(/^[1-9][0-9]{5}$/)),
    /** Keys of pages and processes; generated if missing. */
    sec: z.optional(z.string().check(z.maxLength(64))),
    processKey: z.optional(z.string().check(z.maxLength(40))),
    nodeKey: z.optional(z.string().check(z.maxLength(40))),
  }),
  result: z.object({ activityId: id }),
  refusals: ["invalid"],
});

/** Parts of an activity that a copy can take along; people, counters, codes and links are never copied. */
export const cloneParts = ["content", "form", "sessions", "benefits", "process", "page", "share"] as const;
export type ClonePart = (typeof cloneParts)[number];
/** Copies an activity as a new draft (requirement CO49). */
export const cloneActivity = defineOperatorCall({
  name: "cloneActivity",
  path: "activities/clone",
  kind: "write",
  right: "activity.write",
  args: z.object({
    activityId: id,
    title: z.string().check(upTo(60)),
    parts: z.array(z.enum(cloneParts)).check(z.maxLength(7)),
    /** Days by which all times move. */
    shiftDays: z.int().check(z.gte(-3650), z.lte(3650)),
    ...sponsor,
  }),
  result: z.object({ activityId: id }),
  refusals: ["notFound", "invalid"],
});

/** Dealers, series and pictures to choose from in the editor. */
export const listEditorChoices = defineOperatorCall({
  name: "listEditorChoices",
  path: "activities/choices",
  kind: "read",
  right: "activity.read",
  args: z.object({
    /** Part of a dealer's name or code. */
    dealerText: z.optional(z.string().check(upTo(40))),
    /** Dealers to name, found or not. */
    dealerIds: z.optional(z.array(id).check(z.maxLength(1000))),
  }),
  result: z.object({
    dealers: z.array(
      z.object({
        id,
        code: z.string(),
        name: z.string(),
        status: z.string(),
        address: z.string(),
        provinceCode: z.string(),
        cityCode: z.string(),
        longitude: z.number(),
        latitude: z.number(),
      }),
    ),
    series: z.array(z.object({ seriesCode: z.string(), seriesName: z.string() })),
    /** Pictures in use, the newest first. */
    pictures: z.array(z.string()),
  }),
  refusals: [],
});
export type DealerChoice = z.output<typeof listEditorChoices.result>["dealers"][number];
