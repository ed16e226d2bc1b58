import { sql, type RawBuilder } from "kysely";

/**
 * SQL expression for the available seats of a row with `activity_id`, `quota`, `taken` and `asks`; null without a
 * limit. If the form asks for a session, only seats of sessions that have not begun count. It reads the sessions of
 * each row by key, so use it for the rows of a page, not for all rows of a search.
 * @param row alias of the row
 */
export const seatsLeft = (row: RawBuilder<unknown>, now: Date): RawBuilder<number | null> =>
  sql`(case when ${row}.quota is null then null else least(greatest(0, ${row}.quota - ${row}.taken),
    case when (${row}.asks ->> 'session')::boolean then (
      select sum(case when one.start_time > ${now} then greatest(0, one.quota - one.taken) else 0 end)
      from activity_session one where one.activity_id = ${row}.activity_id) end)::int end)`;
