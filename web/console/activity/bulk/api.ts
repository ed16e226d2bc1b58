import {
  bulkCloneActivities,
  bulkTagActivities,
  bulkWithdrawActivities,
  planActivityBulk,
  type ActivityBulkAct,
  type ActivitySelection,
  type TagChange,
} from "#contract/console/activity/bulk.ts";
import type { ClonePart } from "#contract/console/activity/activities.ts";
import { send } from "../../shell/index.ts";

/** A bulk act with everything that it needs. */
export type ReadyAct =
  | { readonly kind: "withdraw" }
  | { readonly kind: "tag"; readonly change: TagChange; readonly tag: string }
  | { readonly kind: "clone"; readonly parts: readonly ClonePart[]; readonly shiftDays: number };

const actOf = (act: ReadyAct): ActivityBulkAct => (act.kind === "clone" ? { kind: "clone" } : act);
export const planActs = (act: ReadyAct, selection: ActivitySelection) =>
  send(planActivityBulk, { act: actOf(act), selection });
/** Key of the dry run: parts and days of a copy change no count. */
export const planKey = (act: ReadyAct | null, selection: ActivitySelection) => [
  planActivityBulk.name,
  act && actOf(act),
  selection,
];

async function start(act: ReadyAct, selection: ActivitySelection): Promise<{ jobId: string }> {
  if (act.kind === "withdraw") return send(bulkWithdrawActivities, { selection });
  if (act.kind === "tag")
    return send(bulkTagActivities, { selection, change: act.change, tag: act.tag.trim() });
  return send(bulkCloneActivities, { selection, parts: [...act.parts], shiftDays: act.shiftDays });
}
/** Starts a bulk act. @returns the job's id */
export const startActs = async (act: ReadyAct, selection: ActivitySelection): Promise<string> =>
  (await start(act, selection)).jobId;
