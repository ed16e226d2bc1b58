import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { encryptedText } from "../../database/encryption/encrypted-columns.ts";
import { newId } from "../../core/ids.ts";
import { activeLeadsOf, numberOf, type LeadDeskScope } from "./lead-scope-store.ts";

/** A note of the dealer's staff about a lead's number. */
export type LeadNoteRow = {
  number: string;
  note_id: string;
  note_text: string;
  written_by: string;
  written_time: Date;
};
/** The staff link or the operator that a note is from. */
export type LeadNoteOrigin = { readonly linkId: string | null; readonly operatorId: string | null };
/** Notes of one number: enough for months of calls, too few to fill the database by a link. */
export const MAX_NOTES = 100;

/** Reads the notes of numbers within a link's scope, oldest first. @param numbers keys @returns them by the number's key */
export async function notesOf(
  db: Database,
  scope: LeadDeskScope,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, readonly LeadNoteRow[]>> {
  const { rows } = await sql<LeadNoteRow>`
    select ${numberOf(sql`l`)} as number, n.note_id, n.note_text, n.written_by, n.written_time
    from lead_note n join lead l on l.lead_id = n.lead_id
    where ${activeLeadsOf(scope)} and ${numberOf(sql`l`)} = any(${[...numbers]}::text[])
    order by n.written_time, n.note_id`.execute(db);
  return Map.groupBy(rows, ({ number }) => number);
}

/**
 * Adds a note to the newest lead of a number, unless the number has as many as possible. The caller holds locks on the
 * leads. A note with the same key of the same link or operator is not added again.
 * @param leads ids of the number's leads, the newest first
 * @returns whether it is stored
 */
export async function insertNote(
  transaction: Database,
  leads: readonly string[],
  note: LeadNoteOrigin & { key: string; text: string; by: string; now: Date },
): Promise<boolean> {
  const noteId = newId();
  const { rows } = await sql<{ is_known: boolean }>`
    with known as (select from lead_note where idempotency_key = ${note.key}
      and (link_id = ${note.linkId} or operator_id = ${note.operatorId})), written as (
      insert into lead_note (note_id, lead_id, link_id, operator_id, idempotency_key, note_text, written_by, written_time)
      select ${noteId}, ${leads[0] ?? ""}, ${note.linkId}, ${note.operatorId}, ${note.key}, ${encryptedText(note.text, "note", noteId)},
        ${encryptedText(note.by, "noteauthor", noteId)}, ${note.now}
      where not exists (select from known)
        and (select count(*) from lead_note where lead_id = any(${[...leads]}::text[])) < ${MAX_NOTES}
      returning 1
    ) select exists (select from known) or exists (select from written) as is_known`.execute(transaction);
  return rows[0]?.is_known ?? false;
}
