import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

/** Marks the leads of a number, whose rows are locked, as reminded. */
export async function setLeadsReminded(
  transaction: Database,
  leadIds: readonly string[],
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<void> {
  await sql`update lead set reminded_time = ${now}, reminded_by = ${by}
    where lead_id = any(${[...leadIds]}::text[])`.execute(transaction);
}
/** Times of a locked lead: left or changed, called, and reminded of. */
export async function readLeadTimes(
  transaction: Database,
  leadId: string,
): Promise<{ updated_time: Date; contacted_time: Date | null; reminded_time: Date | null } | null> {
  const { rows } = await sql<{
    updated_time: Date;
    contacted_time: Date | null;
    reminded_time: Date | null;
  }>`select updated_time, contacted_time, reminded_time from lead where lead_id = ${leadId}`.execute(
    transaction,
  );
  return rows[0] ?? null;
}
