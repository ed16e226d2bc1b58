import { sql, type RawBuilder } from "kysely";
import type { ScheduleChange } from "#contract/signup/schedule.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { Database } from "../database/connection/database.ts";

/** The first change of times that a guest has not acknowledged; all null if there is none. */
export type ScheduleChangeColumns = {
  /** The latest of the changes. */
  change_id: string | null;
  known_start_time: Date | null;
  known_end_time: Date | null;
};
/** Columns of `scheduleChangeJoin`. */
export const scheduleChangeColumns = sql`moved.change_id, moved.known_start_time, moved.known_end_time`;

/**
 * Joins the changes of times since a person signed up, or since they acknowledged them. The form may have shown the
 * times of a minute before.
 * @param entry alias of a sign-up or a waitlist entry @param since its time
 */
export const scheduleChangeJoin = (
  entry: RawBuilder<unknown>,
  since: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`left join lateral (
    select max(c.change_id)::text as change_id, (array_agg(c.start_time order by c.change_id))[1] as known_start_time,
      (array_agg(c.end_time order by c.change_id))[1] as known_end_time
    from schedule_change c
    where c.activity_id = ${entry}.activity_id and c.session_id = coalesce(${entry}.session_id, '')
      and c.change_id > ${entry}.schedule_seen and c.changed_time > ${since} - interval '1 minute') moved on true`;

/** Presents the change to its guest; undefined if there is none or the times are again those that the guest knew. */
export function scheduleChangeOf(
  row: ScheduleChangeColumns & { from_time: Date; to_time: Date },
): ScheduleChange | undefined {
  const { change_id: changeId, known_start_time: start, known_end_time: end } = row;
  if (changeId === null || start === null || end === null) return undefined;
  if (start.getTime() === row.from_time.getTime() && end.getTime() === row.to_time.getTime())
    return undefined;
  return { changeId, startTime: toShanghaiIso(start), endTime: toShanghaiIso(end) };
}

/** @returns whether the user has a sign-up or a waitlist entry */
export async function acknowledgeScheduleChange(
  db: Database,
  activityId: string,
  userId: string,
  changeId: string,
): Promise<boolean> {
  const { rows } = await sql<{ done: number }>`
    with latest as (
      select coalesce(max(change_id), 0) as change_id from schedule_change
      where activity_id = ${activityId} and change_id <= ${changeId}::numeric
    ), seat as (
      update signup set schedule_seen = greatest(schedule_seen, latest.change_id) from latest
      where activity_id = ${activityId} and user_id = ${userId} returning 1
    ), place as (
      update waitlist set schedule_seen = greatest(schedule_seen, latest.change_id) from latest
      where activity_id = ${activityId} and user_id = ${userId} returning 1
    )
    select (select count(*) from seat)::int + (select count(*) from place)::int as done`.execute(db);
  return (rows[0]?.done ?? 0) > 0;
}

/** Columns of a sign-up's calendar entry. */
export type CalendarColumns = { calendar_sequence: number; calendar_stamp: Date };
/**
 * SQL expressions for a sign-up u of activity a with left-joined session s: a sequence number that grows with each
 * change (RFC 5545 section 3.8.7.4) and, with the seconds of the sign-up, from one sign-up of a person to the next; and
 * the time of the last change.
 */
export const calendarColumns = sql`
  (extract(epoch from u.created_time)::bigint - 1577836800 + u.calendar_base + a.calendar_version
    + coalesce(s.calendar_version, 0))::int as calendar_sequence,
  greatest(u.created_time, u.calendar_time, a.calendar_time, s.calendar_time)
    + u.calendar_moves * interval '1 second' as calendar_stamp`;
