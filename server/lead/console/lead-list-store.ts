import { sql, type RawBuilder } from "kysely";
import type { LeadListFilter, LeadState } from "#contract/console/leads.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { Database } from "../../database/connection/database.ts";
import { lookupKeyParameter } from "../../database/encryption/encrypted-columns.ts";
import { personRowInScope } from "../../database/statements/operator-scope.ts";
import { countLimit } from "../../http/console/list-query.ts";
import { dealerColumn, hasNextCall } from "../desk/entries-store.ts";
import { numberOf } from "../desk/lead-scope-store.ts";

type Condition = RawBuilder<unknown>;
/** A row of the list: the newest lead of a number in an activity, within the scope. */
export type LeadListRecord = {
  lead_id: string;
  activity_id: string;
  title: string;
  name?: string;
  mobile?: string;
  series_name: string | null;
  dealer_id: string | null;
  dealer: Pick<Organisation, "name" | "status"> | null;
  source: string | null;
  assignee_id: string | null;
  state: LeadState;
  is_contacted: boolean;
  updated_time: Date;
  contacted_time: Date | null;
  next_call_time: Date | null;
  reminded_time: Date | null;
};
/** Times before which leads were left whose first call is due: now, soon, and since a day. */
export type DueTimes = { readonly overdue: Date; readonly due: Date; readonly escalated: Date };
/** Position in the list; time in ms. */
export type LeadPosition = { readonly time: number; readonly id: string };

const number = numberOf(sql`l`);
const activity = sql`join activity a on a.activity_id = l.activity_id`;
/** Operators of all numbers, for filters and counts; the latest assignment of a number holds for all of its leads. */
const allAssigned = sql`left join (
    select distinct on (o.activity_id, ${numberOf(sql`o`)}) o.activity_id, ${numberOf(sql`o`)} as number, la.operator_id
    from lead_assignment la join lead o on o.lead_id = la.lead_id where o.withdrawn_time is null
    order by o.activity_id, ${numberOf(sql`o`)}, la.assigned_time desc, la.lead_id
  ) assigned on assigned.activity_id = l.activity_id and assigned.number = ${number}`;
/** The same for few rows, each looked up by its number. */
const eachAssigned = sql`left join lateral (
    select la.operator_id from lead o join lead_assignment la on la.lead_id = o.lead_id
    where o.activity_id = l.activity_id and ${numberOf(sql`o`)} = ${number} and o.withdrawn_time is null
    order by la.assigned_time desc, la.lead_id limit 1
  ) assigned on true`;
const joins = sql`${activity} ${allAssigned}`;
/** Joins that a filter needs: operators only if it names them. */
const joinsOf = ({ states, assigneeId }: LeadListFilter): RawBuilder<unknown> =>
  states === undefined && assigneeId === undefined ? activity : joins;
const named = sql`left join organisation d on d.organisation_id = l.dealer_id
  left join series r on r.series_code = l.series_code`;
const isContacted = sql`coalesce(l.contact_result in ('reached', 'declined'), false)`;
const state = sql`case
  when ${hasNextCall} or l.contact_result = 'missed' then 'following'
  when l.contact_result is not null then l.contact_result
  when assigned.operator_id is not null then 'waiting' else 'unassigned' end`;

