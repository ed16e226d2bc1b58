// The car club's feeds over 1,000,000 articles of 100,000 members, without any cache:
//   node bench/community-feed.ts             a PostgreSQL started for it
//   node bench/community-feed.ts 50000       fewer articles, on PGlite
// Prints p50 and p99 of one client's pages, as members drawn at random, and of likes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { articlesStore, type Feed } from "../server/community/articles-store.ts";
import { membersStore } from "../server/community/members-store.ts";
import { NEWEST } from "../server/community/rules.ts";
import { relations, toggleWriter } from "../server/community/toggle.ts";
import { openDatabase, type Database } from "../server/database/database.ts";
import { migrate } from "../server/database/migrate.ts";
import { startCluster } from "../server/testing/postgres.ts";
import { findPostgres } from "../scripts/tools.mjs";
import { quantile, verdict } from "./statistics.ts";

const few = Number(process.argv[2] ?? 0);
const ARTICLES = few || 1_000_000;
const MEMBERS = Math.ceil(ARTICLES / 10);
const GROUPS = 1_000;
const PAGES = 300;
const FIRST = 10n ** 18n;
const idOf = (number: number): string => String(FIRST + BigInt(number));
const drawn = (most: number): number => Math.floor(Math.random() * most);

/** Some groups and people have far more than others, as everywhere: a share of a share. */
const uneven = (most: number) => sql.raw(`(floor(power(random(), 3) * ${most}))::int`);
const id = (number: string) => sql.raw(`(${FIRST} + ${number})::text`);

async function fill(db: Database): Promise<void> {
  await sql`insert into club_member (member_id, display_name, owner, created_time, keyed_name)
    select ${id("n")}, '车友' || n, true, now(), '车友' || n from generate_series(0, ${MEMBERS - 1}::int) n`.execute(
    db,
  );
  await sql`insert into club_member_key (key, member_id)
    select suffix || n, ${id("n")} from generate_series(0, ${MEMBERS - 1}::int) n,
      unnest(array['车友', '友', 'cheyou', 'you', 'cy', 'y']) suffix`.execute(db);
  await sql`insert into club_group (group_id, name, cover_url, intro, rules, province_code, city_code, places, join_mode, created_time)
    select ${id("n")}, '车友会' || n, '', '', '', '310000', (310000 + n % 50)::text, 100000, 'open', now()
    from generate_series(0, ${GROUPS - 1}::int) n`.execute(db);
  await sql`insert into club_membership (group_id, member_id, status, since)
    select (${FIRST.toString()}::bigint + ${uneven(GROUPS)})::text, ${id("n % " + MEMBERS)}, 2, now()
    from generate_series(0, ${3 * MEMBERS}::int) n on conflict do nothing`.execute(db);
  await sql`insert into club_member_follow (followed_id, member_id, created_time)
    select followed, follower, now() from (select (${FIRST.toString()}::bigint + ${uneven(MEMBERS)})::text as followed,
      ${id("n % " + MEMBERS)} as follower from generate_series(0, ${30 * MEMBERS}::int) n) f
    where followed <> follower on conflict do nothing`.execute(db);
  await sql`insert into club_article (article_id, group_id, member_id, title, content, images, likes, created_time)
    select ${id("n")}, (${FIRST.toString()}::bigint + ${uneven(GROUPS)})::text, (${FIRST.toString()}::bigint + ${uneven(MEMBERS)})::text,
      '标题' || n, '<p>' || repeat('雾从山脚漫上来的时候，车里没人说话。', 4) || '</p>', array['/media/a.svg'], 0,
      now() - (${ARTICLES}::int - n) * interval '20 seconds'
    from generate_series(0, ${ARTICLES - 1}::int) n`.execute(db);
  await sql`insert into club_article_like (article_id, member_id, created_time)
    select ${id(`n % ${ARTICLES}`)}, (${FIRST.toString()}::bigint + ${uneven(MEMBERS)})::text, now()
    from generate_series(0, ${2 * ARTICLES}::int) n on conflict do nothing`.execute(db);
  await sql`insert into club_member_block (member_id, blocked_id, created_time)
    select ${id("n")}, ${id("n + 1")}, now() from generate_series(0, ${MEMBERS - 2}::int, 3) n`.execute(db);
  for (const table of [
    "member",
    "member_key",
    "membership",
    "member_follow",
    "article",
    "article_like",
    "member_block",
    "group",
  ])
    await sql.raw(`analyze club_${table}`).execute(db);
}

const feeds: Readonly<Record<string, () => Partial<Feed>>> = {
  "everybody's, first page": () => ({}),
  "everybody's, anywhere": () => ({ after: idOf(drawn(ARTICLES)) }),
  "of whom one follows": () => ({ scope: "following" }),
  "of whom one follows, anywhere": () => ({ scope: "following", after: idOf(drawn(ARTICLES)) }),
  "of a city": () => ({ scope: "city", cityCode: String(310_000 + drawn(50)) }),
  "of a group": () => ({ groupId: idOf(drawn(GROUPS)) }),
  "of a member": () => ({ memberId: idOf(drawn(MEMBERS)) }),
};

async function timesOf(run: () => Promise<unknown>): Promise<number[]> {
  for (let warm = 0; warm < 20; warm++) await run();
  const times: number[] = [];
  for (let page = 0; page < PAGES; page++) {
    const started = performance.now();
    await run();
    times.push(performance.now() - started);
  }
  return times;
}
async function measure(db: Database): Promise<void> {
  const articles = articlesStore(db);
  const members = membersStore(db);
  const say = (what: string, times: readonly number[]) =>
    process.stdout.write(
      `${verdict(`${what}, p50`, quantile(times, 0.5), 10, "ms")}; p99 ${quantile(times, 0.99).toFixed(1)} ms\n`,
    );
  for (const [what, asked] of Object.entries(feeds))
    say(
      what,
      await timesOf(() => {
        const viewer = idOf(drawn(MEMBERS));
        return articles.feed({
          scope: "all",
          isFeatured: false,
          after: NEWEST,
          limit: 11,
          viewer,
          ...asked(),
        });
      }),
    );
  say(
    "whom to mention",
    await timesOf(() => members.search(`cy${drawn(1_000)}`, idOf(drawn(MEMBERS)), idOf(drawn(GROUPS)))),
  );
  const likes = toggleWriter(db, relations.articleLike);
  const toggle = () => ({ memberId: idOf(drawn(MEMBERS)), isOn: Math.random() < 0.7, time: new Date() });
  say("a like", await timesOf(() => likes.add(idOf(drawn(ARTICLES)), toggle())));
}

const folder = mkdtempSync(join(tmpdir(), "marque-bench-"));
const server = few ? null : await startCluster(findPostgres() ?? "");
try {
  const { db } = await openDatabase(server ? { url: server.url("postgres") } : { dataDir: folder });
  await migrate(db);
  const started = performance.now();
  await fill(db);
  const seconds = Math.round((performance.now() - started) / 1_000);
  process.stdout.write(
    `${server ? "PostgreSQL" : "PGlite"}, ${ARTICLES} articles, ${MEMBERS} members, filled in ${seconds} s\n`,
  );
  await measure(db);
  await db.destroy();
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
