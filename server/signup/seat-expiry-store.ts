import { sql } from "kysely";

/**
 * Until when a seat means something, as SQL of `activity` a and its left-joined session s: the beginning of
 * the session, else of the activity; of an online activity, which is under way while one signs up, its end.
 */
export const seatExpiryTime = sql`coalesce(s.start_time, case a.activity_type when 'online' then a.end_time else a.start_time end)`;
