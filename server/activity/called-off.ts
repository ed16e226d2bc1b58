import { sql } from "kysely";
import { calledOffRemark, type CalledOff } from "#contract/called-off.ts";
import { Refusal } from "#contract/errors.ts";
import type { Database } from "../database/database.ts";
import { momentOf } from "./rules.ts";

/** Of an activity: when it was called off, and why; both null of any other. */
export type CalledOffColumns = { called_off_time: Date | null; called_off_reason: string | null };

/** The same as guests are told; null of an activity that takes place. */
export const calledOffOf = ({ called_off_time, called_off_reason }: CalledOffColumns): CalledOff | null =>
  called_off_time && called_off_reason !== null
    ? { time: momentOf(called_off_time), reason: called_off_reason }
    : null;

/**
 * How whatever somebody wants of an activity that is not shown is refused: where it was called off with the reason, and
 * `{calledOff}` as its data. @param message of any other
 */
export async function notThere(db: Database, activityId: string, message: string): Promise<Refusal> {
  const { rows } = await sql<CalledOffColumns>`
    select called_off_time, called_off_reason from activity where activity_id = ${activityId}`.execute(db);
  const calledOff = rows[0] ? calledOffOf(rows[0]) : null;
  if (calledOff === null) return new Refusal("notFound", { message });
  return new Refusal("notFound", { message: calledOffRemark(calledOff.reason), data: { calledOff } });
}
