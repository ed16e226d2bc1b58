import { containsKeyword } from "../../database/statements/contains-keyword.ts";
import { sql, type RawBuilder } from "kysely";
import type { Activity } from "#contract/activity/activity.ts";
import { regionOfCode } from "#contract/activity/regions.ts";
import type { Database } from "../../database/connection/database.ts";
import { metresBetween, type GeoPoint } from "../../organisation/index.ts";
import type { DistrictPlace } from "../../location/index.ts";
import { cellsAround, metresCovered } from "./geo-grid.ts";
import type { NearbyCursor } from "./nearby-cursor.ts";
import { seatsLeft } from "../seats-left-store.ts";
import { activityListColumns, presentActivity, type ActivityListRow } from "./present-activity.ts";

export type NearbyQuery = {
  readonly point: GeoPoint | null;
  readonly provinceCode?: string | undefined;
  readonly cityCode?: string | undefined;
  readonly activityType?: Activity["activityType"] | undefined;
  readonly businessType?: number | undefined;
  readonly status?: number | undefined;
  readonly seriesCode?: string | undefined;
  readonly district?: DistrictPlace | undefined;
  readonly dealerId?: string | undefined;
  /** "1": only those that ask for a lead. */
  readonly byLead?: "1" | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly keyword?: string | undefined;
  /** ms */
  readonly weekend?: { from: number; to: number } | undefined;
  readonly sort: "distance" | "time";
  readonly size: number;
  /** Position after which the page begins; for the first page: phase 0, MIN_SORT_KEY and an empty id. */
  readonly after: NearbyCursor;
};
export type NearbyResult = { readonly list: Activity[]; readonly next: NearbyCursor | null };

type KeyedRow = ActivityListRow & { key: number };
/** Sort key of online activities, which have no distance: larger than any distance on earth in metres. */
const ONLINE_KEY = 99_999_999;
export const MIN_SORT_KEY = -999_999_999_999_999;
/** Radii in cells that are searched before all activities that match the filters are measured. */
const RADII = [1, 4, 16];

const columns = sql.raw(activityListColumns.map((name) => `a.${name}`).join(", "));
const distanceTo = ({
  longitude,
  latitude,
}: GeoPoint): RawBuilder<number> => sql`round(2 * 6371008.8 * asin(least(1, sqrt(
  power(sin(radians(a.latitude - ${latitude}::float8) / 2), 2) + cos(radians(${latitude}::float8)) * cos(radians(a.latitude))
  * power(sin(radians(a.longitude - ${longitude}::float8) / 2), 2)))))`;

function keyOf({ point, sort }: NearbyQuery, phase: 0 | 1): RawBuilder<number> {
  if (sort === "distance" && point)
    return sql`(case when a.activity_type = 'online' then ${sql.lit(ONLINE_KEY)} else ${distanceTo(point)} end)`;
  // Current activities by their beginning, online ones by their end, since they have begun already; ended ones last first.
  return phase === 0
    ? sql`floor(extract(epoch from case when a.activity_type = 'online' then a.end_time else a.start_time end))`
    : sql`-floor(extract(epoch from a.start_time))`;
}

/** Whether an online activity is for a place: those of headquarters are for all, those of a region for that region. */
const isOnlineFor = (code: string): RawBuilder<boolean> =>
  sql`(a.activity_type = 'online' and (a.sponsor_level1 = '107001' or a.sponsor_level2 = ${regionOfCode(code)}))`;

/** Whether an activity takes place in a district, or at a dealer there. */
const isInDistrict = ({ cityCode, addressPatterns }: DistrictPlace): RawBuilder<boolean> => {
  const patterns = sql`any(${addressPatterns}::text[])`;
  return sql`(a.activity_type = 'localoffline' and ((a.city_code = ${cityCode} and a.address like ${patterns})
    or exists (select from activity_dealer d join organisation p on p.organisation_id = d.organisation_id
      where d.activity_id = a.activity_id and p.city_code = ${cityCode} and p.address like ${patterns})))`;
};

