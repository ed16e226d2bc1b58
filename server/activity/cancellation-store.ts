import { sql } from "kysely";
import { cancellationRemark, type Cancellation } from "#contract/activity/cancellation.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { Database } from "../database/connection/database.ts";

/** Time and reason of an activity's cancellation; both null if it takes place. */
export type CancellationColumns = { called_off_time: Date | null; called_off_reason: string | null };

/** Presents the cancellation to guests; null if the activity takes place. */
export const cancellationOf = ({
  called_off_time,
  called_off_reason,
}: CancellationColumns): Cancellation | null =>
  called_off_time && called_off_reason !== null
    ? { time: toShanghaiIso(called_off_time), reason: called_off_reason }
    : null;

/**
 * Creates the refusal for an activity that is not shown. If it was cancelled, the refusal has the reason as message
 * and `{calledOff}` as data.
 * @param message for activities that were not cancelled
 */
export async function activityNotFound(db: Database, activityId: string, message: string): Promise<Refusal> {
  const { rows } = await sql<CancellationColumns>`
    select called_off_time, called_off_reason from activity where activity_id = ${activityId}`.execute(db);
  const calledOff = rows[0] ? cancellationOf(rows[0]) : null;
  if (calledOff === null) return new Refusal("notFound", { message });
  return new Refusal("notFound", { message: cancellationRemark(calledOff.reason), data: { calledOff } });
}
