import { sql, type RawBuilder } from "kysely";
import { LINK_IN_USE, type StaffLinkFilter, type StaffLinkKind } from "#contract/console/basics/links.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import { isBlank } from "#contract/core/text.ts";
import type { Database } from "../../database/connection/database.ts";
import { containsKeyword } from "../../database/statements/contains-keyword.ts";
import { ownActivityInScope, personRowInScope } from "../../database/statements/operator-scope.ts";
import { COUNT_LIMIT, type listQuery } from "../../http/console/list-query.ts";

/** A link of any kind, without its token's hash. */
export type StaffLinkRow = {
  kind: StaffLinkKind;
  link_id: string;
  activity_id: string | null;
  title: string | null;
  dealer_id: string | null;
  dealer: Pick<Organisation, "name" | "status"> | null;
  session_time: Date | null;
  created_time: Date;
  expires_time: Date;
  revoked_time: Date | null;
  last_used_time: Date | null;
  made_by: string | null;
  made_door: string | null;
};
type ListedLinkRow = StaffLinkRow & { row_id: string; sort_key: string };

const DAY = 86_400_000;
/** Remaining validity of links that end soon, ms. */
const ENDING = 7 * DAY;
const times = sql`created_time, expires_time, revoked_time, last_used_time, made_by, made_door`;
const none = sql`null::text`;
/**
 * Links of all kinds as l, with activity a, session s and dealer d. The previews that the editor makes for itself, for half
 * an hour each, are left out.
 */
const links = sql`(
    select 'check-in' as kind, link_id, activity_id, session_id, dealer_id, ${times} from check_in_link
    union all select 'leads', link_id, activity_id, ${none}, dealer_id, ${times} from lead_link
    union all select 'compose', link_id, activity_id, ${none}, ${none}, ${times} from compose_link
    union all select 'preview', link_id, activity_id, ${none}, ${none}, ${times} from preview_link where not shows_draft
    union all select 'complaints', link_id, ${none}, ${none}, ${none}, ${times} from complaint_link
  ) l left join activity a on a.activity_id = l.activity_id
  left join activity_session s on s.activity_id = l.activity_id and s.session_id = l.session_id
  left join organisation d on d.organisation_id = coalesce(s.dealer_id, l.dealer_id)`;
const columns = sql`l.kind, l.link_id, l.activity_id, a.title, d.organisation_id as dealer_id,
  case when d.organisation_id is null then null else json_build_object('name', d.name, 'status', d.status) end as dealer,
  s.start_time as session_time, l.created_time, l.expires_time, l.revoked_time, l.last_used_time, l.made_by, l.made_door`;

/** Whether a grant is not limited in any way; links without an activity are shown to these alone. */
export const isUnlimited = (grant: GrantScope): boolean => Object.values(grant).every((part) => part === "*");

/**
 * Condition: the link is in scope. Desks reach rows of people, so they are seen as these are; who composes or previews
 * changes the activity.
 */
const linkInScope = (scopes: readonly GrantScope[]): RawBuilder<unknown> => sql`case
  when l.kind = 'complaints' then ${scopes.some(isUnlimited)}::boolean
  when l.kind in ('compose', 'preview') then ${ownActivityInScope(scopes, "a")}
  else ${personRowInScope(scopes, "a", sql`coalesce(s.dealer_id, l.dealer_id)`)} end`;

const isValid = (now: Date) => sql`(l.revoked_time is null and l.expires_time > ${now})`;
const uses = {
  inUse: (now: Date) =>
    sql`(${isValid(now)} and l.last_used_time > ${new Date(now.getTime() - LINK_IN_USE)})`,
  unused: (now: Date) => sql`(${isValid(now)} and l.last_used_time is null)`,
  ending: (now: Date) => sql`(${isValid(now)} and l.expires_time <= ${new Date(now.getTime() + ENDING)})`,
} as const;
const stateAt = (now: Date) => sql`case when l.revoked_time is not null then 'revoked'
  when l.expires_time <= ${now} then 'expired' else 'valid' end`;

