import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";

const DAY = 86_400_000;
/** How long after an activity's end its leads are kept: what the consent's text promises (contract/lead/consent-text.ts). */
const RETENTION = 180 * DAY;
/** Leads that one statement erases: a short one, however many are due. */
const BATCH_SIZE = 500;

/** What was noted about a call is over with what it was about. */
export const clearedContact = sql`contact_result = null, contacted_by = null, contacted_time = null`;
/** What withdrawing makes of a lead: nothing tells who it was; that there was one stays for the counts. */
const withdrawnColumns = (now: Date) =>
  sql`mobile_key = null, person = null, ${clearedContact}, withdrawn_time = ${now}, updated_time = ${now}`;

/**
 * Erases what tells who it was; the lead itself stays as a count.
 * @param leadId null: all that the person has left for the activity
 * @returns how many
 */
export async function withdrawLeads(
  db: Database,
  activityId: string,
  userId: string,
  { leadId, now }: { leadId: string | null; now: Date },
): Promise<number> {
  const { rows } = await sql<object>`
    update lead set ${withdrawnColumns(now)}
    where activity_id = ${activityId} and user_id = ${userId} and withdrawn_time is null
      and (${leadId}::text is null or lead_id = ${leadId}) returning lead_id`.execute(db);
  return rows.length;
}

/** Withdraws some of the leads whose activity ended before a moment; several processes take different ones. @returns how many */
async function withdrawExpiredBatch(db: Database, before: Date, now: Date): Promise<number> {
  const { rows } = await sql<object>`
    with due as materialized (
      select l.lead_id from activity a join lead l on l.activity_id = a.activity_id
      where a.end_time < ${before} and l.withdrawn_time is null
      limit ${BATCH_SIZE} for update of l skip locked
    )
    update lead set ${withdrawnColumns(now)} from due where lead.lead_id = due.lead_id returning lead.lead_id`.execute(
    db,
  );
  return rows.length;
}

/**
 * Withdraws all leads whose activity has been over for as long as they may be kept (requirement M18), step by step, and
 * forgets who was shown a number as long ago as the audit log goes back.
 */
export async function withdrawExpiredLeads(db: Database, now: number, auditDays: number): Promise<void> {
  while ((await withdrawExpiredBatch(db, new Date(now - RETENTION), new Date(now))) === BATCH_SIZE);
  await sql`delete from lead_reveal where revealed_time < ${new Date(now - auditDays * DAY)}`.execute(db);
}
