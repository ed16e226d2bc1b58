import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { noteCancelledSignUpDays, noteSignUpDays } from "../database/shared-tables/figure-change-store.ts";
import { waitlistStore } from "./waitlist/store.ts";

/**
 * Moves the sign-ups of user `from` to user `to`. If both are signed up for an activity, the sign-up of `to` is kept
 * and the other seat is freed.
 */
export async function mergeSignUps(db: Database, from: string, to: string): Promise<void> {
  await noteSignUpDays(db, sql`g.user_id = ${from}`);
  await noteCancelledSignUpDays(db, sql`g.user_id = ${from}`);
  const { rows: doubles } = await sql<{ activity_id: string; session_id: string | null }>`
    delete from signup one where one.user_id = ${from}
      and exists (select 1 from signup other where other.user_id = ${to} and other.activity_id = one.activity_id)
    returning activity_id, session_id`.execute(db);
  // Locks the activity before its session, in the same order as the writer of sign-ups.
  for (const { activity_id, session_id } of doubles)
    await waitlistStore.adjustSeatCounters(db, activity_id, [session_id], -1);
  await sql`update signup set user_id = ${to} where user_id = ${from}`.execute(db);
  await sql`update signup_cancelled set user_id = ${to} where user_id = ${from}`.execute(db);
  await sql`update signup_event set user_id = ${to} where user_id = ${from}`.execute(db);
  await sql`update guest_note set user_id = ${to} where user_id = ${from}`.execute(db);
  await mergeWaitlistEntries(db, from, to);
  // The pictures of a double belong to the sign-up that is kept.
  await sql`update signup_picture p set user_id = ${to}, signup_id = coalesce((select s.signup_id from signup s
      where s.activity_id = p.activity_id and s.user_id = ${to}), p.signup_id) where p.user_id = ${from}`.execute(
    db,
  );
}

/** Deletes entries of `from` if `to` has an entry or a seat of the same activity; a seat reserved for one is freed. */
async function mergeWaitlistEntries(db: Database, from: string, to: string): Promise<void> {
  const { rows: doubles } = await sql<{ activity_id: string; session_id: string | null; state: string }>`
    delete from waitlist one where one.user_id = ${from}
      and (exists (select 1 from waitlist other where other.user_id = ${to} and other.activity_id = one.activity_id)
        or exists (select 1 from signup other where other.user_id = ${to} and other.activity_id = one.activity_id))
    returning activity_id, session_id, state`.execute(db);
  for (const { activity_id, session_id, state } of doubles)
    if (state === "offered") await waitlistStore.adjustSeatCounters(db, activity_id, [session_id], -1);
  await sql`update waitlist set user_id = ${to} where user_id = ${from}`.execute(db);
}
