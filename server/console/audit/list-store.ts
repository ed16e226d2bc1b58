import { sql, type RawBuilder } from "kysely";
import type { AuditDoor, AuditFilter } from "#contract/console/watch/audit.ts";
import type { Database } from "../../database/connection/database.ts";
import { countLimit, type listQuery } from "../../http/console/list-query.ts";

type PageQuery = Pick<ReturnType<typeof listQuery>, "key" | "order" | "after" | "limit">;
export type AuditRow = {
  sort_key: string;
  row_id: string;
  at_time: Date;
  actor_kind: string;
  actor_id: string | null;
  action: string;
  about_kind: string;
  about_id: string | null;
  host: string;
  outcome: string;
  request_id: string | null;
  door: AuditDoor;
};

/** Sort of the list: entries by time. */
export const auditColumns = {
  sorts: { time: { expression: sql`e.at_time`, type: "timestamptz" } },
  id: sql`e.audit_id`,
  defaultSort: { by: "time", isDescending: true },
} as const;

const DOOR = sql`case when e.host in ('console', 'command') then e.host when e.actor_kind = 'staff' then 'staff'
  when e.actor_kind = 'user' then 'shopper' else 'server' end`;
const among = (column: RawBuilder<unknown>, values: readonly string[] | undefined): RawBuilder<unknown> =>
  values === undefined || values.length === 0 ? sql`true` : sql`${column} = any(${[...values]}::text[])`;
/** The moment at which a day begins in Shanghai. */
const midnight = (day: string): Date => new Date(`${day}T00:00:00+08:00`);
const DAY = 86_400_000;

function conditionOf(filter: AuditFilter, asOf: Date): RawBuilder<unknown> {
  const { operatorIds, actions, doors, from, to, aboutKind, find } = filter;
  const parts = [
    sql`e.at_time <= ${asOf}`,
    among(sql`e.actor_id`, operatorIds),
    operatorIds === undefined || operatorIds.length === 0 ? sql`true` : sql`e.actor_kind = 'operator'`,
    among(sql`e.action`, actions),
    among(DOOR, doors),
    from === undefined ? sql`true` : sql`e.at_time >= ${midnight(from)}`,
    to === undefined ? sql`true` : sql`e.at_time < ${new Date(midnight(to).getTime() + DAY)}`,
    aboutKind === undefined ? sql`true` : sql`e.about_kind = ${aboutKind}`,
    find === undefined || find.trim() === ""
      ? sql`true`
      : sql`${find.trim()} in (e.about_id, e.actor_id, e.request_id, e.audit_id)`,
  ];
  return sql.join(parts, sql` and `);
}

/** Lists entries as of a moment. */
export async function listAuditRows(
  db: Database,
  filter: AuditFilter,
  page: PageQuery & { readonly asOf: Date },
): Promise<{ readonly rows: readonly AuditRow[]; readonly counted: number }> {
  const from = sql`from audit_entry e where ${conditionOf(filter, page.asOf)}`;
  const { rows } = await sql<AuditRow>`
    select e.at_time, e.actor_kind, e.actor_id, e.action, e.about_kind, e.about_id, e.host, e.outcome, e.request_id,
      ${DOOR} as door, e.audit_id as row_id, ${page.key} as sort_key
    ${from} and ${page.after} order by ${page.order} limit ${page.limit}`.execute(db);
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 ${from} limit ${countLimit()}) c`.execute(db);
  return { rows, counted: counts[0]?.count ?? 0 };
}

/** Titles of activities, products and groups by their ids. */
export async function titlesOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const wanted = sql`any(${[...new Set(ids)]}::text[])`;
  const { rows } = await sql<{ id: string; title: string }>`
    select activity_id as id, title from activity where activity_id = ${wanted}
    union all select product_id, title from product where product_id = ${wanted}
    union all select group_id, name from club_group where group_id = ${wanted}`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Whether an operator opened the list since a moment. */
export async function hasOpenedSince(db: Database, operatorId: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from audit_entry where actor_id = ${operatorId} and action = 'audit.read' and at_time > ${since}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** All operators with their names, the locked ones too: their entries stay. */
export async function listOperatorNames(
  db: Database,
): Promise<{ readonly operatorId: string; readonly name: string }[]> {
  const { rows } = await sql<{ operator_id: string; operator_name: string }>`
    select operator_id, operator_name from operator order by operator_id`.execute(db);
  return rows.map(({ operator_id, operator_name }) => ({ operatorId: operator_id, name: operator_name }));
}
