import { sql } from "kysely";
import type { FormField } from "#contract/activity/activity.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { Database } from "../../database/connection/database.ts";
import {
  activityInScope,
  dealerInScope,
  personRowInScope,
} from "../../database/statements/operator-scope.ts";

/** An activity for which an operator may sign somebody up. */
export type AddableActivity = { end_time: Date; session_time: Date | null; has_session: boolean };
/**
 * Finds a published activity whose guests at a session and dealer are in scope; null: none.
 * @param place session and dealer that the guest gets
 */
export async function findAddableActivity(
  db: Database,
  scopes: readonly GrantScope[],
  activityId: string,
  { sessionId, dealerId }: { readonly sessionId: string | null; readonly dealerId: string | null },
): Promise<AddableActivity | null> {
  const { rows } = await sql<AddableActivity>`
    select a.end_time, s.start_time as session_time, s.session_id is not null as has_session
    from activity a left join activity_session s on s.activity_id = a.activity_id and s.session_id = ${sessionId}
    where a.activity_id = ${activityId} and a.is_published and a.called_off_time is null
      and ${personRowInScope(scopes, "a", sql`coalesce(s.dealer_id, ${dealerId}::text)`)}`.execute(db);
  return rows[0] ?? null;
}

/** Marks a sign-up as made by an operator. */
export async function markAdded(
  db: Database,
  signUpId: string,
  { operatorId, consent }: { readonly operatorId: string; readonly consent: string },
): Promise<void> {
  await sql`update signup set added_by = ${operatorId}, added_consent = ${consent}
    where signup_id = ${signUpId}`.execute(db);
}

/** An activity in scope that has guests, or takes them. */
export type ActivityChoiceRow = { activity_id: string; title: string };
const MAX_CHOICES = 500;
/** Activities in scope, the next ones first. */
export async function listActivityChoices(
  db: Database,
  scopes: readonly GrantScope[],
): Promise<ActivityChoiceRow[]> {
  const { rows } = await sql<ActivityChoiceRow>`
    select a.activity_id, a.title from activity a
    where ${activityInScope(scopes, "a")} and (a.is_published or a.taken > 0)
    order by a.start_time desc, a.activity_id desc limit ${MAX_CHOICES}`.execute(db);
  return rows;
}
/** Form and choices of one activity in scope; null: none, or out of scope. */
export type ActivityFormRow = {
  asks: { series: boolean; dealer: boolean; session: boolean };
  form: FormField[];
  series: { code: string; name: string }[] | null;
};
export async function findActivityForm(
  db: Database,
  scopes: readonly GrantScope[],
  activityId: string,
): Promise<ActivityFormRow | null> {
  const { rows } = await sql<ActivityFormRow>`
    select a.asks, a.form, (select json_agg(json_build_object('code', r.series_code, 'name', r.name) order by r.series_code)
      from series r where r.series_code = any(a.series_codes)) as series
    from activity a where a.activity_id = ${activityId} and ${activityInScope(scopes, "a")}`.execute(db);
  return rows[0] ?? null;
}
type DealerChoiceRow = Pick<Organisation, "name" | "status"> & { organisation_id: string };
/** Dealers in scope of an activity, or of all activities with one. */
export async function listDealerChoices(
  db: Database,
  scopes: readonly GrantScope[],
  activityId: string | null,
): Promise<DealerChoiceRow[]> {
  const { rows } = await sql<DealerChoiceRow>`
    select d.organisation_id, d.name, d.status from organisation d
    where ${dealerInScope(scopes, sql`d.organisation_id`)} and (${activityId}::text is null
      or exists (select from activity_dealer p where p.activity_id = ${activityId} and p.organisation_id = d.organisation_id)
      or exists (select from activity_session p where p.activity_id = ${activityId} and p.dealer_id = d.organisation_id))
    order by d.name, d.organisation_id limit ${MAX_CHOICES}`.execute(db);
  return rows;
}
/** Sources of sign-ups in scope, the most frequent first. */
export async function listSourceChoices(
  db: Database,
  scopes: readonly GrantScope[],
  activityId: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    select u.channel ->> 'utm_source' as source from signup u join activity a on a.activity_id = u.activity_id
    left join activity_session s on s.activity_id = u.activity_id and s.session_id = u.session_id
    where u.channel ->> 'utm_source' <> '' and (${activityId}::text is null or u.activity_id = ${activityId})
      and ${personRowInScope(scopes, "a", sql`coalesce(s.dealer_id, u.dealer_id)`)}
    group by 1 order by count(*) desc, 1 limit 50`.execute(db);
  return rows.map(({ source }) => source);
}
