import * as z from "zod/mini";
import { id, upTo } from "../../core/fields.ts";
import { bulkSelection } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { activityFilter, cloneActivity } from "./activities.ts";

const selection = bulkSelection(activityFilter);
export type ActivitySelection = z.output<typeof selection>;

/** Most characters of a tag, as the catalogue file has it. */
export const MAX_TAG = 12;
const tagging = {
  change: z.enum(["add", "remove"]),
  tag: z
    .string()
    .check(upTo(MAX_TAG), z.regex(/^[^\p{Cc}\p{Cs}]*[^\p{Cc}\p{Cs}\s][^\p{Cc}\p{Cs}]*$/u, "请填写标签")),
};
export type TagChange = z.output<typeof tagging.change>;
const { parts, shiftDays } = cloneActivity.args.shape;
const copying = { parts, shiftDays };

const act = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("withdraw") }),
  z.object({ kind: z.literal("tag"), ...tagging }),
  z.object({ kind: z.literal("clone") }),
]);
export type ActivityBulkAct = z.output<typeof act>;

const planned = z.object({
  count: z.int(),
  able: z.int(),
  refused: z.array(z.object({ fault: z.string(), count: z.int() })),
  /** Seats that are taken, and people who wait, in the activities that would be changed. */
  taken: z.int(),
  waiting: z.int(),
});
export type ActivityBulkPlan = z.output<typeof planned>;
const started = z.object({ jobId: id, count: z.int() });

/** Counts what a bulk act would do and which activities it cannot change, and why; writes nothing (requirement CO37). */
export const planActivityBulk = defineOperatorCall({
  name: "planActivityBulk",
  path: "activities/bulk/plan",
  kind: "read",
  right: "activity.write",
  args: z.object({ act, selection }),
  result: planned,
  refusals: ["listChanged"],
});

/** Takes activities from lists and their pages as a job; undone within a day, those are published again (CO38). */
export const bulkWithdrawActivities = defineOperatorCall({
  name: "bulkWithdrawActivities",
  path: "activities/bulk/withdraw",
  kind: "write",
  right: "activity.publish",
  args: z.object({ selection }),
  result: started,
  refusals: ["listChanged"],
});

/**
 * Adds or removes a tag as a job: at once and as a version where visitors have seen the activity, in the draft of one that
 * nobody has seen. Undone within a day, it is taken back.
 */
export const bulkTagActivities = defineOperatorCall({
  name: "bulkTagActivities",
  path: "activities/bulk/tag",
  kind: "write",
  right: "activity.publish",
  args: z.object({ selection, ...tagging }),
  result: started,
  refusals: ["listChanged"],
});

/** Copies activities as new drafts of the same sponsor as a job. */
export const bulkCloneActivities = defineOperatorCall({
  name: "bulkCloneActivities",
  path: "activities/bulk/clone",
  kind: "write",
  right: "activity.write",
  args: z.object({ selection, ...copying }),
  result: started,
  refusals: ["listChanged"],
});
