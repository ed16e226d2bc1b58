import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";

/** A person who has a seat of a session, or to whom one is reserved. */
export type SessionHolder = { readonly sessionId: string; readonly name: string };

/** Lists the people with seats of sessions, who keep them from being removed. */
export async function listSessionHolders(
  db: Database,
  activityId: string,
  sessionIds: readonly string[],
): Promise<SessionHolder[]> {
  if (sessionIds.length === 0) return [];
  const { rows } = await sql<{ session_id: string; signup_id: string; name?: string }>`
    select session_id, signup_id, person from signup
    where activity_id = ${activityId} and session_id = any(${[...sessionIds]}::text[])
    union all
    select session_id, signup_id, person from waitlist
    where activity_id = ${activityId} and session_id = any(${[...sessionIds]}::text[]) and state = 'offered'`.execute(
    db,
  );
  return rows.map(({ session_id, name }) => ({ sessionId: session_id, name: name ?? "" }));
}

/**
 * Ends the entries of people who wait for sessions that are removed: they read it under 我的报名, and their data is
 * deleted as that of every entry that has ended.
 * @param db a transaction that holds the activity's lock
 * @returns how many
 */
export async function endSessionWaits(
  db: Database,
  activityId: string,
  sessionIds: readonly string[],
): Promise<number> {
  if (sessionIds.length === 0) return 0;
  const { numAffectedRows } = await sql`
    update waitlist set state = 'expired', person = null, mobile_key = null
    where activity_id = ${activityId} and session_id = any(${[...sessionIds]}::text[]) and state = 'waiting'`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
