import { sql, type RawBuilder } from "kysely";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { CancellationColumns } from "../../activity/index.ts";
import type { Database } from "../../database/connection/database.ts";
import { seatExpiryTime } from "../seat-expiry-store.ts";
import { effectiveDealerId } from "../session-dealer-store.ts";
import type { SignUpTables } from "../tables.ts";

/** One of a person's sign-ups, standing or given up, with what its card shows. */
export type OwnSignUpRow = Pick<SignUpTables["activity"], "activity_type" | "title" | "cover_url"> &
  CancellationColumns & {
    activity_id: string;
    signup_id: string;
    session_id: string | null;
    dealer_id: string | null;
    created_time: Date;
    cancelled_time: Date | null;
    checked_in_time: Date | null;
    dealer: Pick<Organisation, "name" | "status"> | null;
    address: string;
    from_time: Date;
    to_time: Date;
    begins_time: Date;
    /** Sessions of the same dealer that have not begun, its own not among them. */
    others: number;
  };
const MAX_OWN_SIGN_UPS = 200;

/** Counts sessions that have not begun, of the same dealer where the sign-up is at one; its own is not among them. @param signUp its alias */
export const otherSessionCount = (signUp: RawBuilder<unknown>, now: Date): RawBuilder<unknown> =>
  sql`(select count(*) from activity_session o
    where o.activity_id = ${signUp}.activity_id and o.session_id <> ${signUp}.session_id
    and o.start_time > ${now} and (o.dealer_id is null or o.dealer_id = coalesce(${effectiveDealerId(signUp)}, o.dealer_id)))::int`;

/** A sign-up as it is read before it is changed. */
export type HeldSeatRow = {
  session_id: string | null;
  dealer_id: string | null;
  begins_time: Date;
  to_time: Date;
  checked_in_time: Date | null;
} & CancellationColumns;
/** @property isGuarded false frees a seat whatever was found: for the tests that show what that is good for */
type CancelOptions = { readonly now: Date; readonly isGuarded: boolean };
/** A session as it is read before somebody is moved to it. */
export type TargetSessionRow = {
  session_id: string;
  dealer_id: string | null;
  start_time: Date;
  end_time: Date;
  quota: number;
  taken: number;
};

export const ownSignUpStore = {
  /** The person's sign-ups, newest first; nobody else's are ever looked up. */
  async list(db: Database, userId: string, now: Date): Promise<OwnSignUpRow[]> {
    const { rows } = await sql<OwnSignUpRow>`
      select x.activity_id, x.signup_id, x.session_id, ${effectiveDealerId(sql`x`)} as dealer_id, x.created_time, x.cancelled_time, x.checked_in_time, a.activity_type, a.title, a.cover_url,
        a.called_off_time, a.called_off_reason,
        case when d.organisation_id is null then null else json_build_object('name', d.name, 'status', d.status) end as dealer,
        coalesce(d.address, a.address) as address,
        coalesce(s.start_time, a.start_time) as from_time, coalesce(s.end_time, a.end_time) as to_time,
        ${seatExpiryTime} as begins_time, ${otherSessionCount(sql`x`, now)} as others
      from (
        select activity_id, signup_id, dealer_id, session_id, created_time, null::timestamptz as cancelled_time, checked_in_time
        from signup where user_id = ${userId}
        union all
        select activity_id, signup_id, dealer_id, session_id, created_time, cancelled_time, null
        from signup_cancelled where user_id = ${userId}
      ) x join activity a on a.activity_id = x.activity_id
      left join activity_session s on s.activity_id = x.activity_id and s.session_id = x.session_id
      left join organisation d on d.organisation_id = ${effectiveDealerId(sql`x`)}
      order by x.created_time desc, x.signup_id desc limit ${MAX_OWN_SIGN_UPS}`.execute(db);
    return rows;
  },
  /**
   * Activities of which the person has something to give up, in one order for all: a seat of what has not begun, or a
   * place on the waitlist that may become one or has one kept for it.
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
  /** What the person holds of an activity. */
  async findHeldSeat(db: Database, activityId: string, userId: string): Promise<HeldSeatRow | null> {
    const { rows } = await sql<HeldSeatRow>`
      select u.session_id, ${effectiveDealerId(sql`u`)} as dealer_id, u.checked_in_time,
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
   * Turns a sign-up into one that was given up, and frees its seat; whose person has come meanwhile stands, since staff
   * check in without the activity's lock. @returns whether there was one to give up
   */
  async cancel(
    db: Database,
    activityId: string,
    userId: string,
    held: HeldSeatRow,
    { now, isGuarded }: CancelOptions,
  ): Promise<boolean> {
    const isFree = isGuarded ? sql`and checked_in_time is null` : sql``;
    const freed = isGuarded ? sql`(select count(*)::int from gone)` : sql`1`;
    const { rows } = await sql<{ gone: number }>`
      with gone as (
        delete from signup where activity_id = ${activityId} and user_id = ${userId} ${isFree} returning *
      ),
      kept as (
        insert into signup_cancelled (signup_id, activity_id, user_id, dealer_id, session_id, channel, created_time, cancelled_time)
        select signup_id, activity_id, user_id, dealer_id, session_id, channel, created_time, ${now}::timestamptz from gone
      ), freed as (
        update activity_session set taken = taken - ${freed}
        where activity_id = ${activityId} and session_id = ${held.session_id}
      ), counted as (
        update activity set taken = taken - ${freed} where activity_id = ${activityId}
      )
      select count(*)::int as gone from gone`.execute(db);
    return rows[0]?.gone === 1;
  },
  /**
   * Moves a sign-up between two sessions; the activity's own counter stays, and the dealer where the new session is at
   * none. Whose person has come meanwhile stays.
   * @returns whether it was moved
   */
  async moveToSession(
    db: Database,
    activityId: string,
    userId: string,
    from: Pick<HeldSeatRow, "session_id" | "dealer_id">,
    to: TargetSessionRow,
  ): Promise<boolean> {
    const { rows } = await sql<{ moved: number }>`
      with moved as (
        update signup set session_id = ${to.session_id}, dealer_id = ${to.dealer_id ?? from.dealer_id}
        where activity_id = ${activityId} and user_id = ${userId} and checked_in_time is null returning user_id
      ), counted as (
        update activity_session set taken = taken + case when session_id = ${to.session_id} then 1 else -1 end
        where activity_id = ${activityId} and session_id in (${to.session_id}, ${from.session_id}) and exists (select from moved)
      )
      select count(*)::int as moved from moved`.execute(db);
    return rows[0]?.moved === 1;
  },
};
