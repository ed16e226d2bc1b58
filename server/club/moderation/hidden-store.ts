import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import type { HiddenBy } from "../rules.ts";

export type HiddenContentRow = {
  kind: "article" | "comment";
  target_id: string;
  hidden_by: HiddenBy | null;
};

/**
 * SQL for who has hidden an article or comment. For content hidden by a release that did not record it, the last
 * decision tells.
 * @param row alias of the table within the statement
 */
export const hiddenBy = (
  kind: HiddenContentRow["kind"],
  row: string,
) => sql`coalesce(${sql.ref(`${row}.hidden_by`)},
  case when ${sql.ref(`${row}.status`)} = 2 and (select r.decision in ('hide', 'bar') from club_report r
    where r.kind = ${sql.lit(kind)} and r.target_id = ${sql.ref(`${row}.${kind}_id`)} and r.decision is not null
    order by r.report_id desc limit 1) then 'operators' end)`;

/** Hidden content of groups, for their leaders and helpers. */
export const hiddenStore = (db: Database) => ({
  /**
   * A group's hidden articles and comments, the newest first, in one statement.
   * @param after last id of the previous page
   */
  async list(groupId: string, after: string, limit: number): Promise<HiddenContentRow[]> {
    const { rows } = await sql<HiddenContentRow>`
      select * from (
        select 'article' as kind, a.article_id as target_id, ${hiddenBy("article", "a")} as hidden_by from club_article a
        where a.group_id = ${groupId} and a.status = 2 and a.article_id < ${after}
        union all
        select 'comment', c.comment_id, ${hiddenBy("comment", "c")} from club_comment c join club_article a on a.article_id = c.article_id
        where a.group_id = ${groupId} and a.status <> 3 and c.status = 2 and c.comment_id < ${after}
        order by target_id desc limit ${limit}
      ) hidden order by hidden.target_id desc`.execute(db);
    return rows;
  },
});
