import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { seatExpiryTime } from "./seat-expiry-store.ts";

/** People whom a change of an activity affects. */
export type AffectedGuests = {
  /** Seats of people who have not been checked in and whose session is not over; a cancellation ends them. */
  upcoming: number;
  /** Those of them without a session, who follow the activity's own times. */
  following: number;
  /** Waitlist entries that can still become a seat, or that have one reserved. */
  waiting: number;
  /** Those of them without a session. */
  waiting_following: number;
};

/** Counts the people whom a change of an activity affects, as 我的报名 tells them (self-service/rules.ts). */
export async function countAffectedGuests(
  db: Database,
  activityId: string,
  now: Date,
): Promise<AffectedGuests> {
  const { rows } = await sql<AffectedGuests>`
    with seat as (
      select u.session_id from signup u join activity a on a.activity_id = u.activity_id
      left join activity_session s on s.activity_id = u.activity_id and s.session_id = u.session_id
      where u.activity_id = ${activityId} and u.checked_in_time is null
        and coalesce(s.end_time, a.end_time) > ${now}
    ), place as (
      select w.session_id from waitlist w join activity a on a.activity_id = w.activity_id
      left join activity_session s on s.activity_id = w.activity_id and s.session_id = w.session_id
      where w.activity_id = ${activityId} and (
        (w.state = 'offered' and w.offer_until > ${now})
        or (w.state = 'waiting' and ${seatExpiryTime} > ${now}))
    )
    select (select count(*) from seat)::int as upcoming,
      (select count(*) from seat where session_id is null)::int as following,
      (select count(*) from place)::int as waiting,
      (select count(*) from place where session_id is null)::int as waiting_following`.execute(db);
  return rows[0] ?? { upcoming: 0, following: 0, waiting: 0, waiting_following: 0 };
}
