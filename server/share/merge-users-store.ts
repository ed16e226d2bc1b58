import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";

/**
 * Moves links and helps of one user to another when both are the same person. Links of both keep their credits;
 * of two for the same activity the remaining user's stays current. Duplicate helps count once, and helps between
 * the two users are deleted.
 */
export async function mergeShares(db: Database, from: string, to: string): Promise<void> {
  await sql`update share_link one set user_id = ${to}, is_current = one.is_current and not exists (
      select from share_link other where other.user_id = ${to} and other.activity_id = one.activity_id and other.is_current)
    where one.user_id = ${from}`.execute(db);
  await sql`delete from share_help where sharer_id in (${from}, ${to}) and friend_id in (${from}, ${to})`.execute(
    db,
  );
  await sql`delete from share_help one where one.friend_id = ${from} and exists (
      select from share_help other where other.friend_id = ${to} and other.activity_id = one.activity_id
        and other.op = one.op and (one.op = 'claim' or other.sharer_id = one.sharer_id))`.execute(db);
  await sql`delete from share_help one where one.sharer_id = ${from} and exists (
      select from share_help other where other.sharer_id = ${to} and other.activity_id = one.activity_id
        and other.op = one.op and other.friend_id = one.friend_id)`.execute(db);
  await sql`update share_help set friend_id = ${to} where friend_id = ${from}`.execute(db);
  await sql`update share_help set sharer_id = ${to} where sharer_id = ${from}`.execute(db);
}
