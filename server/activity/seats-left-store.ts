import { sql, type RawBuilder } from "kysely";

/**
 * Seats that can still be had, as SQL over a row with `activity_id`, `quota`, `taken` and `asks`; null where the activity
 * has no limit. Where a session is asked for, a seat is one of a session that has not begun: those of the others can be
 * had no more. It looks at the sessions of its one activity, by their key: for the rows of a page, not for all of a search.
 * @param row the row's alias
 */
export const seatsLeft = (row: RawBuilder<unknown>, now: Date): RawBuilder<number | null> =>
  sql`(case when ${row}.quota is null then null else least(greatest(0, ${row}.quota - ${row}.taken),
    case when (${row}.asks ->> 'session')::boolean then (
      select sum(case when one.start_time > ${now} then greatest(0, one.quota - one.taken) else 0 end)
      from activity_session one where one.activity_id = ${row}.activity_id) end)::int end)`;
