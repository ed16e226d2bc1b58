import { sql } from "kysely";
import type { FormField } from "#contract/activity/activity.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { Database } from "../../database/connection/database.ts";
import { encryptedText } from "../../database/encryption/encrypted-columns.ts";
import { newId } from "../../core/ids.ts";
import { createEventStore, type EventStoreContext, type VisitCount } from "../../tracking/index.ts";
import { seatExpiryTime } from "../seat-expiry-store.ts";
import type { ConsoleGuestRow } from "./guest-list-store.ts";

type Guest = Pick<ConsoleGuestRow, "signup_id" | "activity_id" | "user_id">;

/** A session with its seats. */
export type SessionChoiceRow = {
  session_id: string;
  start_time: Date;
  quota: number;
  taken: number;
  dealer: Pick<Organisation, "name" | "status"> | null;
};
/** Sessions of an activity, in the order of their times. */
export async function listSessionChoices(db: Database, activityId: string): Promise<SessionChoiceRow[]> {
  const { rows } = await sql<SessionChoiceRow>`
    select s.session_id, s.start_time, s.quota, s.taken,
      case when d.organisation_id is null then null else json_build_object('name', d.name, 'status', d.status) end as dealer
    from activity_session s left join organisation d on d.organisation_id = s.dealer_id
    where s.activity_id = ${activityId} order by s.start_time, s.session_id limit 500`.execute(db);
  return rows;
}

/** Facts about a guest beside those of the list. */
export type GuestDetailRow = {
  form: FormField[];
  quota: number | null;
  taken: number;
  has_begun: boolean;
  signup_id: string;
  cancel_reason: string | null;
  cancelled_by: string | null;
  cancelled_time: Date | null;
  added_by: string | null;
  checked_in_by: string | null;
};
export async function readGuestDetail(db: Database, guest: Guest, now: Date): Promise<GuestDetailRow> {
  const { rows } = await sql<GuestDetailRow>`
    select ${guest.signup_id}::text as signup_id, a.form, coalesce(s.quota, a.quota) as quota,
      coalesce(s.taken, a.taken) as taken, ${seatExpiryTime} <= ${now} as has_begun,
      c.cancel_reason, c.cancelled_by, c.cancelled_time, u.added_by, u.checked_in_by
    from activity a
    left join signup u on u.signup_id = ${guest.signup_id}
    left join signup_cancelled c on c.signup_id = ${guest.signup_id}
    left join waitlist w on w.signup_id = ${guest.signup_id}
    left join activity_session s on s.activity_id = a.activity_id
      and s.session_id = coalesce(u.session_id, c.session_id, w.session_id)
    where a.activity_id = ${guest.activity_id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the activity of a guest is missing");
  return row;
}

/** A step of a guest that signup_event keeps. */
type GuestEventRow = {
  kind: "waited" | "seated" | "moved";
  at_time: Date;
  from_time: Date | null;
  to_time: Date | null;
  operator_id: string | null;
};
export async function listGuestEvents(db: Database, guest: Guest): Promise<GuestEventRow[]> {
  const { rows } = await sql<GuestEventRow>`
    select e.kind, e.at_time, f.start_time as from_time, t.start_time as to_time, e.operator_id
    from signup_event e
    left join activity_session f on f.activity_id = e.activity_id and f.session_id = e.from_session_id
    left join activity_session t on t.activity_id = e.activity_id and t.session_id = e.to_session_id
    where e.user_id = ${guest.user_id} and e.activity_id = ${guest.activity_id}
    order by e.at_time desc, e.event_id desc limit 50`.execute(db);
  return rows;
}

type GuestCouponRow = { name: string; created_time: Date; used_time: Date | null };
/** Coupons of a guest from benefits of the activity. */
export async function listGuestCoupons(db: Database, guest: Guest): Promise<GuestCouponRow[]> {
  const { rows } = await sql<GuestCouponRow>`
    select b.name, c.created_time, c.used_time from coupon c join benefit b on b.benefit_id = c.benefit_id
    where c.user_id = ${guest.user_id} and b.activity_id = ${guest.activity_id}
    order by c.created_time desc limit 20`.execute(db);
  return rows;
}

/** Days before a sign-up in which visits are looked for. */
const VISIT_DAYS = 14;
const DAY = 86_400_000;
/** Ids of a guest in behaviour events: the public one and those of their browsers. */
async function listEventIds(db: Database, { user_id }: Pick<Guest, "user_id">): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select open_id as id from app_user where user_id = ${user_id}
    union select i.anonymous_id from tracked_identity i join app_user a on a.open_id = i.login_id
      where a.user_id = ${user_id}`.execute(db);
  return rows.map(({ id }) => id);
}
/**
 * Counts the visits of a guest to the activity's pages in the two weeks before the sign-up; only these days are read, since
 * no index finds the events of a person.
 */
export async function readGuestVisits(
  context: EventStoreContext,
  guest: Guest & Pick<ConsoleGuestRow, "created_time">,
): Promise<VisitCount> {
  const until = guest.created_time;
  return createEventStore(context).countVisits({
    ids: await listEventIds(context.db, guest),
    activityId: guest.activity_id,
    fromDay: new Date(until.getTime() - VISIT_DAYS * DAY).toISOString().slice(0, 10),
    toDay: new Date(until.getTime() + DAY).toISOString().slice(0, 10),
    until,
  });
}

/** A note of an operator. */
export type GuestNoteRow = {
  note_id: string;
  guest_note_text: string;
  written_by: string;
  written_time: Date;
};
/** Notes about a guest of an activity, oldest first. */
export async function listGuestNotes(db: Database, guest: Guest): Promise<GuestNoteRow[]> {
  const { rows } = await sql<GuestNoteRow>`
    select note_id, guest_note_text, written_by, written_time from guest_note
    where user_id = ${guest.user_id} and activity_id = ${guest.activity_id} order by written_time, note_id`.execute(
    db,
  );
  return rows;
}
/** Notes of one guest of an activity. */
const MAX_NOTES = 100;
/**
 * Adds a note, unless the guest has as many as possible. A note with the same key of the same operator is not added again.
 * @returns whether it is stored
 */
export async function insertGuestNote(
  transaction: Database,
  guest: Guest,
  note: { operatorId: string; by: string; key: string; text: string; now: Date },
): Promise<boolean> {
  const noteId = newId();
  // The user's row serialises concurrent notes, and refuses a note about a person who is being erased.
  await sql`select from app_user where user_id = ${guest.user_id} for no key update`.execute(transaction);
  const { rows } = await sql<{ is_stored: boolean }>`
    with known as (select from guest_note where operator_id = ${note.operatorId} and idempotency_key = ${note.key}), written as (
      insert into guest_note (note_id, activity_id, user_id, operator_id, idempotency_key, guest_note_text, written_by, written_time)
      select ${noteId}, ${guest.activity_id}, ${guest.user_id}, ${note.operatorId}, ${note.key},
        ${encryptedText(note.text, "guestnote", noteId)}, ${encryptedText(note.by, "noteauthor", noteId)}, ${note.now}
      where not exists (select from known)
        and (select count(*) from guest_note where user_id = ${guest.user_id} and activity_id = ${guest.activity_id}) < ${MAX_NOTES}
      returning 1
    ) select exists (select from known) or exists (select from written) as is_stored`.execute(transaction);
  return rows[0]?.is_stored ?? false;
}
