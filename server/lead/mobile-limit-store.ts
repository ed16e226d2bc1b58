import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { withinMobileLimit, type AddedLead } from "./rules.ts";
import type { LeadRow } from "./tables.ts";

/**
 * Selects those leads of a batch that keep each person within `MAX_MOBILES_PER_PERSON` of the activity. Locks the people
 * first and reads in a second statement, which sees what other processes have committed meanwhile.
 * @param db the transaction that also writes the leads
 */
export async function admitLeads<L extends AddedLead>(
  db: Database,
  activityId: string,
  batch: readonly L[],
): Promise<L[]> {
  const userIds = [...new Set(batch.map(({ user_id }) => user_id))].sort();
  // In one order, so that two processes cannot deadlock.
  await sql`select 1 from app_user where user_id = any(${userIds}::text[]) order by user_id for no key update`.execute(
    db,
  );
  const { rows } = await sql<LeadRow>`
    select * from lead
    where activity_id = ${activityId} and user_id = any(${userIds}::text[]) and withdrawn_time is null`.execute(
    db,
  );
  return withinMobileLimit(rows, batch);
}
