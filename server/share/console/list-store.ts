import { sql, type RawBuilder } from "kysely";
import type { ShareFilter } from "#contract/console/content/shares.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";
import { containsKeyword } from "../../database/statements/contains-keyword.ts";
import { personRowInScope } from "../../database/statements/operator-scope.ts";
import { countLimit } from "../../http/console/list-query.ts";

export type ConsoleShareRow = {
  activity_id: string;
  user_id: string;
  title: string;
  nickname: string;
  idp_id: string;
  mobile: string | null;
  created_time: Date;
  opens: number;
  helps: number;
  sign_ups: number;
  leads: number;
  helpers: number;
  row_id: string;
  sort_key: string;
};
type PageQuery = {
  readonly key: RawBuilder<string>;
  readonly order: RawBuilder<unknown>;
  readonly after: RawBuilder<boolean>;
  readonly limit: number;
};

const shareId = sql`r.activity_id || '/' || r.user_id`;
const count = (name: string) => ({ expression: sql`r.${sql.ref(name)}`, type: "integer" }) as const;
/** Sortable columns: those that helped most first. */
export const shareColumns = {
  sorts: {
    helpers: count("helpers"),
    opens: count("opens"),
    signUps: count("sign_ups"),
    leads: count("leads"),
    created: { expression: sql`r.created_time`, type: "timestamptz" },
  },
  id: shareId,
  defaultSort: { by: "helpers", isDescending: true },
} as const;

function conditionsOf(
  scopes: readonly GrantScope[],
  { activityId, keyword, from, to }: ShareFilter,
): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [personRowInScope(scopes, "a", sql`a.dealer_id`)];
  if (activityId !== undefined) all.push(sql`l.activity_id = ${activityId}`);
  if (keyword !== undefined && keyword.trim() !== "") all.push(containsKeyword(keyword)(sql`a.title`));
  if (from !== undefined) all.push(sql`l.created_time >= ${new Date(`${from}T00:00:00+08:00`)}`);
  if (to !== undefined) all.push(sql`l.created_time <= ${new Date(`${to}T23:59:59.999+08:00`)}`);
  return sql.join(all, sql` and `);
}

/**
 * Results r of the links of a filter, each sharer of an activity one row. What counts is what the sharers see
 * (credit-store.ts): never a person's own act, and no cancelled sign-up or withdrawn lead.
 */
const results = (scopes: readonly GrantScope[], filter: ShareFilter): RawBuilder<unknown> => sql`
  with own as (
    select l.activity_id, l.user_id, l.created_time, a.title from share_link l
    join activity a on a.activity_id = l.activity_id
    where l.is_current and ${conditionsOf(scopes, filter)}
  ), reference as (
    select o.activity_id, o.user_id, l.reference, u.mobile_key from own o
    join share_link l on l.activity_id = o.activity_id and l.user_id = o.user_id
    join app_user u on u.user_id = o.user_id
  ), credit as (
    select h.activity_id, h.sharer_id as user_id, 'help' as kind, h.friend_id from share_help h
    join own o on o.activity_id = h.activity_id and o.user_id = h.sharer_id where h.op = 'claim'
    union all
    select f.activity_id, f.user_id, 'signUp', s.user_id from reference f
    join signup s on s.activity_id = f.activity_id and s.channel ->> 'from' = f.reference
    where s.channel ->> 'from' is not null and s.status = 'confirmed' and s.user_id <> f.user_id
      and s.mobile_key is distinct from f.mobile_key
    union all
    select f.activity_id, f.user_id, 'lead', d.user_id from reference f
    join lead d on d.activity_id = f.activity_id and d.first_touch ->> 'from' = f.reference
    where d.first_touch ->> 'from' is not null and d.withdrawn_time is null and d.user_id <> f.user_id
      and coalesce(d.number_key, d.mobile_key) is distinct from f.mobile_key
  ), credited as (
    select activity_id, user_id, count(distinct friend_id)::int as helpers,
      count(distinct friend_id) filter (where kind = 'help')::int as helps,
      count(distinct friend_id) filter (where kind = 'signUp')::int as sign_ups,
      count(distinct friend_id) filter (where kind = 'lead')::int as leads
    from credit group by activity_id, user_id
  ), opened as (
    select h.activity_id, h.sharer_id as user_id, count(distinct h.friend_id)::int as opens from share_help h
    join own o on o.activity_id = h.activity_id and o.user_id = h.sharer_id group by h.activity_id, h.sharer_id
  ), r as (
    select o.activity_id, o.user_id, o.title, o.created_time, coalesce(n.opens, 0) as opens,
      coalesce(c.helpers, 0) as helpers, coalesce(c.helps, 0) as helps, coalesce(c.sign_ups, 0) as sign_ups,
      coalesce(c.leads, 0) as leads
    from own o left join credited c using (activity_id, user_id) left join opened n using (activity_id, user_id)
  )`;
const columns = sql`r.*, u.nickname, u.idp_id, u.mobile, ${shareId} as row_id`;

/** Reads a page of results, and their number. */
export async function listShareRows(
  db: Database,
  scopes: readonly GrantScope[],
  filter: ShareFilter,
  { key, order, after, limit }: PageQuery,
): Promise<{ rows: ConsoleShareRow[]; counted: number }> {
  const { rows } = await sql<ConsoleShareRow>`
    ${results(scopes, filter)}
    select ${columns}, ${key} as sort_key from r join app_user u on u.user_id = r.user_id
    where ${after} order by ${order} limit ${limit}`.execute(db);
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from share_link l join activity a on a.activity_id = l.activity_id
      where l.is_current and ${conditionsOf(scopes, filter)} limit ${countLimit()}) found`.execute(db);
  return { rows, counted: counts[0]?.count ?? 0 };
}

/** @returns null: there is no such link, or it is out of scope */
export async function findShareRow(
  db: Database,
  scopes: readonly GrantScope[],
  { activityId, userId }: { readonly activityId: string; readonly userId: string },
): Promise<ConsoleShareRow | null> {
  const { rows } = await sql<ConsoleShareRow>`
    ${results(scopes, { activityId })}
    select ${columns}, '' as sort_key from r join app_user u on u.user_id = r.user_id
    where r.user_id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

export type ShareSumsRow = {
  links: number;
  sharers: number;
  opens: number;
  helps: number;
  sign_ups: number;
  leads: number;
};
/** Sums over all links of a filter. */
export async function readShareSums(
  db: Database,
  scopes: readonly GrantScope[],
  filter: ShareFilter,
): Promise<ShareSumsRow> {
  const { rows } = await sql<ShareSumsRow>`
    ${results(scopes, filter)}
    select count(*)::int as links, count(distinct user_id)::int as sharers, coalesce(sum(opens), 0)::int as opens,
      coalesce(sum(helps), 0)::int as helps, coalesce(sum(sign_ups), 0)::int as sign_ups,
      coalesce(sum(leads), 0)::int as leads from r`.execute(db);
  return rows[0] ?? { links: 0, sharers: 0, opens: 0, helps: 0, sign_ups: 0, leads: 0 };
}