/** Links to which a statement is limited. */
export type LinkQuery = {
  readonly scopes: readonly GrantScope[];
  readonly filter: StaffLinkFilter;
  readonly operatorId: string;
  readonly now: Date;
};
function condition({ scopes, filter, operatorId, now }: LinkQuery): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [linkInScope(scopes)];
  const { kinds, states, use, isOwn, activityId, keyword } = filter;
  if (kinds !== undefined) all.push(sql`l.kind = any(${kinds}::text[])`);
  if (states !== undefined) all.push(sql`${stateAt(now)} = any(${states}::text[])`);
  if (use !== undefined) all.push(uses[use](now));
  if (isOwn === true) all.push(sql`l.made_by = ${operatorId}`);
  if (activityId !== undefined) all.push(sql`l.activity_id = ${activityId}`);
  if (keyword !== undefined && !isBlank(keyword))
    all.push(sql`(${containsKeyword(keyword)(sql`concat_ws(' ', a.title, d.name)`)} or l.link_id = ${keyword.trim()}
      or l.activity_id = ${keyword.trim()})`);
  return sql.join(all, sql` and `);
}

/** Sortable columns of the list. */
export const linkSorts = {
  sorts: {
    created: { expression: sql`l.created_time`, type: "timestamptz" },
    used: { expression: sql`coalesce(l.last_used_time, to_timestamp(0))`, type: "timestamptz" },
    expires: { expression: sql`l.expires_time`, type: "timestamptz" },
  },
  id: sql`l.link_id`,
  defaultSort: { by: "created", isDescending: true },
} as const;

type PageQuery = Pick<ReturnType<typeof listQuery>, "key" | "order" | "after" | "limit">;
/** Lists a page of links, with the count of all that the filter finds. */
export async function listLinkRows(
  db: Database,
  query: LinkQuery,
  { key, order, after, limit }: PageQuery,
): Promise<{ rows: readonly ListedLinkRow[]; counted: number }> {
  const { rows } = await sql<ListedLinkRow>`
    select ${columns}, l.link_id as row_id, ${key} as sort_key from ${links}
    where ${condition(query)} and ${after} order by ${order} limit ${limit}`.execute(db);
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from ${links} where ${condition(query)} limit ${COUNT_LIMIT}) c`.execute(
    db,
  );
  return { rows, counted: counts[0]?.count ?? 0 };
}

/** Counts the links in scope. */
export async function countLinks(
  db: Database,
  scopes: readonly GrantScope[],
  now: Date,
): Promise<{ valid: number; inUse: number; ending: number; unused: number }> {
  const { rows } = await sql<{ valid: number; inUse: number; ending: number; unused: number }>`
    select count(*) filter (where ${isValid(now)})::int as valid,
      count(*) filter (where ${uses.inUse(now)})::int as "inUse",
      count(*) filter (where ${uses.ending(now)})::int as ending,
      count(*) filter (where ${uses.unused(now)})::int as unused
    from ${links} where ${linkInScope(scopes)}`.execute(db);
  return rows[0] ?? { valid: 0, inUse: 0, ending: 0, unused: 0 };
}

/** Finds a link in scope; null: none. */
export async function findLink(
  db: Database,
  scopes: readonly GrantScope[],
  linkId: string,
): Promise<StaffLinkRow | null> {
  const { rows } = await sql<StaffLinkRow>`
    select ${columns} from ${links} where l.link_id = ${linkId} and ${linkInScope(scopes)}`.execute(db);
  return rows[0] ?? null;
}

/** Links in scope among the named ones, or all that are valid of a filter; at most `most`. */
export async function selectLinks(
  db: Database,
  query: LinkQuery,
  ids: readonly string[] | null,
  most: number,
): Promise<{ kind: StaffLinkKind; link_id: string }[]> {
  const named = ids === null ? sql`true` : sql`l.link_id = any(${[...ids]}::text[])`;
  const { rows } = await sql<{ kind: StaffLinkKind; link_id: string }>`
    select l.kind, l.link_id from ${links} where ${condition(query)} and ${named}
    order by l.link_id limit ${most}`.execute(db);
  return rows;
}

/** Acts that were done by a link, as the audit log keeps them. */
export async function countActs(
  db: Database,
  linkId: string,
): Promise<{ action: string; count: number; last_time: Date }[]> {
  const { rows } = await sql<{ action: string; count: number; last_time: Date }>`
    select action, count(*)::int as count, max(at_time) as last_time from audit_entry
    where actor_id = ${linkId} and actor_kind = 'staff' group by action order by count desc, action limit 30`.execute(
    db,
  );
  return rows;
}
