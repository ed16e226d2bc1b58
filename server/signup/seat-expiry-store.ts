import { sql } from "kysely";

/**
 * SQL expression for the time until which a seat can be offered, changed or cancelled, with `activity` as a and its
 * left-joined session as s: the beginning of the session, else of the activity. An online activity has begun while
 * people sign up, so its end counts.
 */
export const seatExpiryTime = sql`coalesce(s.start_time, case a.activity_type when 'online' then a.end_time else a.start_time end)`;
