import { sql } from "kysely";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { CancellationColumns } from "../../activity/index.ts";
import type { Database } from "../../database/connection/database.ts";
import { otherSessionCount } from "../self-service/store.ts";
import { seatExpiryTime } from "../seat-expiry-store.ts";
import { effectiveDealerId } from "../session-dealer-store.ts";
import type { SignUpRow, SignUpTables } from "../tables.ts";
import {
  calendarColumns,
  scheduleChangeColumns,
  scheduleChangeJoin,
  type CalendarColumns,
  type ScheduleChangeColumns,
} from "../schedule-store.ts";

/** A sign-up with the data that its ticket shows. */
export type TicketRow = SignUpRow &
  CancellationColumns &
  ScheduleChangeColumns &
  CalendarColumns &
  Pick<SignUpTables["activity"], "title" | "cover_url" | "activity_type"> & {
    longitude: number;
    latitude: number;
    series_name: string | null;
    /** session-dealer-store.ts */
    at_dealer_id: string | null;
    dealer: Pick<Organisation, "name" | "status"> | null;
    address: string;
    from_time: Date;
    to_time: Date;
    begins_time: Date;
    /** Number of sessions that the person could change to. */
    others: number;
    checked_in_time: Date | null;
  };

/** Finds the ticket of a user; always restricted to that user's own. */
export async function findTicket(
  db: Database,
  activityId: string,
  userId: string,
  now: Date,
): Promise<TicketRow | null> {
  const { rows } = await sql<TicketRow>`
    select u.*, ${effectiveDealerId(sql`u`)} as at_dealer_id, a.title, a.cover_url, a.activity_type, a.called_off_time,
      a.called_off_reason, r.name as series_name,
      coalesce(d.longitude, a.longitude) as longitude, coalesce(d.latitude, a.latitude) as latitude,
      case when d.organisation_id is null then null else json_build_object('name', d.name, 'status', d.status) end as dealer,
      coalesce(d.address, a.address) as address,
      coalesce(s.start_time, a.start_time) as from_time, coalesce(s.end_time, a.end_time) as to_time,
      ${seatExpiryTime} as begins_time, ${otherSessionCount(sql`u`, now)} as others,
      ${calendarColumns}, ${scheduleChangeColumns}
    from signup u join activity a on a.activity_id = u.activity_id
    left join activity_session s on s.activity_id = u.activity_id and s.session_id = u.session_id
    left join organisation d on d.organisation_id = ${effectiveDealerId(sql`u`)}
    left join series r on r.series_code = u.series_code
    ${scheduleChangeJoin(sql`u`, sql`u.created_time`)}
    where u.activity_id = ${activityId} and u.user_id = ${userId}`.execute(db);
  return rows[0] ?? null;
}
