import { sql } from "kysely";
import { cancellationRemark, type Cancellation } from "#contract/activity/cancellation.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../database/connection/database.ts";
import { toShanghaiIso } from "./rules.ts";

/** Of an activity: when it was called off, and why; both null of any other. */
export type CancellationColumns = { called_off_time: Date | null; called_off_reason: string | null };

/** The same as guests are told; null of an activity that takes place. */
export const cancellationOf = ({
  called_off_time,
  called_off_reason,
}: CancellationColumns): Cancellation | null =>
  called_off_time && called_off_reason !== null
    ? { time: toShanghaiIso(called_off_time), reason: called_off_reason }
    : null;

/**
 * How whatever somebody wants of an activity that is not shown is refused: where it was called off with the reason, and
 * `{calledOff}` as its data. @param message of any other
 */
export async function activityNotFound(db: Database, activityId: string, message: string): Promise<Refusal> {
  const { rows } = await sql<CancellationColumns>`
    select called_off_time, called_off_reason from activity where activity_id = ${activityId}`.execute(db);
  const calledOff = rows[0] ? cancellationOf(rows[0]) : null;
  if (calledOff === null) return new Refusal("notFound", { message });
  return new Refusal("notFound", { message: cancellationRemark(calledOff.reason), data: { calledOff } });
}
