import { sql } from "kysely";
import { COMPLAINT_TIME } from "#contract/console/club/shapes.ts";
import type { Database } from "../../database/connection/database.ts";
import { isBarredAt } from "../member/members-store.ts";

export type WaitingCounts = {
  open: number;
  overdue: number;
  oldest: Date | null;
  reviews: number;
  hidden: number;
  barred: number;
};
export type ModeratorCounts = {
  /** null: complaint links; of the total, also null. */
  operator_id: string | null;
  is_total: boolean;
  decided: number;
  rejected: number;
  hidden: number;
  removed: number;
  barred: number;
  median_minutes: number | null;
  late: number;
  reversed: number;
};

/** Counts what waits for a decision, what is hidden, and who is barred. */
export async function countWaiting(db: Database, now: Date): Promise<WaitingCounts> {
  const overdue = new Date(now.getTime() - COMPLAINT_TIME);
  const { rows } = await sql<WaitingCounts>`
    with open as (
      select kind, target_id, min(created_time) as since, bool_or(reason = 'review') as is_review
      from club_report where settled_time is null group by kind, target_id
    ) select (select count(*)::int from open) as open,
      (select count(*)::int from open where since <= ${overdue}) as overdue,
      (select min(since) from open) as oldest,
      (select count(*)::int from open where is_review) as reviews,
      (select count(*)::int from club_article where status = 2)
        + (select count(*)::int from club_comment c join club_article a on a.article_id = c.article_id
          where c.status = 2 and a.status <> 3) as hidden,
      (select count(*)::int from club_member m where m.deleted_time is null and m.merged_into is null
        and ${isBarredAt("m", now)}) as barred`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("counts without a row");
  return row;
}

/** Counts the decisions since a moment, in all and by operator. */
export async function countDecisions(db: Database, since: Date): Promise<ModeratorCounts[]> {
  const { rows } = await sql<ModeratorCounts>`
    select operator_id, grouping(operator_id) = 1 as is_total, count(*)::int as decided,
      (count(*) filter (where decision = 'reject'))::int as rejected,
      (count(*) filter (where decision in ('hide', 'clear')))::int as hidden,
      (count(*) filter (where decision = 'remove'))::int as removed,
      (count(*) filter (where decision = 'bar'))::int as barred,
      round(percentile_cont(0.5) within group (order by extract(epoch from decided_time - since_time) / 60)
        filter (where since_time is not null))::int as median_minutes,
      (count(*) filter (where decided_time - since_time > make_interval(secs => ${COMPLAINT_TIME / 1_000}::int)))::int as late,
      (count(*) filter (where ended_how is not null))::int as reversed
    from club_decision
    where decided_time >= ${since} and decision <> 'unbar'
      and not (ended_how is not distinct from 'undone' and ended_by is not distinct from operator_id)
    group by grouping sets ((operator_id), ()) order by decided desc`.execute(db);
  return rows;
}
