import { sql } from "kysely";
import type { Database } from "../database/database.ts";

export type HiddenRow = {
  kind: "article" | "comment";
  target_id: string;
  by_operators: boolean;
};

/** What is hidden in groups, for those who lead them. */
export const hiddenStore = (db: Database) => ({
  /**
   * A group's hidden articles and comments, the newest first, in one statement.
   * @param after id to go on after
   */
  async list(groupId: string, after: string, limit: number): Promise<HiddenRow[]> {
    const { rows } = await sql<HiddenRow>`
      select hidden.kind, hidden.target_id, coalesce((select r.decision in ('hide', 'bar') from club_report r
        where r.kind = hidden.kind and r.target_id = hidden.target_id and r.decision is not null
        order by r.report_id desc limit 1), false) as by_operators
      from (
        select 'article' as kind, a.article_id as target_id from club_article a
        where a.group_id = ${groupId} and a.status = 2 and a.article_id < ${after}
        union all
        select 'comment', c.comment_id from club_comment c join club_article a on a.article_id = c.article_id
        where a.group_id = ${groupId} and a.status <> 3 and c.status = 2 and c.comment_id < ${after}
        order by target_id desc limit ${limit}
      ) hidden order by hidden.target_id desc`.execute(db);
    return rows;
  },
});
