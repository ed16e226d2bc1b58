import { sql } from "kysely";
import type { Series } from "#contract/activity/activity.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { Database } from "../database/connection/database.ts";
import { encryptedRows, lookupKeyParameter } from "../database/encryption/encrypted-columns.ts";

/** One visit to a workshop, as the maker's systems report it (contract/maker/maker.ts). */
export type MaintenanceVisit = {
  /** Id in the maker's system; a visit that is reported again replaces the earlier report. */
  readonly recordId: string;
  readonly mobile?: string | null | undefined;
  /** Finds the owner of a verified car, if there is no mobile; it is not stored. */
  readonly vin?: string | null | undefined;
  readonly dealerCode: string;
  /** ISO 8601. */
  readonly servedTime: string;
};
export type VisitOutcome = "stored" | "updated" | "unchanged" | "unknownDealer" | "unknownCar";

/**
 * Stores visits in one statement. A visit whose dealer or car is unknown is left out.
 * @param visits each record id once
 * @returns one outcome for each, in their order
 */
export async function recordVisits(
  db: Database,
  visits: readonly MaintenanceVisit[],
): Promise<VisitOutcome[]> {
  const rows = encryptedRows(visits, ({ recordId, mobile, vin, dealerCode, servedTime }, keyring) => ({
    record_id: recordId,
    mobile_key: typeof mobile === "string" ? keyring.lookup(mobile) : null,
    vin_key: typeof vin === "string" ? keyring.lookup(vin) : null,
    dealer_code: dealerCode,
    served_time: servedTime,
  }));
  // Ordered by id, so that two calls with the same records cannot deadlock.
  const { rows: outcomes } = await sql<{ outcome: VisitOutcome }>`
    with input as (
      select * from rows from (jsonb_to_recordset(${rows}::jsonb)
        as (record_id text, mobile_key text, vin_key text, dealer_code text, served_time timestamptz))
        with ordinality as input (record_id, mobile_key, vin_key, dealer_code, served_time, place)
    ), known as (
      select i.place, i.record_id, o.organisation_id, coalesce(i.mobile_key, a.mobile_key) as mobile_key, i.served_time
      from input i left join organisation o on o.code = i.dealer_code
      left join owner_application a on i.mobile_key is null and a.vin_key = i.vin_key and a.status = 2
    ), written as (
      insert into maintenance as m (record_id, mobile_key, organisation_id, served_time)
      select record_id, mobile_key, organisation_id, served_time from known
      where organisation_id is not null and mobile_key is not null order by record_id
      on conflict (record_id) do update set mobile_key = excluded.mobile_key,
        organisation_id = excluded.organisation_id, served_time = excluded.served_time
      where (m.mobile_key, m.organisation_id, m.served_time)
        is distinct from (excluded.mobile_key, excluded.organisation_id, excluded.served_time)
      returning m.record_id, m.xmax = 0 as is_new
    )
    select case when k.organisation_id is null then 'unknownDealer' when k.mobile_key is null then 'unknownCar'
      when w.record_id is null then 'unchanged' when w.is_new then 'stored' else 'updated' end as outcome
    from known k left join written w using (record_id) order by k.place`.execute(db);
  return outcomes.map(({ outcome }) => outcome);
}

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
      where m.mobile_key = ${lookupKeyParameter(mobile)} order by m.served_time desc, m.record_id desc limit 1`.execute(
      db,
    );
    return rows[0] ?? null;
  },
});
