import { PGlite } from "@electric-sql/pglite";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { connectDatabase } from "../../database/connection/database.ts";
import { migrate } from "../../database/migrations/migrate.ts";

/** Articles hidden before the column hidden_by existed: 5 by operators, 6 by five complaints, 7 and 8 by a leader; 9 is shown. */
const before = `
insert into club_member (member_id, display_name, created_time) select n::text, 'x', now() from generate_series(1, 6) n;
insert into club_group (group_id, name, cover_url, intro, rules, places, join_mode, created_time) values ('1', 'x', 'x', 'x', 'x', 9, 'open', now());
insert into club_article (article_id, group_id, member_id, title, content, status, created_time)
  select n::text, '1', '1', 'x', 'x', case n when 9 then 1 else 2 end, now() from generate_series(5, 9) n;
insert into club_comment (comment_id, article_id, member_id, content, status, created_time) values ('5', '9', '1', 'x', 2, now()), ('7', '9', '1', 'x', 2, now());
insert into club_report (report_id, member_id, kind, target_id, reason, detail, created_time, settled_time, decision)
  values ('1', '2', 'article', '5', 'spam', '', now(), now(), 'hide'), ('2', '2', 'comment', '5', 'spam', '', now(), now(), 'bar'),
    ('3', '2', 'article', '8', 'spam', '', now(), now(), 'reject'),
    ('4', '1', 'article', '7', 'review', '', now(), now(), null), ('5', '1', 'article', '9', 'review', '', now(), now(), null);
insert into club_report (report_id, member_id, kind, target_id, reason, detail, created_time)
  select '1' || n, n::text, 'article', '6', 'spam', '', now() from generate_series(2, 6) n`;

test("P23 the migration records who has hidden content, and opens review requests that operators have not seen", async () => {
  const { db } = await connectDatabase({ pglite: await PGlite.create() });
  await migrate(db, undefined, "0060_page_plan");
  for (const statement of before.split(";\n")) await sql.raw(statement).execute(db);
  await migrate(db);
  const { rows } = await sql<{ id: string; hidden_by: string | null }>`
    select 'article ' || article_id as id, hidden_by from club_article
    union all select 'comment ' || comment_id, hidden_by from club_comment order by 1`.execute(db);
  expect(rows.map(({ id, hidden_by }) => [id, hidden_by])).toEqual([
    ["article 5", "operators"],
    ["article 6", "complaints"],
    ["article 7", "leaders"],
    ["article 8", "leaders"],
    ["article 9", null],
    ["comment 5", "operators"],
    ["comment 7", "leaders"],
  ]);
  const { rows: reviews } = await sql<{ waits: boolean }>`
    select settled_time is null as waits from club_report where reason = 'review' order by report_id`.execute(
    db,
  );
  expect(reviews.map(({ waits }) => waits)).toEqual([true, false]);
  await db.destroy();
});
