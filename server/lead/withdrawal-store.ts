import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { purgeReveals } from "../database/shared-tables/person-reveals.ts";

const DAY = 86_400_000;
/** Retention of leads after the activity's end, ms, as promised by the consent text (contract/lead/consent-text.ts). */
const RETENTION = 180 * DAY;
/** Leads that one statement erases, to keep transactions short. */
const BATCH_SIZE = 500;

/** Assignments that clear the call result of a withdrawn or changed lead. */
export const clearedContact = sql`contact_result = null, contacted_by = null, contacted_time = null,
  test_drive_time = null`;
/** Assignments that clear all that staff agreed with the person. */
export const clearedFollowUp = sql`${clearedContact}, next_call_time = null, planned_time = null`;
/** Assignments that withdraw a lead: personal data is erased, the row stays for the counts. */
const withdrawnColumns = (now: Date) =>
  sql`mobile_key = null, number_key = null, person = null, ${clearedFollowUp}, withdrawn_time = ${now}, updated_time = ${now}`;

/** Query of a statement that deletes the notes about the leads of its query "withdrawn". */
export const deletedNotes = sql`note as (delete from lead_note n using withdrawn w where n.lead_id = w.lead_id)`;

/**
 * Withdraws leads: erases the personal data and keeps the rows for the counts.
 * @param leadId null: all of the person's leads of the activity
 * @returns the number of withdrawn leads
 */
export async function withdrawLeads(
  db: Database,
  activityId: string,
  userId: string,
  { leadId, now }: { leadId: string | null; now: Date },
): Promise<number> {
  const { rows } = await sql<object>`
    with withdrawn as (
      update lead set ${withdrawnColumns(now)}
      where activity_id = ${activityId} and user_id = ${userId} and withdrawn_time is null
        and (${leadId}::text is null or lead_id = ${leadId}) returning lead_id
    ), ${deletedNotes} select lead_id from withdrawn`.execute(db);
  return rows.length;
}

/** Withdraws a batch of leads whose activity ended before a time, skipping rows of other processes. @returns how many */
async function withdrawExpiredBatch(db: Database, before: Date, now: Date): Promise<number> {
  const { rows } = await sql<object>`
    with due as materialized (
      select l.lead_id from activity a join lead l on l.activity_id = a.activity_id
      where a.end_time < ${before} and l.withdrawn_time is null
      limit ${BATCH_SIZE} for update of l skip locked
    ), withdrawn as (
      update lead set ${withdrawnColumns(now)} from due where lead.lead_id = due.lead_id returning lead.lead_id
    ), ${deletedNotes} select lead_id from withdrawn`.execute(db);
  return rows.length;
}

/**
 * Withdraws all leads whose retention has ended (requirement M18) in batches, and deletes records of revealed
 * mobiles that are older than the audit log.
 */
export async function withdrawExpiredLeads(db: Database, now: number, auditDays: number): Promise<void> {
  while ((await withdrawExpiredBatch(db, new Date(now - RETENTION), new Date(now))) === BATCH_SIZE);
  const before = new Date(now - auditDays * DAY);
  await sql`delete from lead_reveal where revealed_time < ${before}`.execute(db);
  await purgeReveals(db, before);
}
