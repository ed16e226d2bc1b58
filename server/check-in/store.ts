import { sql } from "kysely";
import type { FormField } from "#contract/activity/activity.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { CancellationColumns } from "../activity/index.ts";
import { withAuditEntry, type AuditActor } from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import { encryptedText } from "../database/encryption/encrypted-columns.ts";
import { noteSignUpDays } from "../database/shared-tables/figure-change-store.ts";
import { sha256 } from "../core/secrets.ts";
import { guestQuery, guestsStore, type GuestRow, type CheckInScope } from "./guests-store.ts";

/** Facts that checking in needs: the guests that are reached, their questions, and whether the activity takes place. */
export type CheckInDesk = CheckInScope & CancellationColumns & { form: FormField[] };
export type OpenCheckInLink = CheckInDesk & {
  link_id: string;
  last_used_time: Date | null;
  expires_time: Date;
  title: string;
  dealer: Pick<Organisation, "name" | "status"> | null;
  /** The link's dealer, otherwise its session's or the activity's only one. */
  desk_dealer_id: string | null;
  address: string;
  from_time: Date;
  to_time: Date;
};
/** The way in which staff found a guest: by QR code, by typed number, or in the list. */
export type CheckInMethod = "scanned" | "typed" | "picked";
export type CheckInRecord = {
  /** Name that the staff member entered. */
  readonly by: string;
  readonly method: CheckInMethod;
  readonly actor: AuditActor;
  readonly now: Date;
};
/** Options for the test that proves that the guard (the condition "not checked in yet") is needed. */
export type CheckInOptions = { readonly isGuarded: boolean; readonly beforeWrite?: () => Promise<void> };

/**
 * Undoes the check-in of a given time, but no later one.
 * @param moment to the second, as shown
 * @returns whether there was such a check-in
 */
function undoCheckIn(
  db: Database,
  { signup_id: id }: GuestRow,
  moment: Date,
  { actor, now }: Pick<CheckInRecord, "actor" | "now">,
): Promise<boolean> {
  const clearCheckIn = async (transaction: Database): Promise<boolean> => {
    await noteSignUpDays(transaction, sql`g.signup_id = ${id}`);
    const { rows } = await sql`
      update signup set checked_in_time = null, checked_in_by = null, checked_in_way = null
      where signup_id = ${id} and date_trunc('second', checked_in_time) = ${moment} returning signup_id`.execute(
      transaction,
    );
    return rows.length > 0;
  };
  const about = { kind: "sign-up", id };
  return withAuditEntry(db, clearCheckIn, (isUndone) =>
    isUndone ? { by: actor, action: "check-in.undo", about, outcome: "done", now } : null,
  );
}

