import { sql } from "kysely";
import type { Database } from "../../server/database/connection/database.ts";

/** How large a club is; ids of each kind are `idOf` 0, 1, 2, … */
export type ClubSize = { readonly articles: number; readonly members: number; readonly groups: number };
const FIRST = 10n ** 18n;
export const clubRowId = (number: number): string => String(FIRST + BigInt(number));
const id = (number: string) => sql.raw(`(${FIRST} + ${number})::text`);
/** Some groups and people have far more than others, as everywhere: a share of a share. */
const uneven = (most: number) => id(`(floor(power(random(), 3) * ${most}))::int`);

/** What is filled, by what it is called; rows that are there twice are there once. */
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
    select distinct ${uneven(groups)}, ${id(`n % ${members}`)}, 2, now() from generate_series(0, ${3 * members}::int) n`,
  follows: sql`insert into club_member_follow (followed_id, member_id, created_time)
    select distinct followed, follower, now() from (select ${uneven(members)} as followed,
      ${id(`n % ${members}`)} as follower from generate_series(0, ${30 * members}::int) n) f where followed <> follower`,
  blocks: sql`insert into club_member_block (member_id, blocked_id, created_time)
    select ${id("n")}, ${id("n + 1")}, now() from generate_series(0, ${members - 2}::int, 3) n`,
  articles: sql`insert into club_article (article_id, group_id, member_id, title, content, images, likes, is_featured, created_time)
    select ${id("n")}, ${uneven(groups)}, ${uneven(members)}, '标题' || n,
      '<p>' || repeat('雾从山脚漫上来的时候，车里没人说话。', 4) || '</p>', array['/media/a.svg'], 0, n % 40 = 0,
      now() - (${articles}::int - n) * interval '20 seconds'
    from generate_series(0, ${articles - 1}::int) n`,
  likes: sql`insert into club_article_like (article_id, member_id, created_time)
    select distinct ${id(`n % ${articles}`)}, ${uneven(members)}, now() from generate_series(0, ${2 * articles}::int) n`,
  comments: sql`insert into club_comment (comment_id, article_id, member_id, content, created_time)
    select ${id("n")}, ${uneven(articles)}, ${uneven(members)}, '下次带上我', now()
    from generate_series(0, ${2 * articles - 1}::int) n`,
});
/** Their key is made when they are full: rows in no order cost a look-up each otherwise. */
const KEYED_AFTER = ["club_membership", "club_member_follow", "club_article_like"];

type Made = { readonly drop: string; readonly make: string };
/** Indexes of the club's tables, and the keys of those above. */
async function indexesOf(db: Database): Promise<Made[]> {
  const { rows } = await sql<{ name: string; make: string; table_name: string; key: string | null }>`
    select i.relname as name, pg_get_indexdef(x.indexrelid) as make, t.relname as table_name,
      pg_get_constraintdef(c.oid) as key
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    left join pg_constraint c on c.conindid = x.indexrelid and c.contype in ('p', 'u')
    where t.relname like 'club\\_%' and (c.oid is null or t.relname = any(${KEYED_AFTER}::text[]))`.execute(
    db,
  );
  return rows.map(({ name, make, table_name: table, key }) =>
    key === null
      ? { drop: `drop index ${name}`, make }
      : {
          drop: `alter table ${table} drop constraint ${name}`,
          make: `alter table ${table} add constraint ${name} ${key}`,
        },
  );
}

/**
 * Fills an empty club: without references being looked up, and without indexes, which are made at the end.
 * @param say told of each step, with how long it took in seconds
 */
export function fillClub(
  db: Database,
  size: ClubSize,
  say: (step: string, seconds: number) => void,
): Promise<void> {
  const timed = async (step: string, work: () => Promise<unknown>): Promise<void> => {
    const started = performance.now();
    await work();
    say(step, (performance.now() - started) / 1_000);
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
      for (const { make } of indexes) await run(make);
    });
    await run("set session_replication_role = origin");
    await timed("statistics", () => run("analyze"));
  });
}
