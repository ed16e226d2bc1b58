import { sql } from "kysely";
import { getLastMaintenanceOrg, listActivityUserSeries } from "#contract/car.ts";
import type { Organisation } from "#contract/organisation.ts";
import type { Series } from "#contract/activity.ts";
import { notThere } from "../activity/index.ts";
import { userOf } from "../http/caller.ts";
import { lookupKey } from "../database/personal.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import { words } from "./words.ts";

/** One visit to a workshop, as the maker's systems tell it. */
export type Maintenance = {
  readonly mobile: string;
  readonly organisationId: string;
  /** ms */
  readonly servedTime: number;
};
export type Cars = {
  /** Keeps visits to workshops. */
  addMaintenance(visits: readonly Maintenance[]): Promise<void>;
};

/** What is known of the caller's own car: its series, and where it was serviced last (requirements U23, U28). */
export function createCars(kit: Kit, calls: Calls): Cars {
  calls.on(listActivityUserSeries, async ({ activityId }, caller) => {
    const { seriesCodes } = userOf(caller);
    const { rows } = await sql<{ is_known: boolean; series: Series[] | null }>`
      select true as is_known, (select json_agg(json_build_object('seriesCode', s.series_code, 'seriesName', s.name,
          'imageUrl', s.image_url) order by s.position) from series s
        where s.series_code = any(a.series_codes) and s.series_code = any(${[...seriesCodes]}::text[])) as series
      from activity a where a.activity_id = ${activityId} and a.is_published`.execute(kit.db);
    if (!rows[0]) throw await notThere(kit.db, activityId, words.unknownActivity);
    return rows[0].series ?? [];
  });
  calls.on(getLastMaintenanceOrg, async (_args, caller) => {
    const { mobile } = userOf(caller);
    if (mobile === null) return null;
    const { rows } = await sql<Organisation>`
      select o.organisation_id as id, o.code, o.name, o.status, o.address, o.phone, o.province_code as "provinceCode",
        o.city_code as "cityCode", o.longitude, o.latitude
      from maintenance m join organisation o on o.organisation_id = m.organisation_id
      where m.mobile_key = ${lookupKey(mobile)} order by m.served_time desc limit 1`.execute(kit.db);
    return rows[0] ?? null;
  });
  return {
    async addMaintenance(visits) {
      for (const { mobile, organisationId, servedTime } of visits)
        await sql`insert into maintenance (mobile_key, organisation_id, served_time)
          values (${lookupKey(mobile)}, ${organisationId}, ${new Date(servedTime)}) on conflict do nothing`.execute(
          kit.db,
        );
    },
  };
}
