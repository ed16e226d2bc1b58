import { sql, type RawBuilder } from "kysely";
import type { KocFilter, KocReviewState } from "#contract/console/koc/applications.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";
import { personRowInScope } from "../../database/statements/operator-scope.ts";
import { countLimit, type listQuery } from "../../http/console/list-query.ts";
import { helperCountExpression } from "../../share/index.ts";

export type ConsoleKocRow = {
  row_id: string;
  sort_key: string;
  activity_id: string;
  user_id: string;
  title: string;
  nickname: string;
  mobile: string | null;
  helpers: number;
  goal: number;
  applied_time: Date;
  reviewed_time: Date | null;
  status: 1 | 2 | 3;
  reason: string | null;
  places_left: number;
};
type PageQuery = Pick<ReturnType<typeof listQuery>, "key" | "order" | "after" | "limit">;

const statusOf: Readonly<Record<KocReviewState, 1 | 2 | 3>> = { waiting: 1, accepted: 2, declined: 3 };
const kocId = sql`(k.activity_id || '/' || k.user_id)`;
const ready = sql`case when h.helpers >= p.goal then '0' else '1' end`;
/** Sortable columns; "queue": those with enough helpers first, then the oldest. */
export const kocSorts = {
  sorts: {
    queue: {
      expression: sql`(${ready} || to_char(k.applied_time at time zone 'UTC', 'YYYYMMDDHH24MISSUS'))`,
      type: "text",
    },
    applied: { expression: sql`k.applied_time`, type: "timestamptz" },
  },
  id: kocId,
  defaultSort: { by: "queue", isDescending: false },
} as const;

/** Applications k of activity a in scope that a filter finds; a programme belongs to the dealer of its activity. */
function found(
  scopes: readonly GrantScope[],
  { activityId, state, isReady }: KocFilter,
): RawBuilder<unknown> {
  const conditions = [personRowInScope(scopes, "a", sql`a.dealer_id`)];
  if (activityId !== undefined) conditions.push(sql`k.activity_id = ${activityId}`);
  if (state !== undefined) conditions.push(sql`k.status = ${statusOf[state]}`);
  if (isReady !== undefined) conditions.push(sql`(h.helpers >= p.goal) = ${isReady}`);
  return sql`from koc k join koc_program p on p.activity_id = k.activity_id
    join activity a on a.activity_id = k.activity_id join app_user u on u.user_id = k.user_id
    cross join lateral (select ${helperCountExpression(sql`k.user_id`, sql`k.activity_id`)} as helpers) h
    where ${sql.join(conditions, sql` and `)}`;
}
const columns = sql`k.*, a.title, u.nickname, u.idp_id, u.mobile, h.helpers, p.goal, ${kocId} as row_id,
  greatest(0, p.places - (select count(*) from koc o where o.activity_id = k.activity_id and o.status = 2))::int
    as places_left`;

/** Reads a page of applications, and their number. */
export async function listKocRows(
  db: Database,
  scopes: readonly GrantScope[],
  filter: KocFilter,
  { key, order, after, limit }: PageQuery,
): Promise<{ rows: ConsoleKocRow[]; counted: number }> {
  const from = found(scopes, filter);
  const { rows } = await sql<ConsoleKocRow>`
    select ${columns}, ${key} as sort_key ${from} and ${after} order by ${order} limit ${limit}`.execute(db);
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 ${from} limit ${countLimit()}) c`.execute(db);
  return { rows, counted: counts[0]?.count ?? 0 };
}

/** Finds one application in scope. */
export async function findKocRow(
  db: Database,
  scopes: readonly GrantScope[],
  id: string,
): Promise<ConsoleKocRow | null> {
  const [activityId = "", userId = ""] = id.split("/");
  const { rows } = await sql<ConsoleKocRow>`
    select ${columns}, '' as sort_key ${found(scopes, { activityId })} and k.user_id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

/** An application of a selection, in the order of the queue. */
export type SelectedKoc = Pick<ConsoleKocRow, "activity_id" | "user_id" | "row_id" | "nickname" | "status">;
/** Reads the applications of a selection in scope, at most `most`. */
export async function listSelectedKocs(
  db: Database,
  scopes: readonly GrantScope[],
  selection: { readonly ids: readonly string[] } | { readonly filter: KocFilter },
  most: number,
): Promise<SelectedKoc[]> {
  const filter = "filter" in selection ? selection.filter : {};
  const chosen = "ids" in selection ? sql`${kocId} = any(${[...selection.ids]}::text[])` : sql`true`;
  const { rows } = await sql<SelectedKoc>`
    select k.activity_id, k.user_id, ${kocId} as row_id, u.nickname, k.status ${found(scopes, filter)} and ${chosen}
    order by ${kocSorts.sorts.queue.expression}, ${kocId} limit ${most}`.execute(db);
  return rows;
}
