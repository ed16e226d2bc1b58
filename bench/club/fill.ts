import { sql } from "kysely";
import type { Database } from "../../server/database/connection/database.ts";

/** Size of a club; ids of each kind are `clubRowId` 0, 1, 2, … */
export type ClubSize = { readonly articles: number; readonly members: number; readonly groups: number };
const FIRST = 10n ** 18n;
export const clubRowId = (number: number): string => String(FIRST + BigInt(number));
const id = (number: string) => sql.raw(`(${FIRST} + ${number})::text`);
/** Skewed distribution: some groups and people have far more rows than others. */
const skewedId = (max: number) => id(`(floor(power(random(), 3) * ${max}))::int`);

/** Statements of the import by name; duplicate rows are removed. */
const parts = ({ articles, members, groups }: ClubSize) => ({
  members: sql`insert into club_member (member_id, display_name, owner, created_time, keyed_name)
    select ${id("n")}, '车友' || n, true, now(), '车友' || n from generate_series(0, ${members - 1}::int) n`,
  "search keys": sql`insert into club_member_key (key, member_id)
    select suffix || n, ${id("n")} from generate_series(0, ${members - 1}::int) n,
      unnest(array['车友', '友', 'cheyou', 'you', 'cy', 'y']) suffix`,
  groups: sql`insert into club_group (group_id, name, cover_url, intro, rules, province_code, city_code, places, join_mode, created_time, members)
    select ${id("n")}, '车友会' || n, '', '', '', '310000', (310000 + n % 50)::text, 100000, 'open', now(), n % 977
    from generate_series(0, ${groups - 1}::int) n`,
  memberships: sql`insert into club_membership (group_id, member_id, status, since)
    select distinct ${skewedId(groups)}, ${id(`n % ${members}`)}, 2, now() from generate_series(0, ${3 * members}::int) n`,
  follows: sql`insert into club_member_follow (followed_id, member_id, created_time)
    select distinct followed, follower, now() from (select ${skewedId(members)} as followed,
      ${id(`n % ${members}`)} as follower from generate_series(0, ${30 * members}::int) n) f where followed <> follower`,
  blocks: sql`insert into club_member_block (member_id, blocked_id, created_time)
    select ${id("n")}, ${id("n + 1")}, now() from generate_series(0, ${members - 2}::int, 3) n`,
  articles: sql`insert into club_article (article_id, group_id, member_id, title, content, images, likes, is_featured, created_time)
    select ${id("n")}, ${skewedId(groups)}, ${skewedId(members)}, '标题' || n,
      '<p>' || repeat('雾从山脚漫上来的时候，车里没人说话。', 4) || '</p>', array['/media/a.svg'], 0, n % 40 = 0,
      now() - (${articles}::int - n) * interval '20 seconds'
    from generate_series(0, ${articles - 1}::int) n`,
  likes: sql`insert into club_article_like (article_id, member_id, created_time)
    select distinct ${id(`n % ${articles}`)}, ${skewedId(members)}, now() from generate_series(0, ${2 * articles}::int) n`,
  comments: sql`insert into club_comment (comment_id, article_id, member_id, content, created_time)
    select ${id("n")}, ${skewedId(articles)}, ${skewedId(members)}, '下次带上我', now()
    from generate_series(0, ${2 * articles - 1}::int) n`,
});
/** Tables whose primary key is created after filling: unordered rows would cost an index lookup each. */
const KEYED_AFTER = ["club_membership", "club_member_follow", "club_article_like"];

type IndexStatements = { readonly drop: string; readonly create: string };
/** Indexes of the club's tables, and the keys of the tables above. */
async function indexesOf(db: Database): Promise<IndexStatements[]> {
  const { rows } = await sql<{
    name: string;
    create_statement: string;
    table_name: string;
    key: string | null;
  }>`
    select i.relname as name, pg_get_indexdef(x.indexrelid) as create_statement, t.relname as table_name,
      pg_get_constraintdef(c.oid) as key
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    left join pg_constraint c on c.conindid = x.indexrelid and c.contype in ('p', 'u')
    where t.relname like 'club\\_%' and (c.oid is null or t.relname = any(${KEYED_AFTER}::text[]))`.execute(
    db,
  );
  return rows.map(({ name, create_statement: create, table_name: table, key }) =>
    key === null
      ? { drop: `drop index ${name}`, create }
      : {
          drop: `alter table ${table} drop constraint ${name}`,
          create: `alter table ${table} add constraint ${name} ${key}`,
        },
  );
}

/**
 * Fills an empty club without foreign key checks, and creates indexes at the end.
 * @param report is called after each step with its duration in seconds
 */
export function fillClub(
  db: Database,
  size: ClubSize,
  report: (step: string, seconds: number) => void,
): Promise<void> {
  const timed = async (step: string, work: () => Promise<unknown>): Promise<void> => {
    const started = performance.now();
    await work();
    report(step, (performance.now() - started) / 1_000);
  };
  return db.connection().execute(async (one) => {
    const run = (statement: string) => sql.raw(statement).execute(one);
    await run("set session_replication_role = replica");
    await run("set maintenance_work_mem = '512MB'");
    await run("set work_mem = '256MB'");
    const indexes = await indexesOf(one);
    for (const { drop } of indexes) await run(drop);
    for (const [name, statement] of Object.entries(parts(size)))
      await timed(name, () => statement.execute(one));
    await timed("counters", async () => {
      await run(`update club_group g set articles = n.n from (select group_id, count(*) as n from club_article
        group by group_id) n where n.group_id = g.group_id`);
    });
    await timed(`${indexes.length} indexes`, async () => {
      for (const { create } of indexes) await run(create);
    });
    await run("set session_replication_role = origin");
    await timed("statistics", () => run("analyze"));
  });
}
