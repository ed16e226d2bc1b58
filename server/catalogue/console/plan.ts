import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../../database/connection/database.ts";
import { inTransaction, writeAuditEntry } from "../../database/shared-tables/audit-log.ts";
import type { DraftFieldMap } from "../draft/draft-store.ts";
import { consoleActivityMessages } from "./messages.ts";
import type { ChangeAuthor } from "../store.ts";
import { scheduleStore, type PlannedChangeRow } from "../../database/shared-tables/scheduled-change-store.ts";

const DAY = 86_400_000;
const MAX_DAYS = 180;

/** @throws Refusal "invalid" for a time that is past or too far ahead */
function timeOf(text: string, now: number): Date {
  const time = Date.parse(text);
  if (!(time > now)) throw new Refusal("invalid", { fields: { at: consoleActivityMessages.timeOver } });
  if (time > now + MAX_DAYS * DAY)
    throw new Refusal("invalid", { fields: { at: consoleActivityMessages.timeTooFar } });
  return new Date(time);
}

type NewPlan = Pick<PlannedChangeRow, "action"> & {
  readonly activityId: string;
  /** ISO 8601 */
  readonly at: string;
  readonly fields: DraftFieldMap;
};
/** Plans a publication or a withdrawal, in the caller's transaction with its audit entry. @throws Refusal "invalid" */
export async function planChange(
  db: Database,
  { activityId, action, at, fields }: NewPlan,
  { by, now }: ChangeAuthor,
): Promise<PlannedChangeRow> {
  const at_time = timeOf(at, now.getTime());
  const plan = { entity_id: activityId, action, at_time, fields, made_by: by.id ?? "" };
  const change_id = await scheduleStore(db, "activity").put({ ...plan, now });
  await writeAuditEntry(db, {
    by,
    action: "activity.plan",
    about: { kind: "activity", id: activityId },
    outcome: `${action} at ${at_time.toISOString()}`,
    now,
  });
  return { ...plan, change_id };
}

/** Takes back what was planned. @returns whether it was still waiting */
export const cancelPlannedChange = (
  database: Database,
  {
    activityId,
    changeId,
    by,
    now,
  }: ChangeAuthor & { readonly activityId: string; readonly changeId: string },
): Promise<boolean> =>
  inTransaction(database, async (db) => {
    const isCancelled = await scheduleStore(db, "activity").cancelOne(activityId, changeId, now);
    if (isCancelled)
      await writeAuditEntry(db, {
        by,
        action: "activity.cancel-plan",
        about: { kind: "activity", id: activityId },
        outcome: "done",
        now,
      });
    return isCancelled;
  });
