import { sql, type RawBuilder } from "kysely";
import type { GroupFilter } from "#contract/console/club/groups.ts";
import type { Database } from "../../database/connection/database.ts";
import { COUNT_LIMIT } from "../../http/console/list-query.ts";
import { isBarredAt, memberColumns } from "../member/members-store.ts";
import type { MemberRow } from "../rules.ts";
import type { PageQuery } from "./complaint-list-store.ts";

/** A group with its leader; the leader's columns are null where nobody leads it. */
export type ListedGroupRow = {
  row_id: string;
  sort_key: string;
  group_id: string;
  name: string;
  cover_url: string;
  intro: string;
  rules: string;
  city_code: string | null;
  city_name: string | null;
  series_codes: string[];
  members: number;
  places: number;
  articles: number;
  recent_articles: number;
  join_mode: "open" | "approval";
  applicants: number;
  open_complaints: number;
  created_time: Date;
  closed_time: Date | null;
  revision: number;
  leader_id: string | null;
};
export type GroupPersonRow = MemberRow & { is_barred: boolean };
export type ConsoleMemberRow = GroupPersonRow & {
  row_id: string;
  sort_key: string;
  role: number;
  series_name: string | null;
  since: Date;
  group_articles: number;
};

/** Sortable columns; the largest groups first. */
export const groupSorts = {
  sorts: {
    members: { expression: sql`g.members`, type: "integer" },
    articles: { expression: sql`g.articles`, type: "integer" },
    created: { expression: sql`g.created_time`, type: "timestamptz" },
  },
  id: sql`g.group_id`,
  defaultSort: { by: "members", isDescending: true },
} as const;

const leaderId = sql`(select ms.member_id from club_membership ms where ms.group_id = g.group_id and ms.status = 2
  and ms.role = 2 limit 1)`;
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

function found({ state, keyword, joinMode, hasNoLeader }: GroupFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (state === "open") conditions.push(sql`g.closed_time is null`);
  if (state === "closed") conditions.push(sql`g.closed_time is not null`);
  if (keyword !== undefined && keyword.trim() !== "")
    conditions.push(sql`g.name ilike ${`%${escapeLike(keyword.trim())}%`}`);
  if (joinMode !== undefined) conditions.push(sql`g.join_mode = ${joinMode}`);
  if (hasNoLeader !== undefined)
    conditions.push(sql`g.closed_time is null and (${leaderId} is null) = ${hasNoLeader}`);
  return sql`from club_group g where ${sql.join(conditions, sql` and `)}`;
}
const DAY = 86_400_000;
const columns = (
  now: Date,
) => sql`g.group_id as row_id, g.group_id, g.name, g.cover_url, g.intro, g.rules, g.city_code,
  g.city_name, g.series_codes, g.members, g.places, g.articles, g.join_mode, g.created_time, g.closed_time, g.revision,
  ${leaderId} as leader_id,
  (select count(*)::int from club_article a where a.group_id = g.group_id and a.status = 1
    and a.created_time > ${new Date(now.getTime() - 30 * DAY)}) as recent_articles,
  (select count(*)::int from club_membership ms where ms.group_id = g.group_id and ms.status = 1) as applicants,
  (select count(distinct (r.kind, r.target_id))::int from club_report r where r.settled_time is null and (
    (r.kind = 'group' and r.target_id = g.group_id)
    or (r.kind = 'article' and exists (select from club_article a where a.article_id = r.target_id and a.group_id = g.group_id))
    or (r.kind = 'comment' and exists (select from club_comment c join club_article a on a.article_id = c.article_id
      where c.comment_id = r.target_id and a.group_id = g.group_id)))) as open_complaints`;

/** Reads a page of groups, and their number. */
export async function listGroupRows(
  db: Database,
  filter: GroupFilter,
  now: Date,
  { key, order, after, limit }: PageQuery,
): Promise<{ rows: ListedGroupRow[]; counted: number }> {
  const from = found(filter);
  const { rows } = await sql<ListedGroupRow>`
    select ${columns(now)}, ${key} as sort_key ${from} and ${after} order by ${order} limit ${limit}`.execute(
    db,
  );
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 ${from} limit ${COUNT_LIMIT}) c`.execute(db);
  return { rows, counted: counts[0]?.count ?? 0 };
}
export async function findGroupRow(db: Database, groupId: string, now: Date): Promise<ListedGroupRow | null> {
  const { rows } = await sql<ListedGroupRow>`
    select ${columns(now)}, '' as sort_key from club_group g where g.group_id = ${groupId}`.execute(db);
  return rows[0] ?? null;
}
/** Members by id, with whether they are barred. */
export async function findGroupPeople(
  db: Database,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, GroupPersonRow>> {
  const { rows } = await sql<GroupPersonRow>`
    select ${memberColumns("m")}, ${isBarredAt("m", now)} as is_barred from club_member m
    where m.member_id = any(${[...ids]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.member_id, row]));
}
/** Helpers of a group. */
export async function listManagers(db: Database, groupId: string, now: Date): Promise<GroupPersonRow[]> {
  const { rows } = await sql<GroupPersonRow>`
    select ${memberColumns("m")}, ${isBarredAt("m", now)} as is_barred from club_membership ms
    join club_member m on m.member_id = ms.member_id
    where ms.group_id = ${groupId} and ms.status = 2 and ms.role = 1 order by ms.since limit 50`.execute(db);
  return rows;
}
export async function listSeriesNames(db: Database): Promise<{ code: string; name: string }[]> {
  const { rows } = await sql<{ code: string; name: string }>`
    select series_code as code, name from series order by position`.execute(db);
  return rows;
}

/** Order of a group's members: leader, helpers, then those who joined first. */
export const groupMemberSorts = {
  sorts: {
    role: {
      expression: sql`((2 - ms.role)::text || to_char(ms.since at time zone 'UTC', 'YYYYMMDDHH24MISSUS'))`,
      type: "text",
    },
  },
  id: sql`ms.member_id`,
  defaultSort: { by: "role", isDescending: false },
} as const;

/** Reads a page of a group's members. @param canLead only those who may lead it: verified owners, not barred */
export async function listGroupMemberRows(
  db: Database,
  { groupId, canLead = false }: { groupId: string; canLead?: boolean | undefined },
  now: Date,
  { key, order, after, limit }: PageQuery,
): Promise<{ rows: ConsoleMemberRow[]; counted: number }> {
  const able = canLead ? sql`m.owner and ms.role <> 2 and not ${isBarredAt("m", now)}` : sql`true`;
  const from = sql`from club_membership ms join club_member m on m.member_id = ms.member_id
    where ms.group_id = ${groupId} and ms.status = 2 and m.deleted_time is null and ${able}`;
  const { rows } = await sql<ConsoleMemberRow>`
    select ${memberColumns("m")}, ms.member_id as row_id, ${key} as sort_key, ${isBarredAt("m", now)} as is_barred, ms.role,
      ms.since, (select s.name from series s where s.series_code = any(m.series_codes) order by s.position limit 1) as series_name,
      (select count(*)::int from club_article a where a.member_id = ms.member_id and a.group_id = ms.group_id
        and a.status = 1) as group_articles
    ${from} and ${after} order by ${order} limit ${limit}`.execute(db);
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 ${from} limit ${COUNT_LIMIT}) c`.execute(db);
  return { rows, counted: counts[0]?.count ?? 0 };
}
