import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { encryptedText } from "../../database/encryption/encrypted-columns.ts";

/** Adds a note of an operator to an order. @param by the operator's id @param noteId a new id, if it is named elsewhere */
export async function addNote(
  db: Database,
  {
    orderId,
    text,
    by,
    now,
    noteId = newId(),
  }: {
    readonly orderId: string;
    readonly text: string;
    readonly by: string;
    readonly now: Date;
    readonly noteId?: string;
  },
): Promise<void> {
  await sql`
    insert into order_note (note_id, order_id, order_note_text, by, created_time)
    values (${noteId}, ${orderId}, ${encryptedText(text, "ordernote", noteId)}, ${by}, ${now})`.execute(db);
}

export type OrderNote = { readonly text: string; readonly by: string; readonly created_time: Date };
/** Lists the notes of an order, the oldest first. */
export async function listNotes(db: Database, orderId: string): Promise<OrderNote[]> {
  const { rows } = await sql<{
    note_id: string;
    order_note_text: string;
    by: string;
    created_time: Date;
  }>`select note_id, order_note_text, by, created_time from order_note where order_id = ${orderId} order by note_id`.execute(
    db,
  );
  return rows.map(({ order_note_text: text, by, created_time }) => ({ text, by, created_time }));
}
