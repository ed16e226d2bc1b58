import { sql, type RawBuilder } from "kysely";
import type { ActivityFilter } from "#contract/console/activity/activities.ts";
import type { ActivityState } from "#contract/console/activity/labels.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import { countLimit } from "../../http/console/list-query.ts";
import type { Database } from "../../database/connection/database.ts";
import { containsKeyword } from "../../database/statements/contains-keyword.ts";
import { activityInScope } from "../../database/statements/operator-scope.ts";

type PlanJson = { changeId: string; action: "publish" | "withdraw"; time: string; by: string };
export type ConsoleActivityRow = {
  activity_id: string;
  title: string;
  cover_url: string;
  state: ActivityState;
  activity_type: "localoffline" | "online";
  page_type: "signup" | "lead" | "landing" | "localOfflineLead";
  business_type: 1 | 2 | 3 | 4;
  sponsor_level1: "107001" | "107002";
  sponsor_level2: string | null;
  start_time: Date;
  end_time: Date;
  sign_up_start_time: Date;
  sign_up_end_time: Date;
  city_code: string;
  quota: number | null;
  taken: number;
  waiting: number;
  plan: PlanJson | null;
  row_id: string;
  sort_key: string;
};
/** Sortable columns, and the id that makes the order total. */
export const listColumns = {
  sorts: {
    startTime: { expression: sql`a.start_time`, type: "timestamptz" },
    changedTime: { expression: sql`coalesce(a.changed_time, to_timestamp(0))`, type: "timestamptz" },
  },
  id: sql`a.activity_id`,
  defaultSort: { by: "startTime", isDescending: true },
} as const;
type ListPage = {
  readonly key: RawBuilder<string>;
  readonly order: RawBuilder<unknown>;
  readonly after: RawBuilder<boolean>;
  readonly limit: number;
};
type ListQuery = {
  readonly filter: ActivityFilter;
  readonly scopes: readonly GrantScope[];
  readonly now: Date;
};

const waitingPlan = sql`select from scheduled_change p
  where p.kind = 'activity' and p.entity_id = a.activity_id and p.state = 'waiting'`;
/** SQL expression: the state of activity a. */
const stateAt = (now: Date): RawBuilder<ActivityState> => sql<ActivityState>`case
  when a.called_off_time is not null then 'cancelled'
  when not a.is_published and exists (${waitingPlan} and p.action = 'publish') then 'scheduled'
  when not a.is_published and a.published_time is null then 'draft'
  when not a.is_published then 'withdrawn'
  when a.end_time <= ${now} then 'ended'
  when coalesce((select d.change_count from draft d where d.kind = 'activity' and d.entity_id = a.activity_id), 0) > 0 then 'changed'
  else 'published' end`;

