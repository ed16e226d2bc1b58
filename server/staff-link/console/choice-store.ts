import { sql } from "kysely";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { Database } from "../../database/connection/database.ts";
import {
  activityInScope,
  dealerInScope,
  ownActivityInScope,
  personRowInScope,
} from "../../database/statements/operator-scope.ts";

/** An activity that may be read; `is_whole`: whether its people are in scope at every dealer. */
type ChoiceActivityRow = { title: string; is_online: boolean; is_whole: boolean };
type ChoiceDealerRow = Pick<Organisation, "name" | "status"> & { organisation_id: string };
type ChoiceSessionRow = { session_id: string; start_time: Date; dealer_id: string | null };
const MOST_DEALERS = 1_000;
const MOST_SESSIONS = 500;

/** Limits that a link or an invitation of an activity can have; null: no such activity in scope. */
export async function findLinkChoices(
  db: Database,
  scopes: readonly GrantScope[],
  activityId: string,
): Promise<{
  activity: ChoiceActivityRow;
  dealers: readonly ChoiceDealerRow[];
  sessions: readonly ChoiceSessionRow[];
} | null> {
  const { rows } = await sql<ChoiceActivityRow>`
    select a.title, a.activity_type = 'online' as is_online, coalesce(${personRowInScope(scopes, "a", sql`null::text`)}, false) as is_whole
    from activity a where a.activity_id = ${activityId} and ${activityInScope(scopes, "a")}`.execute(db);
  const [activity] = rows;
  if (activity === undefined) return null;
  const isOwn = sql`exists (select from activity a where a.activity_id = ${activityId}
    and ${personRowInScope(scopes, "a", sql`null::text`)})`;
  const { rows: dealers } = await sql<ChoiceDealerRow>`
    select d.organisation_id, d.name, d.status from activity_dealer x
    join organisation d on d.organisation_id = x.organisation_id
    where x.activity_id = ${activityId} and (${isOwn} or ${dealerInScope(scopes, sql`d.organisation_id`)})
    order by d.name, d.organisation_id limit ${MOST_DEALERS}`.execute(db);
  const { rows: sessions } = await sql<ChoiceSessionRow>`
    select s.session_id, s.start_time, s.dealer_id from activity_session s
    where s.activity_id = ${activityId} and (s.dealer_id is null or ${isOwn} or ${dealerInScope(scopes, sql`s.dealer_id`)})
    order by s.start_time, s.session_id limit ${MOST_SESSIONS}`.execute(db);
  return { activity, dealers, sessions };
}

/** How far an operator's scopes reach into an activity, for what is limited to a dealer or a session of it. */
type ScopedActivityRow = { reaches_people: boolean; is_own: boolean; is_readable: boolean };
/** Judges the activity, dealer and session of a new link or invitation; null: no such activity. */
export async function findScopedActivity(
  db: Database,
  scopes: readonly GrantScope[],
  {
    activityId,
    dealerId,
    sessionId,
  }: { readonly activityId: string; readonly dealerId: string | null; readonly sessionId: string | null },
): Promise<ScopedActivityRow | null> {
  const { rows } = await sql<ScopedActivityRow>`
    select coalesce(${personRowInScope(scopes, "a", sql`coalesce(s.dealer_id, ${dealerId}::text)`)}, false) as reaches_people,
      coalesce(${ownActivityInScope(scopes, "a")}, false) as is_own,
      coalesce(${activityInScope(scopes, "a")}, false) as is_readable
    from activity a left join activity_session s on s.activity_id = a.activity_id and s.session_id = ${sessionId}::text
    where a.activity_id = ${activityId}`.execute(db);
  return rows[0] ?? null;
}
