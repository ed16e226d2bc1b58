// The car club's feeds over 1,000,000 articles of 100,000 members, without any cache:
//   node bench/club/feed.ts             a PostgreSQL started for it
//   node bench/club/feed.ts 50000       fewer articles, on PGlite
// Prints p50 and p99 of one client's pages, as members drawn at random, and of likes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { articlesStore, type FeedQuery } from "../../server/club/article/articles-store.ts";
import { commentsStore } from "../../server/club/comment/comments-store.ts";
import { groupsStore } from "../../server/club/group/groups-store.ts";
import { membersStore } from "../../server/club/member/members-store.ts";
import { shanghaiMidnight, BEFORE_NEWEST } from "../../server/club/rules.ts";
import { relations, relationWriter } from "../../server/club/relation-store.ts";
import { connectDatabase, type Database } from "../../server/database/connection/database.ts";
import { migrate } from "../../server/database/migrations/migrate.ts";
import { startPostgres } from "../../server/testing/database/postgres-cluster.ts";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { fillClub, clubRowId } from "./fill.ts";
import { quantile, compareToMaximum } from "../measure/statistics.ts";

const few = Number(process.argv[2] ?? 0);
const ARTICLES = few || 1_000_000;
const MEMBERS = Math.ceil(ARTICLES / 10);
const GROUPS = 1_000;
const PAGES = 300;
const drawn = (most: number): number => Math.floor(Math.random() * most);
/** As uneven as what is written: what is looked at most is what most is written in. */
const unevenly = (most: number): number => Math.floor(Math.random() ** 3 * most);
const say = (line: string) => void process.stdout.write(`${line}\n`);

const feeds: Readonly<Record<string, () => Partial<FeedQuery>>> = {
  "home, everybody's": () => ({}),
  "home, everybody's, anywhere": () => ({ after: clubRowId(drawn(ARTICLES)) }),
  "home, of whom one follows": () => ({ scope: "following" }),
  "home, of whom one follows, anywhere": () => ({ scope: "following", after: clubRowId(drawn(ARTICLES)) }),
  "home, of a city": () => ({ scope: "city", cityCode: String(310_000 + drawn(50)) }),
  "a group's": () => ({ groupId: clubRowId(drawn(GROUPS)) }),
  "a large group's, anywhere": () => ({
    groupId: clubRowId(unevenly(GROUPS)),
    after: clubRowId(drawn(ARTICLES)),
  }),
  "a group's, the chosen ones": () => ({ groupId: clubRowId(unevenly(GROUPS)), isFeatured: true }),
  "a member's": () => ({ memberId: clubRowId(drawn(MEMBERS)) }),
  "a member's who writes much": () => ({ memberId: clubRowId(unevenly(100)) }),
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
const report = async (what: string, run: () => Promise<unknown>): Promise<void> => {
  const times = await timesOf(run);
  say(
    `${compareToMaximum(`${what}, p50`, quantile(times, 0.5), 10, "ms")}; p99 ${quantile(times, 0.99).toFixed(1)} ms`,
  );
};

async function measure(db: Database): Promise<void> {
  const [articles, comments, groups, members] = [
    articlesStore(db),
    commentsStore(db),
    groupsStore(db),
    membersStore(db),
  ];
  const viewer = () => clubRowId(drawn(MEMBERS));
  const midnight = shanghaiMidnight(Date.now());
  for (const [what, asked] of Object.entries(feeds))
    await report(what, () =>
      articles.feed({
        scope: "all",
        isFeatured: false,
        after: BEFORE_NEWEST,
        limit: 11,
        viewer: viewer(),
        ...asked(),
      }),
    );
  await report("home, a visitor's", () =>
    articles.feed({ scope: "all", isFeatured: false, after: BEFORE_NEWEST, limit: 11, viewer: null }),
  );
  await report("an article", () => articles.one(clubRowId(unevenly(ARTICLES)), viewer()));
  await report("its comments", () => comments.list(clubRowId(unevenly(ARTICLES)), viewer(), "", 11));
  await report("comments of those with most", () => comments.list(clubRowId(drawn(50)), viewer(), "", 51));
  await report("home, one's groups", () => groups.mine(viewer(), 20, midnight));
  await report("home, groups near", () => groups.near(viewer(), String(310_000 + drawn(50)), 10, midnight));
  await report("home, groups for everybody", () => groups.forSeries(viewer(), [], 10, midnight));
  const people = { status: 2, position: null, limit: 12 } as const;
  await report("a group's people", () => groups.people(clubRowId(unevenly(GROUPS)), viewer(), people));
  await report("whom to mention", () =>
    members.search(`cy${drawn(1_000)}`, viewer(), clubRowId(drawn(GROUPS))),
  );
  const likes = relationWriter(db, relations.articleLike);
  const toggle = () => ({ memberId: viewer(), isOn: Math.random() < 0.7, time: new Date() });
  await report("a like", () => likes.add(clubRowId(drawn(ARTICLES)), toggle()));
}

const folder = mkdtempSync(join(tmpdir(), "marque-bench-"));
// Filling is no part of what is measured; what is written afterwards is as durable as elsewhere.
const settings = { shared_buffers: "256MB", max_wal_size: "4GB" };
const server = few ? null : await startPostgres(findPostgres() ?? "", { settings });
try {
  const { db } = await connectDatabase(server ? { url: server.url("postgres") } : { dataDir: folder });
  await migrate(db);
  const started = performance.now();
  await fillClub(db, { articles: ARTICLES, members: MEMBERS, groups: GROUPS }, (step, seconds) =>
    say(`  ${step}: ${seconds.toFixed(1)} s`),
  );
  const seconds = Math.round((performance.now() - started) / 1_000);
  say(
    `${server ? "PostgreSQL" : "PGlite"}, ${ARTICLES} articles, ${MEMBERS} members, filled in ${seconds} s`,
  );
  await measure(db);
  await db.destroy();
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