const columns = (now: Date, key: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  a.activity_id, a.title, a.cover_url, ${stateAt(now)} as state, a.activity_type, a.page_type, a.business_type,
  a.sponsor_level1, a.sponsor_level2, a.start_time, a.end_time, a.sign_up_start_time, a.sign_up_end_time, a.city_code,
  a.quota, a.taken,
  (select count(*) from waitlist w where w.activity_id = a.activity_id and w.state = 'waiting')::int as waiting,
  (select json_build_object('changeId', p.change_id, 'action', p.action, 'time', p.at_time, 'by', p.made_by)
    from scheduled_change p where p.kind = 'activity' and p.entity_id = a.activity_id and p.state = 'waiting'
    order by p.at_time limit 1) as plan,
  a.activity_id as row_id, ${key} as sort_key`;

/** SQL conditions of a filter without its states. */
function conditionsOf({ filter, scopes }: Omit<ListQuery, "now">): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [activityInScope(scopes, "a")];
  if (filter.businessType !== undefined) all.push(sql`a.business_type = ${filter.businessType}`);
  if (filter.sponsorLevel1 !== undefined) all.push(sql`a.sponsor_level1 = ${filter.sponsorLevel1}`);
  if (filter.sponsorLevel2 !== undefined) all.push(sql`a.sponsor_level2 = ${filter.sponsorLevel2}`);
  if (filter.cityCode !== undefined) all.push(sql`a.city_code = ${filter.cityCode}`);
  if (filter.dealerId !== undefined)
    all.push(sql`(a.dealer_id = ${filter.dealerId} or exists (select from activity_dealer x
      where x.activity_id = a.activity_id and x.organisation_id = ${filter.dealerId}))`);
  if (filter.text !== undefined && filter.text.trim() !== "")
    all.push(sql`(${containsKeyword(filter.text)(sql`a.title`)} or a.activity_id = ${filter.text.trim()})`);
  if (filter.from !== undefined) all.push(sql`a.end_time > ${new Date(filter.from)}`);
  if (filter.to !== undefined) all.push(sql`a.start_time < ${new Date(filter.to)}`);
  return sql.join(all, sql` and `);
}
const inStates = ({ filter, now }: ListQuery): RawBuilder<unknown> =>
  filter.states === undefined || filter.states.length === 0
    ? sql`true`
    : sql`${stateAt(now)} = any(${[...filter.states]}::text[])`;

/** The console's list of activities. */
export const consoleListStore = (db: Database) => ({
  async list(query: ListQuery, { key, order, after, limit }: ListPage): Promise<ConsoleActivityRow[]> {
    const { rows } = await sql<ConsoleActivityRow>`
      select ${columns(query.now, key)} from activity a
      where ${conditionsOf(query)} and ${inStates(query)} and ${after}
      order by ${order} limit ${limit}`.execute(db);
    return rows;
  },
  /** At most `countLimit`. */
  async count(query: ListQuery): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (select from activity a
        where ${conditionsOf(query)} and ${inStates(query)} limit ${countLimit()}) found`.execute(db);
    return rows[0]?.count ?? 0;
  },
  async countByState(query: ListQuery): Promise<{ state: ActivityState; count: number }[]> {
    const { rows } = await sql<{ state: ActivityState; count: number }>`
      select ${stateAt(query.now)} as state, count(*)::int as count from activity a
      where ${conditionsOf(query)} group by 1`.execute(db);
    return rows;
  },
  /**
   * Activities of a bulk act within the scopes, whatever ids were sent (requirement CO36).
   * @param own condition of those that the operator may change
   */
  async select(
    query: ListQuery,
    { ids, own, limit }: { ids: readonly string[] | null; own: RawBuilder<boolean>; limit: number },
  ): Promise<SelectedActivity[]> {
    const named = ids === null ? sql`true` : sql`a.activity_id = any(${[...ids]}::text[])`;
    const { rows } = await sql<SelectedActivity>`
      select a.activity_id, a.is_published, a.tags, a.taken, ${own} as is_own,
        (not a.is_published and a.published_time is null and a.called_off_reason is null) as is_unseen,
        (select d.fields -> 'tags' -> 'value' from draft d
          where d.kind = 'activity' and d.entity_id = a.activity_id) as draft_tags,
        (select count(*) from waitlist w where w.activity_id = a.activity_id and w.state = 'waiting')::int as waiting
      from activity a where ${conditionsOf(query)} and ${inStates(query)} and ${named}
      order by a.start_time desc, a.activity_id limit ${limit}`.execute(db);
    return rows;
  },
  async find(activityId: string, scopes: readonly GrantScope[], now: Date): Promise<ConsoleDetailRow | null> {
    const { rows } = await sql<ConsoleDetailRow>`
      select ${columns(now, sql`''`)}, a.address, a.revision, a.changed_time, a.changed_by, a.changed_door,
        a.called_off_reason
      from activity a where a.activity_id = ${activityId} and ${activityInScope(scopes, "a")}`.execute(db);
    return rows[0] ?? null;
  },
});
/** An activity as a bulk act judges it. */
export type SelectedActivity = {
  activity_id: string;
  is_published: boolean;
  /** Nobody but operators has seen it. */
  is_unseen: boolean;
  is_own: boolean;
  tags: string[];
  /** Tags of its draft; null: the draft does not change them. */
  draft_tags: string[] | null;
  taken: number;
  waiting: number;
};
export type ConsoleDetailRow = ConsoleActivityRow & {
  address: string;
  revision: number;
  changed_time: Date | null;
  changed_by: string | null;
  changed_door: string | null;
  called_off_reason: string | null;
};
