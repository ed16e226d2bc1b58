import { sql, type RawBuilder } from "kysely";
import { COMPLAINT_TIME } from "#contract/console/club/shapes.ts";
import type { ComplaintFilter } from "#contract/console/club/complaints.ts";
import type { ComplaintReason } from "#contract/club/complaints.ts";
import type { Database } from "../../database/connection/database.ts";
import { COUNT_LIMIT, type listQuery } from "../../http/console/list-query.ts";
import type { ComplaintRow, ReportRow } from "../moderation/complaints-store.ts";

/** Complaints about one target, as the console lists them. */
export type ListedComplaintRow = ComplaintRow & {
  row_id: string;
  sort_key: string;
  since: Date;
  is_review: boolean;
  main_reason: ReportRow["reason"];
  group_id: string | null;
  group_name: string | null;
  decision_id: string | null;
  decision_reason: ComplaintReason | null;
  days: number | null;
};
/** Part of a list's query that its statement needs. */
export type PageQuery = Pick<ReturnType<typeof listQuery>, "key" | "order" | "after" | "limit">;

const HOUR = 3_600_000;
/** Hours before the end in which a complaint is due soon. */
const SOON_HOURS = 4;
const rowId = sql`(c.kind || '/' || c.target_id)`;

/** Sortable columns; the oldest first unless asked otherwise. */
export const complaintSorts = {
  sorts: {
    since: { expression: sql`c.since`, type: "timestamptz" },
    count: { expression: sql`c.count`, type: "integer" },
    decided: { expression: sql`c.settled_time`, type: "timestamptz" },
  },
  id: rowId,
  defaultSort: { by: "since", isDescending: false },
} as const;

/** Complaints by target: those that are open, or the decided ones. */
function byTarget(isDecided: boolean): RawBuilder<unknown> {
  const last = (column: string) => sql.raw(`(array_agg(${column} order by report_id desc))[1]`);
  return sql`select kind, target_id, (count(*) filter (where reason <> 'review'))::int as count,
      max(report_id) as newest_id, min(created_time) as since, max(created_time) as newest_time,
      coalesce(max(settled_time), 'epoch') as settled_time, bool_or(reason = 'review') as is_review,
      coalesce(mode() within group (order by reason) filter (where reason <> 'review'), 'review') as main_reason,
      ${last("decision")} as decision, ${last("decided_by")} as decided_by, ${last("decision_id")} as decision_id
    from club_report where ${isDecided ? sql`decision is not null` : sql`settled_time is null`}
    group by kind, target_id`;
}

function conditionsOf(
  { kind, reason, groupId, age, decision }: ComplaintFilter,
  now: number,
): RawBuilder<unknown>[] {
  const conditions = [
    sql`(a.article_id is not null or k.comment_id is not null or p.member_id is not null or o.group_id is not null)`,
  ];
  if (kind !== undefined) conditions.push(sql`c.kind = ${kind}`);
  if (reason === "review") conditions.push(sql`c.is_review`);
  else if (reason !== undefined) conditions.push(sql`c.main_reason = ${reason}`);
  if (groupId !== undefined) conditions.push(sql`g.group_id = ${groupId}`);
  if (decision !== undefined) conditions.push(sql`c.decision = ${decision}`);
  const overdue = new Date(now - COMPLAINT_TIME);
  const soon = new Date(now - COMPLAINT_TIME + SOON_HOURS * HOUR);
  if (age === "overdue") conditions.push(sql`c.since <= ${overdue}`);
  if (age === "soon") conditions.push(sql`c.since > ${overdue} and c.since <= ${soon}`);
  if (age === "fresh") conditions.push(sql`c.since > ${soon}`);
  return conditions;
}

/** Complaints c that a filter finds, with their group g. @param now ms */
function found(filter: ComplaintFilter, now: number): RawBuilder<unknown> {
  return sql`from (${byTarget(filter.state === "decided")}) c
    left join club_article a on c.kind = 'article' and a.article_id = c.target_id
    left join club_comment k on c.kind = 'comment' and k.comment_id = c.target_id
    left join club_article ka on ka.article_id = k.article_id
    left join club_member p on c.kind = 'member' and p.member_id = c.target_id
    left join club_group o on c.kind = 'group' and o.group_id = c.target_id
    left join club_group g on g.group_id = coalesce(a.group_id, ka.group_id, o.group_id)
    left join club_decision d on d.decision_id = c.decision_id
    where ${sql.join(conditionsOf(filter, now), sql` and `)}`;
}
const columns = sql`c.*, ${rowId} as row_id, g.group_id, g.name as group_name, d.reason as decision_reason, d.days`;

/** Reads a page of complaints, and their number. @param now ms */
export async function listComplaintRows(
  db: Database,
  filter: ComplaintFilter,
  now: number,
  { key, order, after, limit }: PageQuery,
): Promise<{ rows: ListedComplaintRow[]; counted: number }> {
  const from = found(filter, now);
  const { rows } = await sql<ListedComplaintRow>`
    select ${columns}, ${key} as sort_key ${from} and ${after} order by ${order} limit ${limit}`.execute(db);
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 ${from} limit ${COUNT_LIMIT}) c`.execute(db);
  return { rows, counted: counts[0]?.count ?? 0 };
}

/** Finds the complaints about one target. */
export async function findComplaintRow(
  db: Database,
  complaintId: string,
  isDecided: boolean,
): Promise<ListedComplaintRow | null> {
  const { rows } = await sql<ListedComplaintRow>`
    select ${columns}, '' as sort_key ${found({ state: isDecided ? "decided" : "open" }, 0)} and ${rowId} = ${complaintId}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Reads what a filter finds, the oldest first, at most `most`. @param now ms */
export async function listSelectedComplaints(
  db: Database,
  filter: ComplaintFilter,
  now: number,
  most: number,
): Promise<{ complaintId: string; newestId: string }[]> {
  const { rows } = await sql<{ row_id: string; newest_id: string }>`
    select ${rowId} as row_id, c.newest_id ${found(filter, now)} order by c.since, ${rowId} limit ${most}`.execute(
    db,
  );
  return rows.map(({ row_id, newest_id }) => ({ complaintId: row_id, newestId: newest_id }));
}

/** A decision about a target, with its end if it was changed or taken back. */
export type PastDecisionRow = {
  decision_id: string;
  decision: Exclude<ComplaintRow["decision"], null>;
  reason: ComplaintReason | null;
  days: number | null;
  decided_time: Date;
  operator_id: string | null;
  ended_how: "undone" | "changed" | null;
  ended_by: string | null;
  ended_time: Date | null;
};
/** Decisions about a target, the newest first. */
export async function listPastDecisions(db: Database, complaintId: string): Promise<PastDecisionRow[]> {
  const [kind = "", targetId = ""] = complaintId.split("/");
  const { rows } = await sql<PastDecisionRow>`
    select decision_id, decision, reason, days, decided_time, operator_id, ended_how, ended_by, ended_time
    from club_decision where kind = ${kind} and target_id = ${targetId} order by decision_id desc limit 20`.execute(
    db,
  );
  return rows;
}
