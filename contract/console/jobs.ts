import * as z from "zod/mini";
import { id, timestamp } from "../core/fields.ts";
import { defineOperatorCall } from "./operator-call.ts";

/** Bulk acts that run as jobs. */
export const jobKinds = {
  "guest.checkIn": "批量到场核销",
  "guest.move": "批量改场次",
  "guest.giveUp": "批量取消报名",
  "lead.assign": "分配线索",
  "lead.mark": "批量标记线索",
  "lead.remind": "催办线索",
  "activity.withdraw": "批量下线活动",
  "activity.tag": "批量修改活动标签",
  "activity.clone": "批量复制活动",
} as const;
export type JobKindName = keyof typeof jobKinds;
const jobKind = z.enum(Object.keys(jobKinds) as [JobKindName, ...JobKindName[]]);

/** A bulk act: rows are changed one by one, in the background (requirement CO37). */
const job = z.object({
  jobId: id,
  kind: jobKind,
  state: z.enum(["running", "done", "undoing", "undone"]),
  count: z.int(),
  /** Rows that were changed, that could not be, and that were put back. */
  done: z.int(),
  refused: z.int(),
  undone: z.int(),
  createdTime: timestamp,
  finishedTime: z.nullable(timestamp),
  /** Until when it can be undone; null: never. */
  undoUntil: z.nullable(timestamp),
});
export type ConsoleJob = z.output<typeof job>;

/** The caller's own jobs of the last 30 days, newest first. */
export const listJobs = defineOperatorCall({
  name: "listJobs",
  path: "jobs",
  kind: "read",
  right: "self",
  args: z.object({}),
  result: z.object({ jobs: z.array(job) }),
  refusals: [],
});
/** One of the caller's own jobs, with rows that could not be changed or put back, at most 1,000. */
export const showJob = defineOperatorCall({
  name: "showJob",
  path: "jobs/show",
  kind: "read",
  right: "self",
  args: z.object({ jobId: id }),
  result: z.object({
    job,
    faults: z.array(z.object({ row: z.int(), id, fault: z.string() })),
  }),
  refusals: ["notFound"],
});
/** Undoes one of the caller's own jobs within a day; what others changed since stays and is named (requirement CO38). */
export const undoJob = defineOperatorCall({
  name: "undoJob",
  path: "jobs/undo",
  kind: "write",
  right: "self",
  args: z.object({ jobId: id }),
  result: z.object({ job }),
  refusals: ["notFound", "stateChanged"],
});