export const checkInStore = (db: Database) => ({
  ...guestsStore(db),
  /** Finds a valid link. @returns null if it is unknown, expired or revoked */
  async findLink(token: string, now: Date): Promise<OpenCheckInLink | null> {
    const { rows } = await sql<OpenCheckInLink>`
      select l.*, d.organisation_id as desk_dealer_id, a.title, a.form, a.called_off_time, a.called_off_reason, coalesce(d.address, a.address) as address,
        case when d.organisation_id is null then null else json_build_object('name', d.name, 'status', d.status) end as dealer,
        coalesce(s.start_time, a.start_time) as from_time, coalesce(s.end_time, a.end_time) as to_time
      from check_in_link l join activity a on a.activity_id = l.activity_id
      left join activity_session s on s.activity_id = l.activity_id and s.session_id = l.session_id
      left join organisation d on d.organisation_id = coalesce(l.dealer_id, s.dealer_id, a.dealer_id)
      where l.token_hash = ${sha256(token)} and l.revoked_time is null and l.expires_time > ${now}`.execute(
      db,
    );
    return rows[0] ?? null;
  },
  /** Finds the guest of a presented ticket, by its sign-up or number; also one of another session or dealer. */
  async findPresentedGuest(
    activityId: string,
    by: { signUpId: string } | { ticketCode: string },
  ): Promise<GuestRow | null> {
    const which =
      "signUpId" in by ? sql`u.signup_id = ${by.signUpId}` : sql`u.ticket_code = ${by.ticketCode}`;
    const { rows } =
      await sql<GuestRow>`${guestQuery} where u.activity_id = ${activityId} and ${which}`.execute(db);
    return rows[0] ?? null;
  },
  /** Checks a guest in. @returns whether this call did; of several at once only one does */
  async recordCheckIn(
    guest: GuestRow,
    { by, method: way, actor, now }: CheckInRecord,
    { isGuarded, beforeWrite }: CheckInOptions,
  ): Promise<boolean> {
    if (guest.checked_in_time !== null) return false;
    await beforeWrite?.();
    const notYet = isGuarded ? sql`and checked_in_time is null` : sql``;
    const check = async (transaction: Database): Promise<boolean> => {
      const { rows } = await sql`
        update signup set checked_in_time = ${now}, checked_in_by = ${encryptedText(by, "checkin", guest.signup_id)}, checked_in_way = ${way}
        where signup_id = ${guest.signup_id} ${notYet} returning signup_id`.execute(transaction);
      if (rows.length > 0) await noteSignUpDays(transaction, sql`g.signup_id = ${guest.signup_id}`);
      return rows.length > 0;
    };
    const about = { kind: "sign-up", id: guest.signup_id };
    return withAuditEntry(db, check, (isFirst) =>
      isFirst ? { by: actor, action: "check-in", about, outcome: way, now } : null,
    );
  },
  undoCheckIn: (guest: GuestRow, moment: Date, by: Pick<CheckInRecord, "actor" | "now">) =>
    undoCheckIn(db, guest, moment, by),
});
export type CheckInStore = ReturnType<typeof checkInStore>;

/** An activity that a link can be created for, with its numbers of sign-ups and of coupons. */
export type CheckInLinkCandidate = { activityId: string; title: string; signed: number; sent: number };
/** Lists activities for links: those with sign-ups first, then those with coupons, then by their beginning. */
export async function listCheckInLinkCandidates(db: Database, now: Date): Promise<CheckInLinkCandidate[]> {
  const { rows } = await sql<CheckInLinkCandidate>`
    select a.activity_id as "activityId", a.title,
      (select count(*) from signup s where s.activity_id = a.activity_id)::int as signed, b.sent
    from activity a cross join lateral (
      select coalesce(sum(sent), 0)::int as sent, count(*) as kinds from benefit where activity_id = a.activity_id) b
    where a.end_time > ${now} and a.is_published and (a.activity_type = 'localoffline' or b.kinds > 0)
    order by signed desc, b.sent desc, a.start_time, a.activity_id limit 30`.execute(db);
  return rows;
}

/** @returns the reason why a link for this scope cannot be created; null if it can */
export async function checkInLinkProblem(
  db: Database,
  { activity_id, session_id, dealer_id }: CheckInScope,
): Promise<"noActivity" | "noSession" | "noDealer" | "otherDealer" | null> {
  const { rows } = await sql<{ has_session: boolean; has_dealer: boolean; is_other: boolean }>`
    select s.session_id is not null as has_session,
      coalesce(${dealer_id}::text = a.dealer_id, false) or exists (select from activity_dealer d
        where d.activity_id = a.activity_id and d.organisation_id = ${dealer_id}::text) as has_dealer,
      coalesce(s.dealer_id <> ${dealer_id}::text, false) as is_other
    from activity a left join activity_session s on s.activity_id = a.activity_id and s.session_id = ${session_id}::text
    where a.activity_id = ${activity_id}`.execute(db);
  const [found] = rows;
  if (found === undefined) return "noActivity";
  if (session_id !== null && !found.has_session) return "noSession";
  if (dealer_id !== null && !found.has_dealer) return "noDealer";
  return found.is_other ? "otherDealer" : null;
}
