import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

/** Operator of the leads of a number before a change; null: none. */
export async function currentAssignee(
  transaction: Database,
  leadIds: readonly string[],
): Promise<string | null> {
  const { rows } = await sql<{ operator_id: string }>`
    select operator_id from lead_assignment where lead_id = any(${[...leadIds]}::text[])
    order by assigned_time desc, lead_id limit 1`.execute(transaction);
  return rows[0]?.operator_id ?? null;
}

/** Whether the first call of a locked lead is done. */
export async function isLeadContacted(transaction: Database, leadId: string): Promise<boolean> {
  const { rows } = await sql<{ is_contacted: boolean }>`
    select coalesce(contact_result in ('reached', 'declined'), false) as is_contacted from lead
    where lead_id = ${leadId}`.execute(transaction);
  return rows[0]?.is_contacted ?? false;
}

/**
 * Sets the operator of all leads of a number. The caller holds locks on the leads.
 * @param operatorId null: nobody
 */
export async function setAssignee(
  transaction: Database,
  leadIds: readonly string[],
  operatorId: string | null,
  { assignedBy, now }: { readonly assignedBy: string; readonly now: Date },
): Promise<void> {
  const ids = [...leadIds];
  if (operatorId === null) {
    await sql`delete from lead_assignment where lead_id = any(${ids}::text[])`.execute(transaction);
    return;
  }
  await sql`
    insert into lead_assignment (lead_id, operator_id, assigned_by, assigned_time)
    select id, ${operatorId}, ${assignedBy}, ${now} from unnest(${ids}::text[]) as id
    on conflict (lead_id) do update set operator_id = excluded.operator_id, assigned_by = excluded.assigned_by,
      assigned_time = excluded.assigned_time`.execute(transaction);
}
