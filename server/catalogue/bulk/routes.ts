import {
  bulkCloneActivities,
  bulkTagActivities,
  bulkWithdrawActivities,
  planActivityBulk,
  type ActivityBulkAct,
  type ActivitySelection,
} from "#contract/console/activity/bulk.ts";
import type { OperatorRight } from "#contract/console/rights.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";
import { ownActivityInScope } from "../../database/statements/operator-scope.ts";
import { requireScopes, type OperatorCaller } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import {
  MAX_JOB_ROWS,
  mustBeOfJobSize,
  mustBeUnchanged,
  type Jobs,
  type NewJobRow,
} from "../../job/index.ts";
import type { CopyContext } from "../console/copy.ts";
import { consoleListStore, type SelectedActivity } from "../console/list-store.ts";
import { defineActivityJobs } from "./jobs.ts";
import { activityBulkFault, planOf } from "./rules.ts";

const rightOf: Readonly<Record<ActivityBulkAct["kind"], OperatorRight>> = {
  withdraw: "activity.publish",
  tag: "activity.publish",
  clone: "activity.write",
};
/** Scopes of an operator: of the activities to read, and of those to change. */
type Reach = { readonly read: readonly GrantScope[]; readonly own: readonly GrantScope[] };

/**
 * Reads the activities of a selection within what the operator may read, and whether they are the operator's own.
 * @throws Refusal "listChanged" if a filter finds another number than the page showed (requirement CO35)
 */
async function selectActivities(
  db: Database,
  { read, own }: Reach,
  selection: ActivitySelection,
  now: number,
): Promise<SelectedActivity[]> {
  const isFilter = "filter" in selection;
  const query = { filter: isFilter ? selection.filter : {}, scopes: read, now: new Date(now) };
  const found = await consoleListStore(db).select(query, {
    ids: isFilter ? null : selection.ids,
    own: ownActivityInScope(own, "a"),
    limit: MAX_JOB_ROWS + 1,
  });
  mustBeOfJobSize(found.length);
  if (isFilter) mustBeUnchanged(selection.count, found.length);
  return found;
}
const jobRows = (act: ActivityBulkAct, activities: readonly SelectedActivity[]): NewJobRow[] =>
  activities.map((activity) => ({
    subjectId: activity.activity_id,
    fault: activityBulkFault(act, activity),
  }));

/** Registers bulk acts on activities: their dry run and their start (requirement CO37). */
export function activityBulkRoutes(
  context: CopyContext,
  calls: OperatorRouter,
  { jobs, invalidatePages }: { readonly jobs: Jobs; readonly invalidatePages: () => void },
): void {
  const { db, clock } = context;
  defineActivityJobs(context, jobs, invalidatePages);
  const reachOf = (caller: OperatorCaller, own: readonly GrantScope[]): Reach => ({
    read: requireScopes(caller, "activity.read"),
    own,
  });
  const start = (
    caller: OperatorCaller,
    act: ActivityBulkAct,
    selection: ActivitySelection,
    given: Readonly<Record<string, unknown>>,
  ) =>
    jobs.start(caller, `activity.${act.kind}`, async (transaction, scopes) => ({
      arguments: given,
      rows: jobRows(
        act,
        await selectActivities(transaction, reachOf(caller, scopes), selection, clock.now()),
      ),
    }));
  calls.on(planActivityBulk, async ({ act, selection }, caller) => {
    const reach = reachOf(caller, requireScopes(caller, rightOf[act.kind]));
    return planOf(act, await selectActivities(db, reach, selection, clock.now()));
  });
  calls.on(bulkWithdrawActivities, ({ selection }, caller) =>
    start(caller, { kind: "withdraw" }, selection, {}),
  );
  calls.on(bulkTagActivities, ({ selection, change, tag }, caller) => {
    const tagging = { change, tag: tag.trim() };
    return start(caller, { kind: "tag", ...tagging }, selection, tagging);
  });
  calls.on(bulkCloneActivities, ({ selection, parts, shiftDays }, caller) =>
    start(caller, { kind: "clone" }, selection, { parts, shiftDays }),
  );
}
