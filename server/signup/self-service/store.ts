import { sql, type RawBuilder } from "kysely";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { CancellationColumns } from "../../activity/index.ts";
import type { Database } from "../../database/connection/database.ts";
import { encryptedText } from "../../database/encryption/encrypted-columns.ts";
import { announceFreeSeat } from "../../database/shared-tables/change-announcement-store.ts";
import { noteSignUpDays } from "../../database/shared-tables/figure-change-store.ts";
import { seatExpiryTime } from "../seat-expiry-store.ts";
import { effectiveDealerId } from "../session-dealer-store.ts";
import type { SignUpTables } from "../tables.ts";
import { insertSignUpEvent } from "../event-store.ts";
import { scheduleChangeColumns, scheduleChangeJoin, type ScheduleChangeColumns } from "../schedule-store.ts";

/** One of a person's sign-ups, current or cancelled, with the data that its card shows. */
export type OwnSignUpRow = Pick<SignUpTables["activity"], "activity_type" | "title" | "cover_url"> &
  CancellationColumns &
  ScheduleChangeColumns & {
    activity_id: string;
    signup_id: string;
    session_id: string | null;
    dealer_id: string | null;
    created_time: Date;
    cancelled_time: Date | null;
    /** Reason of the operator who gave the seat up; null: none, or the person did. */
    cancel_reason: string | null;
    checked_in_time: Date | null;
    ticket_code: string | null;
    dealer: Pick<Organisation, "name" | "status"> | null;
    address: string;
    from_time: Date;
    to_time: Date;
    begins_time: Date;
    /** Number of sessions that the person could change to. */
    others: number;
  };
const MAX_OWN_SIGN_UPS = 200;

/**
 * SQL expression that counts the other sessions that have not begun, at the same dealer if the sign-up has one.
 * @param signUp alias of the sign-up
 */
export const otherSessionCount = (signUp: RawBuilder<unknown>, now: Date): RawBuilder<unknown> =>
  sql`(select count(*) from activity_session o
    where o.activity_id = ${signUp}.activity_id and o.session_id <> ${signUp}.session_id
    and o.start_time > ${now} and (o.dealer_id is null or o.dealer_id = coalesce(${effectiveDealerId(signUp)}, o.dealer_id)))::int`;

/** SQL expression for a session's version in calendars; 0 without a session. */
const calendarVersion = (activityId: string, sessionId: string | null): RawBuilder<unknown> =>
  sql`coalesce((select s.calendar_version from activity_session s
    where s.activity_id = ${activityId} and s.session_id = ${sessionId}), 0)`;

/** A sign-up, read before a change. */
export type HeldSeatRow = {
  signup_id: string;
  session_id: string | null;
  dealer_id: string | null;
  begins_time: Date;
  to_time: Date;
  checked_in_time: Date | null;
} & CancellationColumns;
/** The operator who acts for a guest; `reason` is what the guest reads. */
export type ForGuest = { readonly operatorId: string; readonly reason?: string };
/** @property isGuarded false frees a seat even if no row was deleted; for the tests that prove that the check is needed */
type CancelOptions = {
  readonly now: Date;
  readonly isGuarded: boolean;
  readonly forGuest?: ForGuest | undefined;
};
/** A session, read before a person is moved to it. */
export type TargetSessionRow = {
  session_id: string;
  dealer_id: string | null;
  start_time: Date;
  end_time: Date;
  quota: number;
  taken: number;
};