function filtersOf(query: NearbyQuery): RawBuilder<unknown>[] {
  const at = new Date(query.after.at);
  const filters: RawBuilder<unknown>[] = [sql`a.is_published`];
  if (query.cityCode) filters.push(sql`(a.city_code = ${query.cityCode} or ${isOnlineFor(query.cityCode)})`);
  if (query.provinceCode)
    filters.push(sql`(a.province_code = ${query.provinceCode} or ${isOnlineFor(query.provinceCode)})`);
  if (query.activityType) filters.push(sql`a.activity_type = ${query.activityType}`);
  if (query.businessType) filters.push(sql`a.business_type = ${query.businessType}`);
  if (query.ids) filters.push(sql`a.activity_id = any(${query.ids}::text[])`);
  if (query.seriesCode) filters.push(sql`a.series_codes @> array[${query.seriesCode}]::text[]`);
  if (query.district) filters.push(isInDistrict(query.district));
  if (query.dealerId)
    filters.push(sql`(a.dealer_id = ${query.dealerId} or exists (select from activity_dealer d
      where d.activity_id = a.activity_id and d.organisation_id = ${query.dealerId}))`);
  if (query.byLead) filters.push(sql`a.page_type in ('lead', 'localOfflineLead')`);
  if (query.status === 1) filters.push(sql`a.open_time > ${at}`);
  if (query.status === 2) filters.push(sql`a.open_time <= ${at} and a.close_time > ${at}`);
  if (query.status === 3) filters.push(sql`a.close_time <= ${at}`);
  if (query.weekend)
    filters.push(
      sql`a.start_time < ${new Date(query.weekend.to)} and a.end_time > ${new Date(query.weekend.from)}`,
    );
  if (query.keyword) {
    const matches = containsKeyword(query.keyword);
    filters.push(
      sql`(${matches(sql`a.title`)} or ${matches(sql`a.subtitle`)} or ${matches(sql`a.address`)}
        or ${matches(sql`o.name`)})`,
    );
  }
  return filters;
}

/** Lists rows of one phase after a position, nearest (or earliest) first. */
async function rowsOf(
  db: Database,
  query: NearbyQuery,
  after: NearbyCursor,
  size: number,
  cells: number[] | null,
): Promise<KeyedRow[]> {
  const at = new Date(after.at);
  const key = keyOf(query, after.phase);
  const filters = filtersOf(query);
  filters.push(after.phase === 0 ? sql`a.close_time > ${at}` : sql`a.close_time <= ${at}`);
  if (cells) filters.push(sql`a.cell = any(${cells}::int[])`);
  const { rows } = await sql<KeyedRow>`
    select shown.*, ${seatsLeft(sql`shown`, at)} as seats_left from (
      select * from (
        select ${columns}, a.asks, o.name as dealer_name, o.status as dealer_status, (${key})::float8 as key
        from activity a left join organisation o on o.organisation_id = a.dealer_id
        where ${sql.join(filters, sql` and `)}
      ) found
      where key > ${after.key}::float8 or (key = ${after.key}::float8 and activity_id > ${after.id})
      order by key, activity_id limit ${size}
    ) shown order by key, activity_id`.execute(db);
  return rows;
}

/** The same, searching nearby cells first: a square suffices if a full page lies within the distance that it covers. */
async function nearestOf(
  db: Database,
  query: NearbyQuery,
  after: NearbyCursor,
  size: number,
): Promise<KeyedRow[]> {
  const { point } = query;
  if (point && query.sort === "distance" && query.activityType !== "online" && after.key < ONLINE_KEY)
    for (const radius of RADII) {
      const covered = metresCovered(point.latitude, radius);
      if (after.key >= covered) continue;
      const rows = await rowsOf(db, query, after, size, cellsAround(point.longitude, point.latitude, radius));
      if (rows.length === size && (rows.at(-1)?.key ?? Infinity) <= covered) return rows;
    }
  return rowsOf(db, query, after, size, null);
}

export const nearbyStore = (db: Database) => {
  return {
    /** Lists one page: current activities first, then those that have ended. */
    async list(query: NearbyQuery): Promise<NearbyResult> {
      const limit = query.size + 1;
      const found: { row: KeyedRow; phase: 0 | 1 }[] = [];
      if (query.after.phase === 0 && query.status !== 3)
        for (const row of await nearestOf(db, query, query.after, limit)) found.push({ row, phase: 0 });
      const mayHaveEnded = query.status === undefined || query.status === 3;
      if (found.length < limit && mayHaveEnded) {
        const from: NearbyCursor =
          query.after.phase === 1 ? query.after : { at: query.after.at, phase: 1, key: MIN_SORT_KEY, id: "" };
        for (const row of await nearestOf(db, query, from, limit - found.length))
          found.push({ row, phase: 1 });
      }
      const shown = found.slice(0, query.size);
      const last = shown.at(-1);
      const isMore = found.length > query.size && last !== undefined;
      return {
        list: shown.map(({ row }) => presentActivity(row, query.after.at, distanceOf(query, row))),
        next: isMore
          ? { at: query.after.at, phase: last.phase, key: last.row.key, id: last.row.activity_id }
          : null,
      };
    },
    /** Counts the activities that match the filters, up to 999. */
    async count(query: NearbyQuery): Promise<number> {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from (
          select 1 from activity a left join organisation o on o.organisation_id = a.dealer_id
          where ${sql.join(filtersOf(query), sql` and `)} limit 999
        ) counted`.execute(db);
      return rows[0]?.n ?? 0;
    },
  };
};

/** Distance to show, metres; also when sorted by time. */
function distanceOf(query: NearbyQuery, row: KeyedRow): number | null {
  if (!query.point || row.activity_type === "online") return null;
  return query.sort === "distance" ? row.key : metresBetween(query.point, row);
}
