import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";

/** Moves the notes of whose data operators' files have from user `from` to user `to`. */
export async function mergeExportPeople(db: Database, from: string, to: string): Promise<void> {
  await sql`insert into export_person (export_id, user_id)
    select export_id, ${to} from export_person where user_id = ${from} on conflict do nothing`.execute(db);
  await sql`delete from export_person where user_id = ${from}`.execute(db);
}