export const ownSignUpStore = {
  /** Lists the sign-ups of a user, newest first; always restricted to that user's own. */
  async list(db: Database, userId: string, now: Date): Promise<OwnSignUpRow[]> {
    const { rows } = await sql<OwnSignUpRow>`
      select x.activity_id, x.signup_id, x.session_id, ${effectiveDealerId(sql`x`)} as dealer_id, x.created_time, x.cancelled_time, x.cancel_reason, x.checked_in_time, x.ticket_code, a.activity_type, a.title, a.cover_url,
        a.called_off_time, a.called_off_reason,
        case when d.organisation_id is null then null else json_build_object('name', d.name, 'status', d.status) end as dealer,
        coalesce(d.address, a.address) as address,
        coalesce(s.start_time, a.start_time) as from_time, coalesce(s.end_time, a.end_time) as to_time,
        ${seatExpiryTime} as begins_time, ${otherSessionCount(sql`x`, now)} as others, ${scheduleChangeColumns}
      from (
        select activity_id, signup_id, dealer_id, session_id, created_time, null::timestamptz as cancelled_time, null::text as cancel_reason, checked_in_time, ticket_code, schedule_seen
        from signup where user_id = ${userId}
        union all
        select activity_id, signup_id, dealer_id, session_id, created_time, cancelled_time, cancel_reason, null, null, 0
        from signup_cancelled where user_id = ${userId}
      ) x join activity a on a.activity_id = x.activity_id
      left join activity_session s on s.activity_id = x.activity_id and s.session_id = x.session_id
      left join organisation d on d.organisation_id = ${effectiveDealerId(sql`x`)}
      ${scheduleChangeJoin(sql`x`, sql`x.created_time`)}
      order by x.created_time desc, x.signup_id desc limit ${MAX_OWN_SIGN_UPS}`.execute(db);
    return rows;
  },
  /**
   * Lists activities for which the user has a seat that has not begun, or a waitlist entry that may still become one;
   * sorted, so that all transactions lock activities in the same order.
   */
  async listCancellable(db: Database, userId: string, now: Date): Promise<string[]> {
    const { rows } = await sql<{ activity_id: string }>`
      select a.activity_id from signup u join activity a on a.activity_id = u.activity_id
      left join activity_session s on s.activity_id = u.activity_id and s.session_id = u.session_id
      where u.user_id = ${userId} and u.checked_in_time is null and ${seatExpiryTime} > ${now}
      union
      select a.activity_id from waitlist w join activity a on a.activity_id = w.activity_id
      left join activity_session s on s.activity_id = w.activity_id and s.session_id = w.session_id
      where w.user_id = ${userId} and (w.state = 'offered' or (w.state = 'waiting' and ${seatExpiryTime} > ${now}))
      order by 1`.execute(db);
    return rows.map(({ activity_id }) => activity_id);
  },

  async findHeldSeat(db: Database, activityId: string, userId: string): Promise<HeldSeatRow | null> {
    const { rows } = await sql<HeldSeatRow>`
      select u.signup_id, u.session_id, ${effectiveDealerId(sql`u`)} as dealer_id, u.checked_in_time,
        a.called_off_time, a.called_off_reason,
        ${seatExpiryTime} as begins_time, coalesce(s.end_time, a.end_time) as to_time
      from signup u join activity a on a.activity_id = u.activity_id
      left join activity_session s on s.activity_id = u.activity_id and s.session_id = u.session_id
      where u.activity_id = ${activityId} and u.user_id = ${userId}`.execute(db);
    return rows[0] ?? null;
  },
  async findSession(db: Database, activityId: string, sessionId: string): Promise<TargetSessionRow | null> {
    const { rows } = await sql<TargetSessionRow>`
      select session_id, dealer_id, start_time, end_time, quota, taken from activity_session
      where activity_id = ${activityId} and session_id = ${sessionId}`.execute(db);
    return rows[0] ?? null;
  },
  /**
   * Moves a sign-up to `signup_cancelled` and frees its seat, unless the person has been checked in meanwhile: staff
   * check in without the activity's lock.
   * @returns whether a sign-up was cancelled
   */
  async cancel(
    db: Database,
    activityId: string,
    userId: string,
    held: HeldSeatRow,
    { now, isGuarded, forGuest }: CancelOptions,
  ): Promise<boolean> {
    const isFree = isGuarded ? sql`and checked_in_time is null` : sql``;
    const freed = isGuarded ? sql`(select count(*)::int from gone)` : sql`1`;
    const reason = encryptedText(forGuest?.reason ?? null, "giveup", held.signup_id);
    await noteSignUpDays(db, sql`g.activity_id = ${activityId} and g.user_id = ${userId}`);
    const { rows } = await sql<{ gone: number; is_freed: boolean | null }>`
      with gone as (
        delete from signup where activity_id = ${activityId} and user_id = ${userId} ${isFree} returning *
      ),
      kept as (
        insert into signup_cancelled (signup_id, activity_id, user_id, dealer_id, session_id, channel, created_time, cancelled_time, cancelled_by, cancel_reason)
        select signup_id, activity_id, user_id, dealer_id, session_id, channel, created_time, ${now}::timestamptz,
          ${forGuest?.operatorId ?? null}::text, case when signup_id = ${held.signup_id} then ${reason}::text end from gone
      ), freed as (
        update activity_session set taken = taken - ${freed}
        where activity_id = ${activityId} and session_id = ${held.session_id} returning taken, quota
      ), counted as (
        update activity set taken = taken - ${freed} where activity_id = ${activityId} returning taken, quota
      )
      select (select count(*)::int from gone) as gone, bool_or(taken < quota and taken + 1 >= quota) as is_freed
      from (select * from freed union all select * from counted) counters`.execute(db);
    const [row] = rows;
    if (row?.gone === 1 && row.is_freed === true) await announceFreeSeat(db, activityId);
    return row?.gone === 1;
  },
  /**
   * Moves a sign-up between two sessions, unless the person has been checked in meanwhile. The activity's own counter
   * does not change; the dealer is kept if the new session has none.
   * @returns whether it was moved
   */
  async moveToSession(
    db: Database,
    activityId: string,
    userId: string,
    from: Pick<HeldSeatRow, "session_id" | "dealer_id">,
    to: TargetSessionRow,
    { now, forGuest }: Pick<CancelOptions, "now" | "forGuest">,
  ): Promise<boolean> {
    const days = sql`g.activity_id = ${activityId} and g.user_id = ${userId}`;
    await noteSignUpDays(db, days);
    const { rows } = await sql<{ moved: number; is_freed: boolean | null }>`
      with moved as (
        update signup u set session_id = ${to.session_id}, dealer_id = ${to.dealer_id ?? from.dealer_id},
          calendar_base = calendar_base + 1 + ${calendarVersion(activityId, from.session_id)} - ${calendarVersion(activityId, to.session_id)},
          calendar_moves = calendar_moves + 1, calendar_time = last_calendar_time(u.activity_id),
          schedule_seen = (select coalesce(max(change_id), 0) from schedule_change c where c.activity_id = u.activity_id)
        where activity_id = ${activityId} and user_id = ${userId} and checked_in_time is null returning user_id
      ), counted as (
        update activity_session set taken = taken + case when session_id = ${to.session_id} then 1 else -1 end
        where activity_id = ${activityId} and session_id in (${to.session_id}, ${from.session_id}) and exists (select from moved)
        returning session_id, taken, quota
      )
      select (select count(*)::int from moved) as moved,
        (select taken < quota and taken + 1 >= quota from counted where session_id = ${from.session_id}) as is_freed`.execute(
      db,
    );
    if (rows[0]?.moved !== 1) return false;
    await noteSignUpDays(db, days);
    if (rows[0].is_freed === true) await announceFreeSeat(db, activityId);
    await insertSignUpEvent(db, {
      activityId,
      userId,
      kind: "moved",
      fromSessionId: from.session_id,
      toSessionId: to.session_id,
      operatorId: forGuest?.operatorId ?? null,
      time: now,
    });
    return true;
  },
};
