import { sql } from "kysely";
import type { Series } from "#contract/activity/activity.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { Database } from "../database/connection/database.ts";
import { lookupKeyParameter } from "../database/encryption/encrypted-columns.ts";

/** One visit to a workshop, as the maker's systems report it. */
export type MaintenanceVisit = {
  readonly mobile: string;
  readonly organisationId: string;
  /** ms */
  readonly servedTime: number;
};

export const carStore = (db: Database) => ({
  /** The given series that a published activity is for; null if there is no such activity. */
  async listActivitySeries(activityId: string, seriesCodes: readonly string[]): Promise<Series[] | null> {
    const { rows } = await sql<{ is_known: boolean; series: Series[] | null }>`
      select true as is_known, (select json_agg(json_build_object('seriesCode', s.series_code, 'seriesName', s.name,
          'imageUrl', s.image_url) order by s.position) from series s
        where s.series_code = any(a.series_codes) and s.series_code = any(${[...seriesCodes]}::text[])) as series
      from activity a where a.activity_id = ${activityId} and a.is_published`.execute(db);
    return rows[0] ? (rows[0].series ?? []) : null;
  },
  /** The workshop of the latest visit; null if there is none. */
  async findLastWorkshop(mobile: string): Promise<Organisation | null> {
    const { rows } = await sql<Organisation>`
      select o.organisation_id as id, o.code, o.name, o.status, o.address, o.phone, o.province_code as "provinceCode",
        o.city_code as "cityCode", o.longitude, o.latitude
      from maintenance m join organisation o on o.organisation_id = m.organisation_id
      where m.mobile_key = ${lookupKeyParameter(mobile)} order by m.served_time desc limit 1`.execute(db);
    return rows[0] ?? null;
  },
  /** Stores visits; those that are stored already do not change. */
  async addVisits(visits: readonly MaintenanceVisit[]): Promise<void> {
    for (const { mobile, organisationId, servedTime } of visits)
      await sql`insert into maintenance (mobile_key, organisation_id, served_time)
        values (${lookupKeyParameter(mobile)}, ${organisationId}, ${new Date(servedTime)}) on conflict do nothing`.execute(
        db,
      );
  },
});
