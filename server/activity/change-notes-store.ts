import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { isWithoutTrigger } from "../database/sharding/replaced-triggers.ts";
import { announceContent, announceFreeSeat } from "../database/shared-tables/change-announcement-store.ts";
import { noteActivityDays, noteFigureScope } from "../database/shared-tables/figure-change-store.ts";
import {
  compareActivities,
  type NotedActivity,
  type NotedSession,
  type Rescheduling,
} from "./change-notes.ts";

/** Reads what is compared before and after a change. @returns null: no such activity, or triggers compare it */
async function readNoted(db: Database, activityId: string): Promise<NotedActivity | null> {
  const { rows } = await sql<Omit<NotedActivity, "sessions">>`
    select title, address, dealer_id, activity_type, business_type, sponsor_level1, sponsor_level2, called_off_time,
      called_off_reason, quota, start_time, end_time
    from activity where activity_id = ${activityId} and ${isWithoutTrigger("activity_rescheduled")}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const sessions = await sql<NotedSession>`
    select session_id, dealer_id, quota, start_time, end_time from activity_session
    where activity_id = ${activityId} order by session_id`.execute(db);
  return { ...row, sessions: sessions.rows };
}

/**
 * Counts up the version of a calendar entry and keeps its former times. Each change is a second later than the one before,
 * since calendars compare whole seconds.
 */
async function noteRescheduling(
  db: Database,
  activityId: string,
  { sessionId, former }: Rescheduling,
): Promise<void> {
  const { rows } = await sql<{ calendar_time: Date }>`
    select last_calendar_time(${activityId}) + interval '1 second' as calendar_time`.execute(db);
  const time = rows[0]?.calendar_time;
  await (
    sessionId === ""
      ? sql`update activity set calendar_version = calendar_version + 1, calendar_time = ${time}
        where activity_id = ${activityId}`
      : sql`update activity_session set calendar_version = calendar_version + 1, calendar_time = ${time}
        where activity_id = ${activityId} and session_id = ${sessionId}`
  ).execute(db);
  if (former !== null)
    await sql`insert into schedule_change (activity_id, session_id, start_time, end_time)
      values (${activityId}, ${sessionId}, ${former.start_time}, ${former.end_time})`.execute(db);
}

/**
 * Runs a change of an activity, its dealers or its sessions, and does what follows from it: announces it to every process,
 * keeps former times for guests' calendars, and lets figures be counted again. Triggers do so; this function does where they
 * are missing.
 * @param db a transaction
 */
export async function withActivityConsequences<T>(
  db: Database,
  activityId: string,
  run: () => Promise<T>,
  isUnchanged: (result: T) => boolean = () => false,
): Promise<T> {
  const before = await readNoted(db, activityId);
  const result = await run();
  if (isUnchanged(result)) return result;
  const after = await readNoted(db, activityId);
  if (after === null) return result;
  const { rescheduled, recounted, isScopeChanged, isRaised } = compareActivities(before, after);
  await announceContent(db, "activity_told");
  for (const one of rescheduled) await noteRescheduling(db, activityId, one);
  if (recounted !== null) await noteActivityDays(db, activityId, recounted);
  if (isScopeChanged) await noteFigureScope(db, "activity_figure_scope");
  if (isRaised) await announceFreeSeat(db, activityId);
  return result;
}
