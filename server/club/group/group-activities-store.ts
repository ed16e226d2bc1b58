import { sql } from "kysely";
import { seatsLeft } from "../../activity/index.ts";
import type { Database } from "../../database/connection/database.ts";

export type GroupActivityRow = {
  activity_id: string;
  activity_type: "localoffline" | "online";
  title: string;
  cover_url: string;
  start_time: Date;
  end_time: Date;
  open_time: Date;
  close_time: Date;
  seats_left: number | null;
};

export const groupActivitiesStore = (db: Database) => ({
  /**
   * Activities of the group's city or province and series whose sign-up is not closed, those of the city first, then
   * by start time, or by end time for those that have started.
   */
  async listActivities(groupId: string, now: Date, limit: number): Promise<GroupActivityRow[]> {
    const { rows } = await sql<GroupActivityRow>`
      select a.activity_id, a.activity_type, a.title, a.cover_url, a.start_time, a.end_time, a.open_time, a.close_time,
        ${seatsLeft(sql`a`, now)} as seats_left
      from club_group g join activity a on a.is_published and a.close_time > ${now}
        and (g.province_code is null or a.province_code = g.province_code)
        and (g.series_codes = '{}' or a.series_codes && g.series_codes)
      where g.group_id = ${groupId}
      order by (a.city_code is not distinct from g.city_code) desc,
        case when a.start_time > ${now} then a.start_time else a.end_time end, a.activity_id limit ${limit}`.execute(
      db,
    );
    return rows;
  },
});
