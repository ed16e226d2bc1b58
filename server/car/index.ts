import { sql } from "kysely";
import { getLastMaintenanceOrg, listActivityUserSeries } from "#contract/car/car.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { Series } from "#contract/activity/activity.ts";
import { activityNotFound } from "../activity/index.ts";
import { requireUser } from "../http/pipeline/caller.ts";
import { lookupKeyParameter } from "../database/encryption/encrypted-columns.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { carMessages } from "./messages.ts";

/** One visit to a workshop, as the maker's systems report it. */
export type MaintenanceVisit = {
  readonly mobile: string;
  readonly organisationId: string;
  /** ms */
  readonly servedTime: number;
};
export type Cars = {
  /** Stores visits to workshops; known visits stay as they are. */
  addMaintenance(visits: readonly MaintenanceVisit[]): Promise<void>;
};

/**
 * Registers the calls about the caller's own cars: their series, and the last workshop (requirements U23,
 * U28).
 */
export function createCars(context: AppContext, calls: RpcRouter): Cars {
  calls.on(listActivityUserSeries, async ({ activityId }, caller) => {
    const { seriesCodes } = requireUser(caller);
    const { rows } = await sql<{ is_known: boolean; series: Series[] | null }>`
      select true as is_known, (select json_agg(json_build_object('seriesCode', s.series_code, 'seriesName', s.name,
          'imageUrl', s.image_url) order by s.position) from series s
        where s.series_code = any(a.series_codes) and s.series_code = any(${[...seriesCodes]}::text[])) as series
      from activity a where a.activity_id = ${activityId} and a.is_published`.execute(context.db);
    if (!rows[0]) throw await activityNotFound(context.db, activityId, carMessages.unknownActivity);
    return rows[0].series ?? [];
  });
  calls.on(getLastMaintenanceOrg, async (_args, caller) => {
    const { mobile } = requireUser(caller);
    if (mobile === null) return null;
    const { rows } = await sql<Organisation>`
      select o.organisation_id as id, o.code, o.name, o.status, o.address, o.phone, o.province_code as "provinceCode",
        o.city_code as "cityCode", o.longitude, o.latitude
      from maintenance m join organisation o on o.organisation_id = m.organisation_id
      where m.mobile_key = ${lookupKeyParameter(mobile)} order by m.served_time desc limit 1`.execute(
      context.db,
    );
    return rows[0] ?? null;
  });
  return {
    async addMaintenance(visits) {
      for (const { mobile, organisationId, servedTime } of visits)
        await sql`insert into maintenance (mobile_key, organisation_id, served_time)
          values (${lookupKeyParameter(mobile)}, ${organisationId}, ${new Date(servedTime)}) on conflict do nothing`.execute(
          context.db,
        );
    },
  };
}
