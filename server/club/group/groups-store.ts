import { sql, type RawBuilder } from "kysely";
import { seatsLeft } from "../../activity/index.ts";
import type { Database } from "../../database/connection/database.ts";
import { memberColumns } from "../member/members-store.ts";
import { MAX_COUNTED, type MemberRow } from "../rules.ts";
import { membershipStore } from "./membership-store.ts";
import { notBlockedBetween, type Viewer } from "../visibility-store.ts";

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
  /** The viewer's. */
  status: number | null;
  role: number | null;
  reason: string | null;
  since: Date | null;
  followed: boolean;
  today: number;
};
export type GroupMemberRow = MemberRow & {
  role: number;
  reason: string;
  since: Date;
  series_name: string | null;
};
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

/** The cover of a group that has none of its own: the picture of its first series, else of the first of all. */
export const coverOfSeries = (codes: RawBuilder<unknown>) =>
  sql`coalesce((select image_url from series order by (series_code = any(${codes})) desc, position limit 1), '')`;

type GroupQuery = {
  readonly where: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  readonly limit: number;
  /** ms. */
  readonly midnight: number;
  readonly isClosedToo?: boolean;
};
/** Groups as somebody sees them, what they are in it, and what was written today; none that is closed, unless told. */
const groupsOf = (
  db: Database,
  viewer: Viewer,
  { where, order, limit, midnight, isClosedToo = false }: GroupQuery,
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
      where ${where} and ${isClosedToo ? sql`true` : sql`g.closed_time is null`} order by ${order} limit ${limit}
    ) g order by ${order}`.execute(db);

const largest = sql`g.members desc, g.group_id desc`;
const after = (position: { key: number; id: string } | null) =>
  position === null ? sql`true` : sql`(g.members, g.group_id) < (${position.key}::int, ${position.id})`;

const listStore = (db: Database) => ({
  /** @param isClosedToo whether one that is closed is there too: what was written in it still names it */
  async one(
    groupId: string,
    viewer: Viewer,
    midnight: number,
    isClosedToo = false,
  ): Promise<ClubGroupRow | null> {
    const where = sql`g.group_id = ${groupId}`;
    const wanted = { where, order: sql`g.group_id`, limit: 1, midnight, isClosedToo };
    const { rows } = await groupsOf(db, viewer, wanted);
    return rows[0] ?? null;
  },
  /** The viewer's own, those that they wait for too. */
  async mine(viewer: string, limit: number, midnight: number): Promise<ClubGroupRow[]> {
    const where = sql`ms.status in (1, 2)`;
    return (await groupsOf(db, viewer, { where, order: sql`since desc, group_id desc`, limit, midnight }))
      .rows;
  },
  /** Not the viewer's: of the city first, then of its province. */
  async near(viewer: Viewer, cityCode: string, limit: number, midnight: number): Promise<ClubGroupRow[]> {
    const where = sql`g.province_code = ${`${cityCode.slice(0, 2)}0000`} and ms.status is null`;
    const order = sql`(g.city_code is not distinct from ${cityCode}) desc, ${largest}`;
    return (await groupsOf(db, viewer, { where, order, limit, midnight })).rows;
  },
  /** Not the viewer's: for owners of these series; without any the largest ones. */
  async forSeries(
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

/** Lists that go on. */
const pagedStore = (db: Database) => ({
  /** Those that a member is in, as the viewer sees them, the last joined first. */
  async ofMember(
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
  async all(
    viewer: Viewer,
    asked: { keyword?: string | undefined; cityCode?: string | undefined; seriesCode?: string | undefined },
    {
      position,
      limit,
      midnight,
    }: { position: { key: number; id: string } | null; limit: number; midnight: number },
  ): Promise<ClubGroupRow[]> {
    const text = (asked.keyword ?? "").replace(/[\\%_]/g, (found) => `\\${found}`);
    const where = sql`${after(position)}
      and ${text === "" ? sql`true` : sql`(g.name ilike ${`%${text}%`} or g.intro ilike ${`%${text}%`})`}
      and ${asked.cityCode === undefined ? sql`true` : sql`g.city_code = ${asked.cityCode}`}
      and ${asked.seriesCode === undefined ? sql`true` : sql`${asked.seriesCode} = any(g.series_codes)`}`;
    return (await groupsOf(db, viewer, { where, order: largest, limit, midnight })).rows;
  },
});

/** Of activities. */
const activityStore = (db: Database) => ({
  /** The one that fits an activity best: of its series, then of its city, then of its province, then the largest. undefined: no such activity. */
  async forActivity(
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
});

/** A group's people and activities. */
const insideStore = (db: Database) => ({
  /**
   * By role, then the newest first; those who wait in the order in which they applied, so that none waits for good.
   * @param viewer null: nobody is left out for a block
   * @param position after whom to go on: role and member, of those who wait the time, ms, and member
   */
  async people(
    groupId: string,
    viewer: Viewer,
    {
      status,
      position,
      limit,
    }: { status: 1 | 2 | 3; position: { key: number; id: string } | null; limit: number },
  ): Promise<GroupMemberRow[]> {
    const order = status === 1 ? sql`ms.since, ms.member_id` : sql`ms.role desc, ms.member_id desc`;
    const after = (key: number, memberId: string) =>
      status === 1
        ? sql`(ms.since, ms.member_id) > (${new Date(key)}::timestamptz, ${memberId})`
        : sql`(ms.role, ms.member_id) < (${key}::int, ${memberId})`;
    const { rows } = await sql<GroupMemberRow>`
      select ${memberColumns("m")}, ms.role, ms.reason, ms.since,
        (select s.name from series s where s.series_code = any(m.series_codes) order by s.position limit 1) as series_name
      from club_membership ms join club_member m on m.member_id = ms.member_id
      where ms.group_id = ${groupId} and ms.status = ${status}
        and ${position === null ? sql`true` : after(position.key, position.id)} and ${notBlockedBetween(viewer, "m.member_id")}
      order by ${order} limit ${limit}`.execute(db);
    return rows;
  },
  async waiting(groupId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from club_membership where group_id = ${groupId} and status = 1`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  },
  /** Not over, for its people: of its city or province, of its series; what begins or, under way, ends next comes first. */
  async activities(groupId: string, now: Date, limit: number): Promise<GroupActivityRow[]> {
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
  async seriesNames(codes: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select name from series where series_code = any(${[...codes]}::text[]) order by position`.execute(db);
    return rows.map(({ name }) => name);
  },
});

export const groupsStore = (db: Database) => ({
  ...listStore(db),
  ...pagedStore(db),
  ...activityStore(db),
  ...insideStore(db),
  ...membershipStore(db),
});
export type GroupsStore = ReturnType<typeof groupsStore>;
