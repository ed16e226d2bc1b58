import { sql } from "kysely";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";
import { activityInScope, personRowInScope } from "../../database/statements/operator-scope.ts";
import { listWaitingRows, type ConsoleGuestRow } from "./guest-list-store.ts";

type WaitlistActivity = { is_published: boolean; called_off_time: Date | null };
/** Finds an activity in scope; null: none. */
export async function findWaitlistActivity(
  db: Database,
  scopes: readonly GrantScope[],
  activityId: string,
): Promise<WaitlistActivity | null> {
  const { rows } = await sql<WaitlistActivity>`
    select a.is_published, a.called_off_time from activity a
    where a.activity_id = ${activityId} and ${activityInScope(scopes, "a")}`.execute(db);
  return rows[0] ?? null;
}

/** Entries that a waitlist shows at most. */
const MAX_ENTRIES = 500;
/** The waitlist of an activity in its order, reserved seats first. */
export const listWaitlistRows = (
  db: Database,
  scopes: readonly GrantScope[],
  activityId: string,
  now: Date,
): Promise<ConsoleGuestRow[]> => listWaitingRows(db, scopes, activityId, { now, limit: MAX_ENTRIES });

export type WaitlistSumRow = {
  activity_id: string;
  title: string;
  start_time: Date;
  waiting: number;
  offered: number;
  since: Date | null;
};
/** Activities in scope on whose waitlist somebody is, the next one first. */
export async function listWaitlistSums(
  db: Database,
  scopes: readonly GrantScope[],
): Promise<WaitlistSumRow[]> {
  const { rows } = await sql<WaitlistSumRow>`
    select a.activity_id, a.title, a.start_time, count(*) filter (where w.state = 'waiting')::int as waiting,
      count(*) filter (where w.state = 'offered')::int as offered,
      min(w.joined_time) filter (where w.state = 'waiting') as since
    from waitlist w join activity a on a.activity_id = w.activity_id
    left join activity_session s on s.activity_id = w.activity_id and s.session_id = w.session_id
    where w.state in ('waiting', 'offered') and ${personRowInScope(scopes, "a", sql`coalesce(s.dealer_id, w.dealer_id)`)}
    group by a.activity_id order by a.start_time, a.activity_id limit 200`.execute(db);
  return rows;
}
