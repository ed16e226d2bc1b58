import { sql, type RawBuilder } from "kysely";
import type { ComplaintReason } from "#contract/club/complaints.ts";
import type { BarFilter } from "#contract/console/club/members.ts";
import type { Database } from "../../database/connection/database.ts";
import { COUNT_LIMIT } from "../../http/console/list-query.ts";
import { isBarredAt, memberColumns } from "../member/members-store.ts";
import type { MemberRow } from "../rules.ts";
import type { PageQuery } from "./complaint-list-store.ts";

export type BarredMemberRow = MemberRow & {
  row_id: string;
  sort_key: string;
  barred_time: Date;
  barred_until: Date | null;
  barred_reason: ComplaintReason | null;
  barred_by: string | null;
  bars: number;
};
/** Sortable columns; the newest bars first. */
export const barSorts = {
  sorts: {
    since: { expression: sql`m.barred_time`, type: "timestamptz" },
    until: { expression: sql`coalesce(m.barred_until, 'infinity')`, type: "timestamptz" },
  },
  id: sql`m.member_id`,
  defaultSort: { by: "since", isDescending: true },
} as const;

const DAY = 86_400_000;
function found({ ends, reason }: BarFilter, now: Date): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [isBarredAt("m", now)];
  const within = (days: number) => sql`m.barred_until <= ${new Date(now.getTime() + days * DAY)}`;
  if (ends === "day") conditions.push(within(1));
  if (ends === "week") conditions.push(within(7));
  if (ends === "never") conditions.push(sql`m.barred_until is null`);
  if (reason !== undefined) conditions.push(sql`m.barred_reason = ${reason}`);
  return sql`from club_member m where m.deleted_time is null and m.merged_into is null and ${sql.join(conditions, sql` and `)}`;
}

/** Reads a page of the members whose bar is in force, and their number. */
export async function listBarredRows(
  db: Database,
  filter: BarFilter,
  now: Date,
  { key, order, after, limit }: PageQuery,
): Promise<{ rows: BarredMemberRow[]; counted: number }> {
  const from = found(filter, now);
  const { rows } = await sql<BarredMemberRow>`
    select ${memberColumns("m")}, m.member_id as row_id, ${key} as sort_key, m.barred_time, m.barred_until, m.barred_reason,
      m.barred_by, greatest(1, (select count(*)::int from club_decision d where d.member_id = m.member_id
        and d.decision = 'bar' and d.ended_how is distinct from 'undone')) as bars
    ${from} and ${after} order by ${order} limit ${limit}`.execute(db);
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 ${from} limit ${COUNT_LIMIT}) c`.execute(db);
  return { rows, counted: counts[0]?.count ?? 0 };
}
