import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { unnestIds, prepared } from "../database/statements/prepared-statements.ts";
import { counterLockClause } from "./activity-store.ts";
import type { SeatCounters } from "./seat-allocation.ts";
import type { SignUpRow } from "./tables.ts";

/** Reads the counters of an activity and of sessions. @param isLocked locks the rows until the transaction ends */
export async function lockSeatCounters(
  db: Database,
  activityId: string,
  sessionIds: readonly string[],
  isLocked: boolean,
): Promise<SeatCounters> {
  const lock = sql.raw(isLocked ? counterLockClause : "");
  const { rows } = await sql<{ session_id: string | null; quota: number | null; taken: number }>`
    with one as (select quota, taken from activity where activity_id = ${activityId} ${lock}),
    own as (select session_id, quota, taken from activity_session
      where activity_id = ${activityId} and session_id = any(${sessionIds}::text[]) order by session_id ${lock})
    select null::text as session_id, quota, taken from one union all select session_id, quota, taken from own ${prepared}`.execute(
    db,
  );
  const activity = rows.find(({ session_id }) => session_id === null);
  const sessions = new Map(
    rows.flatMap((row) =>
      row.session_id === null ? [] : [[row.session_id, { quota: row.quota ?? 0, taken: row.taken }] as const],
    ),
  );
  return { quota: activity?.quota ?? (activity ? null : 0), taken: activity?.taken ?? 0, sessions };
}

/** Finds the sign-ups of people for an activity, by user id. */
export async function findSignUps(
  db: Database,
  activityId: string,
  userIds: readonly string[],
): Promise<Map<string, SignUpRow>> {
  const { rows } = await sql<SignUpRow>`
    select own.* from ${unnestIds(userIds)} cross join lateral (
      select activity_id, user_id, signup_id, ticket_code, status, person, series_code, dealer_id, session_id,
        channel, idempotency_key, created_time
      from signup where activity_id = ${activityId} and user_id = asked.id offset 0) own ${prepared}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.user_id, row]));
}
