import { sql } from "kysely";
import type { Database } from "../connection/database.ts";
import { isWithoutTrigger, type ReplacedTrigger } from "../sharding/replaced-triggers.ts";

/*
 * Announcements in `content_change`, by which every process drops what it caches (http/cache/cache-invalidation.ts). Triggers
 * write them; these functions do where the trigger is missing. They belong into the transaction of the change.
 */

type Told = Extract<ReplacedTrigger, `${string}_told`>;
/** Announces that what visitors see has changed. @param trigger of the changed table */
export async function announceContent(db: Database, trigger: Told): Promise<void> {
  await sql`insert into content_change (topic) select 'content' where ${isWithoutTrigger(trigger)}`.execute(
    db,
  );
}

/** Announces that a full activity, or a full session of it, has a free seat. */
export async function announceFreeSeat(db: Database, activityId: string): Promise<void> {
  await sql`insert into content_change (topic) select ${`seats ${activityId}`} where ${isWithoutTrigger("activity_seat_freed")}`.execute(
    db,
  );
}

/** Announces that sessions ended. @param hashes of their tokens */
export async function announceEndedSessions(db: Database, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await sql`select tell_these_sessions(${[...hashes]}::text[]) where ${isWithoutTrigger("user_session_ended")}`.execute(
    db,
  );
}

/** Announces that all sessions ended. */
export async function announceAllSessionsEnded(db: Database): Promise<void> {
  await sql`insert into content_change (topic) select 'sessions' where ${isWithoutTrigger("user_session_ended")}`.execute(
    db,
  );
}

/** Deletes the sessions of a user and announces them. */
export async function deleteSessionsOfUser(db: Database, userId: string): Promise<void> {
  const { rows } = await sql<{ token_hash: string }>`
    delete from user_session where user_id = ${userId} returning token_hash`.execute(db);
  await announceEndedSessions(
    db,
    rows.map(({ token_hash }) => token_hash),
  );
}
