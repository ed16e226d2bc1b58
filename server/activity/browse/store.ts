import { sql, type Kysely } from "kysely";
import type { Banner, Series } from "#contract/activity/activity.ts";
import type { Database } from "../../database/connection/database.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import { nearbyStore } from "./nearby-store.ts";
import { seatsLeft } from "../seats-left-store.ts";
import type { ActivityRow, BannerRow, ActivityTables } from "../tables.ts";
import type { ActivityListRow } from "./present-activity.ts";
import { matchesSelector, showsDraft, type ActivitySelector } from "../activity-selector-store.ts";

export type ActivityDetailRow = ActivityListRow & {
  has_coupons: boolean;
  waiting: number;
  shows_draft: boolean;
} & Pick<
    ActivityRow,
    "content" | "agenda" | "form" | "benefits" | "rules" | "share" | "page_type" | "asks" | "blocks"
  > & {
    dealers: Organisation[];
    process_version: number | null;
    process_enabled: boolean | null;
    contest_kind: "entries" | "choices" | null;
    koc_slogan: string | null;
    koc_places: number;
    koc_taken: number;
    koc_goal: number;
    koc_from_time: Date;
    koc_to_time: Date;
  };

export type CampaignRow = ActivityRow & { participants: number; benefit_left: number | null };

const toBanner = (row: BannerRow): Banner => ({
  id: row.banner_id,
  imageUrl: row.image_url,
  link: row.link,
  title: row.title,
  subtitle: row.subtitle,
  action: row.action,
  tone: row.tone,
});

/** Lists the series that are shown, in their order. */
async function listSeries(db: Kysely<ActivityTables>): Promise<Series[]> {
  const rows = await db
    .selectFrom("series")
    .selectAll()
    .where("is_hidden", "=", false)
    .orderBy("position")
    .execute();
  return rows.map(({ series_code, name, image_url }) => ({
    seriesCode: series_code,
    seriesName: name,
    imageUrl: image_url,
  }));
}

export const activityStore = (database: Database) => {
  const db = database.withTables<ActivityTables>();
  return {
    nearby: nearbyStore(database),
    /** Finds an activity with its dealers, in one statement. */
    async find(selector: ActivitySelector, now: Date): Promise<ActivityDetailRow | null> {
      const { rows } = await sql<ActivityDetailRow>`
        select a.*, ${seatsLeft(sql`a`, now)} as seats_left, o.name as dealer_name, o.status as dealer_status,
          p.version as process_version, p.is_enabled as process_enabled, ${showsDraft(selector)} as shows_draft,
          k.slogan as koc_slogan, k.places as koc_places, k.taken as koc_taken, k.goal as koc_goal,
          (select c.kind from contest c where c.activity_id = a.activity_id) as contest_kind,
          k.from_time as koc_from_time, k.to_time as koc_to_time,
          (select count(*) from waitlist w where w.activity_id = a.activity_id and w.state = 'waiting')::int as waiting,
          exists (select from benefit b where b.activity_id = a.activity_id) as has_coupons, coalesce((
          select json_agg(json_build_object('id', d.organisation_id, 'code', d.code, 'name', d.name, 'status', d.status,
            'address', d.address, 'phone', d.phone, 'provinceCode', d.province_code, 'cityCode', d.city_code,
            'longitude', d.longitude, 'latitude', d.latitude) order by (d.organisation_id = a.dealer_id) desc, d.organisation_id)
          from activity_dealer x join organisation d on d.organisation_id = x.organisation_id
          where x.activity_id = a.activity_id and d.disabled_time is null), '[]'::json) as dealers
        from activity a left join organisation o on o.organisation_id = a.dealer_id
          left join flow_process p on p.activity_id = a.activity_id
          left join koc_program k on k.activity_id = a.activity_id
        where ${matchesSelector(selector)} limit 1`.execute(database);
      return rows[0] ?? null;
    },
    /** Finds a campaign with its numbers, in one statement. */
    async findCampaign(id: string): Promise<CampaignRow | null> {
      const { rows } = await sql<CampaignRow>`
        select a.*, ((select count(*) from lead l where l.activity_id = a.activity_id)
            + greatest(a.taken, (select max(b.sent) from benefit b where b.activity_id = a.activity_id)))::int as participants,
          (select case when bool_or(b.stock is null) then null else sum(greatest(b.stock - b.sent, 0)) end
            from benefit b where b.activity_id = a.activity_id)::int as benefit_left
        from activity a where a.activity_id = ${id} and a.is_published`.execute(database);
      return rows[0] ?? null;
    },
    listSeries: () => listSeries(db),
    /** Lists the banners that are shown in a city now, its own first, then those of all cities. */
    async listBanners(position: string, cityCode: string | null, now: Date): Promise<Banner[]> {
      const rows = await db
        .selectFrom("banner")
        .selectAll()
        .where("position", "=", position)
        .where((where) => where.or([where("city_code", "is", null), where("city_code", "=", cityCode)]))
        .where((where) => where.or([where("from_time", "is", null), where("from_time", "<=", now)]))
        .where((where) => where.or([where("to_time", "is", null), where("to_time", ">", now)]))
        .orderBy(sql`city_code is null`)
        .orderBy("place")
        .orderBy("banner_id")
        .execute();
      return rows.map(toBanner);
    },
  };
};
export type ActivityStore = ReturnType<typeof activityStore>;
