import { containsKeyword } from "../../database/statements/contains-keyword.ts";
import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { MAX_COUNTED } from "../rules.ts";
import { groupActivitiesStore } from "./group-activities-store.ts";
import { groupMembersStore } from "./group-members-store.ts";
import { membershipStore } from "./membership-store.ts";
import type { Viewer } from "../visibility-store.ts";

export type ClubGroupRow = {
  group_id: string;
  name: string;
  cover_url: string;
  intro: string;
  rules: string;
  province_code: string | null;
  city_code: string | null;
  city_name: string | null;
  series_codes: string[];
  places: number;
  join_mode: "open" | "approval";
  members: number;
  articles: number;
  followers: number;
  created_time: Date;
  /** The viewer's membership, as the next three columns; null: none. */
  status: number | null;
  role: number | null;
  reason: string | null;
  since: Date | null;
  followed: boolean;
  /** Articles published today, counted up to `MAX_COUNTED`. */
  today: number;
};
/** Default cover of a group: the picture of its first series, otherwise of the first series of all. */
export const coverOfSeries = (codes: RawBuilder<unknown>) =>
  sql`coalesce((select image_url from series order by (series_code = any(${codes})) desc, position limit 1), '')`;

type GroupQuery = {
  readonly where: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  readonly limit: number;
  /** Start of the day, ms. */
  readonly midnight: number;
  readonly includesClosed?: boolean;
};
/** Groups with the viewer's membership and the number of today's articles; closed groups only on request. */
const groupsOf = (
  db: Database,
  viewer: Viewer,
  { where, order, limit, midnight, includesClosed = false }: GroupQuery,
) =>
  sql<ClubGroupRow>`
    select g.*, coalesce((select count(*)::int from (select created_time from club_article a
        where a.group_id = g.group_id and a.status = 1 order by a.article_id desc limit ${MAX_COUNTED}) t
        where t.created_time >= ${new Date(midnight)}), 0) as today
    from (
      select g.*, ms.status, ms.role, ms.reason, ms.since, f.member_id is not null as followed
      from club_group g
      left join club_membership ms on ms.group_id = g.group_id and ms.member_id = ${viewer}::text
      left join club_group_follow f on f.group_id = g.group_id and f.member_id = ${viewer}::text
      where ${where} and ${includesClosed ? sql`true` : sql`g.closed_time is null`} order by ${order} limit ${limit}
    ) g order by ${order}`.execute(db);

const largest = sql`g.members desc, g.group_id desc`;
const after = (position: { key: number; id: string } | null) =>
  position === null ? sql`true` : sql`(g.members, g.group_id) < (${position.key}::int, ${position.id})`;

const listStore = (db: Database) => ({
  /** @param includesClosed for articles, which still show the name of their closed group */
  async find(
    groupId: string,
    viewer: Viewer,
    midnight: number,
    includesClosed = false,
  ): Promise<ClubGroupRow | null> {
    const where = sql`g.group_id = ${groupId}`;
    const query = { where, order: sql`g.group_id`, limit: 1, midnight, includesClosed };
    const { rows } = await groupsOf(db, viewer, query);
    return rows[0] ?? null;
  },
  /** Groups that the viewer is in or has applied to. */
  async listOwn(viewer: string, limit: number, midnight: number): Promise<ClubGroupRow[]> {
    const where = sql`ms.status in (1, 2)`;
    return (await groupsOf(db, viewer, { where, order: sql`since desc, group_id desc`, limit, midnight }))
      .rows;
  },
  /** Other groups of the city's province, those of the city first. */
  async listNear(viewer: Viewer, cityCode: string, limit: number, midnight: number): Promise<ClubGroupRow[]> {
    const where = sql`g.province_code = ${`${cityCode.slice(0, 2)}0000`} and ms.status is null`;
    const order = sql`(g.city_code is not distinct from ${cityCode}) desc, ${largest}`;
    return (await groupsOf(db, viewer, { where, order, limit, midnight })).rows;
  },
  /** Other groups for owners of these series; without series the largest groups. */
  async listForSeries(
    viewer: Viewer,
    codes: readonly string[],
    limit: number,
    midnight: number,
  ): Promise<ClubGroupRow[]> {
    const series = codes.length === 0 ? sql`true` : sql`g.series_codes && ${[...codes]}::text[]`;
    const where = sql`ms.status is null and ${series}`;
    return (await groupsOf(db, viewer, { where, order: largest, limit, midnight })).rows;
  },
});