/** Conditions of scope and filter; every statement about leads has them. */
function leadConditions(scopes: readonly GrantScope[], filter: LeadListFilter, due: DueTimes): Condition {
  const { activityId, dealerId, seriesCode, assigneeId, states, sla, mobile } = filter;
  const conditions: Condition[] = [
    sql`l.withdrawn_time is null`,
    personRowInScope(scopes, "a", sql`l.dealer_id`),
    sql`not exists (select from lead o where o.activity_id = l.activity_id and ${numberOf(sql`o`)} = ${number}
      and o.withdrawn_time is null and (o.updated_time, o.lead_id) > (l.updated_time, l.lead_id)
      and ${personRowInScope(scopes, "a", sql`o.dealer_id`)})`,
  ];
  if (activityId !== undefined) conditions.push(sql`l.activity_id = ${activityId}`);
  if (dealerId !== undefined) conditions.push(sql`l.dealer_id = ${dealerId}`);
  if (seriesCode !== undefined) conditions.push(sql`l.series_code = ${seriesCode}`);
  if (assigneeId !== undefined) conditions.push(sql`assigned.operator_id = ${assigneeId}`);
  if (states !== undefined) conditions.push(sql`${state} = any(${[...states]}::text[])`);
  if (sla !== undefined) conditions.push(sql`not ${isContacted} and l.updated_time < ${due[sla]}`);
  // Leads of earlier releases have the number's key in mobile_key.
  if (mobile !== undefined) conditions.push(sql`${number} = ${lookupKeyParameter(mobile)}`);
  return sql.join(conditions, sql` and `);
}
const columns = sql`l.lead_id, l.activity_id, l.mobile_key, l.person, a.title, r.name as series_name, l.dealer_id, ${dealerColumn},
  l.last_touch ->> 'utm_source' as source, l.reminded_time, l.reminded_time, assigned.operator_id as assignee_id, ${state} as state,
  ${isContacted} as is_contacted, l.updated_time, l.contacted_time,
  case when ${hasNextCall} then l.next_call_time end as next_call_time`;

type LeadQuery = {
  readonly scopes: readonly GrantScope[];
  readonly filter: LeadListFilter;
  readonly due: DueTimes;
  readonly asOf: Date;
  readonly isDescending: boolean;
  readonly after: LeadPosition | null;
  readonly limit: number;
};
/** Lists leads in scope by the time at which they were left or changed, which is also the order in which they are due. */
export async function listLeadRows(
  db: Database,
  { scopes, filter, due, asOf, isDescending, after, limit }: LeadQuery,
): Promise<LeadListRecord[]> {
  const direction = sql.raw(isDescending ? "desc" : "asc");
  const isAfter = after
    ? sql`and (l.updated_time, l.lead_id) ${sql.raw(isDescending ? "<" : ">")} (${new Date(after.time)}, ${after.id})`
    : sql``;
  const { rows } = await sql<LeadListRecord>`
    select ${columns} from (
      select l.* from lead l ${joinsOf(filter)}
      where ${leadConditions(scopes, filter, due)} and l.updated_time <= ${asOf} ${isAfter}
      order by l.updated_time ${direction}, l.lead_id ${direction} limit ${limit}
    ) l ${activity} ${eachAssigned} ${named}
    order by l.updated_time ${direction}, l.lead_id ${direction}`.execute(db);
  return rows;
}

