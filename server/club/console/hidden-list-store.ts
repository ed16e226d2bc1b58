import { sql, type RawBuilder } from "kysely";
import type { ComplaintReason } from "#contract/club/complaints.ts";
import type { HiddenFilter } from "#contract/console/club/complaints.ts";
import type { Database } from "../../database/connection/database.ts";
import { COUNT_LIMIT } from "../../http/console/list-query.ts";
import { isBarredAt, memberColumns } from "../member/members-store.ts";
import { hiddenBy } from "../moderation/hidden-store.ts";
import type { HiddenBy, MemberRow } from "../rules.ts";
import type { PageQuery } from "./complaint-list-store.ts";

export type ListedHiddenRow = MemberRow & {
  row_id: string;
  sort_key: string;
  kind: "article" | "comment";
  target_id: string;
  title: string;
  content: string;
  pictures: number;
  is_barred: boolean;
  group_id: string;
  group_name: string;
  hidden_by: HiddenBy | null;
  hidden_time: Date;
  operator_id: string | null;
  decided_by: string | null;
  reason: ComplaintReason | null;
  explanation: string | null;
  is_review: boolean;
};
const rowId = sql`(h.kind || '/' || h.target_id)`;
/** Sortable columns; the newest first. */
export const hiddenSorts = {
  sorts: { hidden: { expression: sql`h.hidden_time`, type: "timestamptz" } },
  id: rowId,
  defaultSort: { by: "hidden", isDescending: true },
} as const;

/** Hidden articles and comments h that a filter finds; content that an older version hid has the time of writing. */
function found({ kind, by, groupId }: HiddenFilter): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (kind !== undefined) conditions.push(sql`h.kind = ${kind}`);
  if (by !== undefined) conditions.push(sql`coalesce(h.hidden_by, 'operators') = ${by}`);
  if (groupId !== undefined) conditions.push(sql`h.group_id = ${groupId}`);
  return sql`from (
      select 'article' as kind, a.article_id as target_id, a.article_id, a.member_id, a.group_id, a.title, a.content,
        cardinality(a.images) as pictures, ${hiddenBy("article", "a")} as hidden_by,
        coalesce(a.hidden_time, a.created_time) as hidden_time
      from club_article a where a.status = 2
      union all
      select 'comment', c.comment_id, c.article_id, c.member_id, a.group_id, '', c.content, 0,
        ${hiddenBy("comment", "c")}, coalesce(c.hidden_time, c.created_time)
      from club_comment c join club_article a on a.article_id = c.article_id where c.status = 2 and a.status <> 3
    ) h where ${sql.join(conditions, sql` and `)}`;
}

/** Reads a page of hidden content with who hid it and why, and their number. */
export async function listHiddenRows(
  db: Database,
  filter: HiddenFilter,
  now: Date,
  { key, order, after, limit }: PageQuery,
): Promise<{ rows: ListedHiddenRow[]; counted: number }> {
  const from = found(filter);
  const { rows } = await sql<ListedHiddenRow>`
    select h.*, ${memberColumns("m")}, ${isBarredAt("m", now)} as is_barred, g.name as group_name, d.operator_id,
      r.decided_by, n.explanation, coalesce(d.reason, n.reason) as reason,
      exists (select from club_report v where v.kind = h.kind and v.target_id = h.target_id and v.reason = 'review'
        and v.settled_time is null) as is_review
    from (select h.*, ${key} as sort_key, ${rowId} as row_id ${from} and ${after} order by ${order} limit ${limit}) h
    join club_member m on m.member_id = h.member_id join club_group g on g.group_id = h.group_id
    left join lateral (select d.operator_id, d.reason from club_decision d where d.kind = h.kind
      and d.target_id = h.target_id and d.ended_time is null and h.hidden_by = 'operators'
      order by d.decision_id desc limit 1) d on true
    left join lateral (select r.decided_by from club_report r where r.kind = h.kind and r.target_id = h.target_id
      and r.decision in ('hide', 'bar') order by r.report_id desc limit 1) r on true
    left join lateral (select n.explanation, n.reason from club_notification n where n.article_id = h.article_id
      and n.comment_id is not distinct from case h.kind when 'comment' then h.target_id end
      and n.kind = 'moderation' order by n.notification_id desc limit 1) n on true
    order by ${order}`.execute(db);
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 ${from} limit ${COUNT_LIMIT}) c`.execute(db);
  return { rows, counted: counts[0]?.count ?? 0 };
}