/** Lists with several pages. */
const pagedStore = (db: Database) => ({
  /** Groups of a member as the viewer sees them, the last joined first. */
  async listOfMember(
    memberId: string,
    viewer: Viewer,
    {
      position,
      limit,
      midnight,
    }: { position: { key: number; id: string } | null; limit: number; midnight: number },
  ): Promise<(ClubGroupRow & { joined_ms: number })[]> {
    const place =
      position === null
        ? sql`true`
        : sql`(own.since, own.group_id) < (to_timestamp(${position.key} / 1000.0), ${position.id})`;
    const { rows } = await sql<ClubGroupRow & { joined_ms: number }>`
      select g.*, own.joined_ms, ms.status, ms.role, ms.reason, ms.since, f.member_id is not null as followed,
        (select count(*)::int from (select created_time from club_article a where a.group_id = g.group_id
          and a.status = 1 order by a.article_id desc limit ${MAX_COUNTED}) t
          where t.created_time >= ${new Date(midnight)}) as today
      from (
        select own.group_id, own.since, (extract(epoch from own.since) * 1000)::float8 as joined_ms from club_membership own
        where own.member_id = ${memberId} and own.status = 2 and ${place}
        order by own.since desc, own.group_id desc limit ${limit}
      ) own join club_group g on g.group_id = own.group_id
      left join club_membership ms on ms.group_id = g.group_id and ms.member_id = ${viewer}::text
      left join club_group_follow f on f.group_id = g.group_id and f.member_id = ${viewer}::text
      order by own.since desc, own.group_id desc`.execute(db);
    return rows;
  },
  async search(
    viewer: Viewer,
    asked: { keyword?: string | undefined; cityCode?: string | undefined; seriesCode?: string | undefined },
    {
      position,
      limit,
      midnight,
    }: { position: { key: number; id: string } | null; limit: number; midnight: number },
  ): Promise<ClubGroupRow[]> {
    const keyword = (asked.keyword ?? "").trim();
    const matches = containsKeyword(keyword);
    const where = sql`${after(position)}
      and ${keyword === "" ? sql`true` : sql`(${matches(sql`g.name`)} or ${matches(sql`g.intro`)})`}
      and ${asked.cityCode === undefined ? sql`true` : sql`g.city_code = ${asked.cityCode}`}
      and ${asked.seriesCode === undefined ? sql`true` : sql`${asked.seriesCode} = any(g.series_codes)`}`;
    return (await groupsOf(db, viewer, { where, order: largest, limit, midnight })).rows;
  },
});

const lookupStore = (db: Database) => ({
  /**
   * The best group for an activity: first by series, then by city, province and size.
   * @returns undefined: no such activity
   */
  async findForActivity(
    activityId: string,
    viewer: Viewer,
    midnight: number,
  ): Promise<{ group: ClubGroupRow | null } | undefined> {
    const { rows: known } = await sql`
      select 1 from activity where activity_id = ${activityId} and is_published`.execute(db);
    if (known.length === 0) return undefined;
    const of = (column: string) =>
      sql`(select ${sql.raw(column)} from activity where activity_id = ${activityId})`;
    const where = sql`(g.series_codes = '{}' or g.series_codes && ${of("series_codes")})
      and (g.province_code is null or g.province_code = ${of("province_code")})`;
    const order = sql`(series_codes && ${of("series_codes")}) desc, (city_code is not distinct from ${of("city_code")}) desc,
      (province_code is not null) desc, members desc, group_id`;
    return { group: (await groupsOf(db, viewer, { where, order, limit: 1, midnight })).rows[0] ?? null };
  },
  async findSeriesNames(codes: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select name from series where series_code = any(${[...codes]}::text[]) order by position`.execute(db);
    return rows.map(({ name }) => name);
  },
});

export const groupsStore = (db: Database) => ({
  ...listStore(db),
  ...pagedStore(db),
  ...lookupStore(db),
  ...groupMembersStore(db),
  ...groupActivitiesStore(db),
  ...membershipStore(db),
});