/** Counts leads in scope, exactly up to the limit; one more stands for "more". */
export async function countLeadRows(
  db: Database,
  scopes: readonly GrantScope[],
  filter: LeadListFilter,
  due: DueTimes,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from lead l ${joinsOf(filter)} where ${leadConditions(scopes, filter, due)} limit ${countLimit()}) found`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export type LeadCountRow = {
  state: LeadState;
  count: number;
  overdue: number;
  due: number;
  escalated: number;
  oldest: Date | null;
};
/** Counts leads by state, and those whose first call is due; `oldest`: when the first of them was left. */
export async function countLeadStates(
  db: Database,
  scopes: readonly GrantScope[],
  filter: LeadListFilter,
  due: DueTimes,
): Promise<LeadCountRow[]> {
  const open = (time: Date) =>
    sql`(count(*) filter (where not ${isContacted} and l.updated_time < ${time}))::int`;
  const { rows } = await sql<LeadCountRow>`
    select ${state} as state, count(*)::int as count, ${open(due.overdue)} as overdue, ${open(due.due)} as due,
      ${open(due.escalated)} as escalated,
      min(l.updated_time) filter (where not ${isContacted} and l.updated_time < ${due.overdue}) as oldest
    from lead l ${joins} where ${leadConditions(scopes, filter, due)} group by 1`.execute(db);
  return rows;
}

/** Leads that nobody has reached: whose first call is due, since when and at how many dealers, and those without an operator. */
export type LeadsLeft = { overdue: number; oldest: Date | null; dealers: number; unassigned: number };
/** Counts leads in scope that nobody has reached, as the list of leads counts them. */
export async function countLeadsLeft(
  db: Database,
  scopes: readonly GrantScope[],
  due: DueTimes,
): Promise<LeadsLeft> {
  const isOverdue = sql`l.updated_time < ${due.overdue}`;
  const { rows } = await sql<LeadsLeft>`
    select (count(*) filter (where ${isOverdue}))::int as overdue, min(l.updated_time) filter (where ${isOverdue}) as oldest,
      (count(distinct l.dealer_id) filter (where ${isOverdue}))::int as dealers,
      (count(*) filter (where ${state} = 'unassigned'))::int as unassigned
    from lead l ${joins} where not ${isContacted} and ${leadConditions(scopes, {}, due)}`.execute(db);
  return rows[0] ?? { overdue: 0, oldest: null, dealers: 0, unassigned: 0 };
}

/** Finds leads in scope by ids, the newest first. @param most rows that are read */
export async function findLeadRows(
  db: Database,
  scopes: readonly GrantScope[],
  ids: readonly string[],
  due: DueTimes,
  most = 50,
): Promise<LeadListRecord[]> {
  const { rows } = await sql<LeadListRecord>`
    select ${columns} from lead l ${activity} ${eachAssigned} ${named}
    where ${leadConditions(scopes, {}, due)} and l.lead_id = any(${[...ids]}::text[])
    order by l.updated_time desc, l.lead_id desc limit ${most}`.execute(db);
  return rows;
}

/** A lead of a selection, with what an assignment needs to know. */
export type SelectedLead = {
  lead_id: string;
  activity_id: string;
  dealer_id: string | null;
  is_contacted: boolean;
  assignee_id: string | null;
  updated_time: Date;
  contacted_time: Date | null;
  reminded_time: Date | null;
  is_overdue: boolean;
};
/** Lists the leads of a selection in scope, the earliest due first. */
export async function listSelectedLeads(
  db: Database,
  scopes: readonly GrantScope[],
  which: { readonly ids: readonly string[] } | { readonly filter: LeadListFilter },
  due: DueTimes,
  most: number,
): Promise<SelectedLead[]> {
  const ids = "ids" in which ? sql`and l.lead_id = any(${[...which.ids]}::text[])` : sql``;
  const { rows } = await sql<SelectedLead>`
    select l.lead_id, l.activity_id, l.dealer_id, ${isContacted} as is_contacted, assigned.operator_id as assignee_id,
      l.updated_time, l.contacted_time, l.reminded_time, l.updated_time < ${due.overdue} as is_overdue
    from lead l ${joins} where ${leadConditions(scopes, "filter" in which ? which.filter : {}, due)} ${ids}
    order by l.updated_time, l.lead_id limit ${most + 1}`.execute(db);
  return rows;
}

/** Open leads of each operator in scope. */
export async function countOpenLeads(
  db: Database,
  scopes: readonly GrantScope[],
  due: DueTimes,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ operator_id: string; open: number }>`
    select assigned.operator_id, count(*)::int as open from lead l ${joins}
    where ${leadConditions(scopes, {}, due)} and assigned.operator_id is not null and not ${isContacted}
    group by 1`.execute(db);
  return new Map(rows.map(({ operator_id, open }) => [operator_id, open]));
}

/** Selects those of some leads that an operator may call: their ids. */
export async function listLeadsOfOperator(
  db: Database,
  operatorScopes: readonly GrantScope[],
  leadIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ lead_id: string }>`
    select l.lead_id from lead l join activity a on a.activity_id = l.activity_id
    where l.lead_id = any(${[...leadIds]}::text[]) and ${personRowInScope(operatorScopes, "a", sql`l.dealer_id`)}`.execute(
    db,
  );
  return new Set(rows.map(({ lead_id }) => lead_id));
}
/** Activity of a lead in scope; null: none, withdrawn, or out of scope. */
export async function findLeadActivity(
  db: Database,
  scopes: readonly GrantScope[],
  leadId: string,
): Promise<{ activity_id: string; form: { key: string; label: string; kind: string }[] } | null> {
  const { rows } = await sql<{ activity_id: string; form: { key: string; label: string; kind: string }[] }>`
    select l.activity_id, a.form from lead l join activity a on a.activity_id = l.activity_id
    where l.lead_id = ${leadId} and l.withdrawn_time is null and ${personRowInScope(scopes, "a", sql`l.dealer_id`)}`.execute(
    db,
  );
  return rows[0] ?? null;
}
