import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { newId } from "../../core/ids.ts";

/** Complaints and review requests as members send them, one row a member and target. */
export const reportsStore = (db: Database) => ({
  /**
   * Adds a complaint, once for each member and target. A member may complain again only after the author, or the
   * group's leader, has edited the target, so that an edit cannot bypass earlier complaints.
   * @returns the open complaints about the target
   */
  async add(
    row: { memberId: string; kind: string; targetId: string; reason: string; detail: string },
    now: Date,
  ): Promise<number> {
    await sql`insert into club_report (report_id, member_id, kind, target_id, reason, detail, created_time)
      values (${newId()}, ${row.memberId}, ${row.kind}, ${row.targetId}, ${row.reason}, ${row.detail}, ${now})
      on conflict (kind, target_id, member_id) do update set report_id = excluded.report_id, reason = excluded.reason,
        detail = excluded.detail, created_time = excluded.created_time, settled_time = null, cleared_time = null,
        decision = null, decided_by = null
      where excluded.reason <> 'review' and club_report.reason <> 'review' and (
        (excluded.kind = 'article' and exists (select from club_article a
          where a.article_id = excluded.target_id and a.status = 1 and a.edited_time > club_report.created_time))
        or (excluded.kind = 'group' and exists (select from club_group g
          where g.group_id = excluded.target_id and g.edited_time > club_report.created_time)))`.execute(db);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from club_report where kind = ${row.kind} and target_id = ${row.targetId}
        and settled_time is null and cleared_time is null and reason <> 'review'`.execute(db);
    return rows[0]?.count ?? 0;
  },
  /** Stops counting the earlier complaints, after the group's leader or a helper has reviewed the target; operators still decide them. */
  async clear(kind: string, targetId: string, now: Date): Promise<void> {
    await sql`update club_report set cleared_time = ${now}
      where kind = ${kind} and target_id = ${targetId} and cleared_time is null and reason <> 'review'`.execute(
      db,
    );
  },
});
