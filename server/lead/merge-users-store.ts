import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";

/**
 * Assigns the leads of one user to another when both are the same person. Of two leads of one activity and number the
 * newer one stays, with the first touch and creation time of the older one, the notes of both, the next call and the operator.
 */
export async function mergeLeads(db: Database, from: string, to: string): Promise<void> {
  const pairs = sql`
    select case when (one.updated_time, one.lead_id) < (other.updated_time, other.lead_id) then other.lead_id else one.lead_id end as newer,
      case when (one.updated_time, one.lead_id) < (other.updated_time, other.lead_id) then one.lead_id else other.lead_id end as older
    from lead one join lead other on other.activity_id = one.activity_id and other.user_id = ${to}
      and coalesce(other.number_key, other.mobile_key) = coalesce(one.number_key, one.mobile_key)
    where one.user_id = ${from}`;
  await sql`update lead_note set lead_id = pair.newer from (${pairs}) pair where lead_id = pair.older`.execute(
    db,
  );
  await sql`insert into lead_assignment (lead_id, operator_id, assigned_by, assigned_time)
    select pair.newer, a.operator_id, a.assigned_by, a.assigned_time from (${pairs}) pair
    join lead_assignment a on a.lead_id = pair.older on conflict (lead_id) do nothing`.execute(db);
  await sql`
    with pair as (${pairs}), gone as (
      delete from lead using pair where lead_id = pair.older
      returning pair.newer, first_touch, created_time, next_call_time, planned_time
    )
    update lead set first_touch = case when gone.created_time < lead.created_time then gone.first_touch else lead.first_touch end,
      created_time = least(gone.created_time, lead.created_time),
      next_call_time = coalesce(lead.next_call_time, gone.next_call_time),
      planned_time = case when lead.next_call_time is null then gone.planned_time else lead.planned_time end
    from gone where lead_id = gone.newer`.execute(db);
  await sql`update lead set user_id = ${to} where user_id = ${from}`.execute(db);
}
