// Measures the car club's feeds over 1,000,000 articles of 100,000 members, without caches:
//   node bench/club/feed.ts             a PostgreSQL started for it
//   node bench/club/feed.ts 50000       fewer articles, on PGlite
// Prints p50 and p99 of one client's pages for random members, and of likes.
import { startOfShanghaiDay } from "#contract/core/shanghai-date.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { articlesStore, type FeedQuery } from "../../server/club/article/articles-store.ts";
import { commentsStore } from "../../server/club/comment/comments-store.ts";
import { groupsStore } from "../../server/club/group/groups-store.ts";
import { membersStore } from "../../server/club/member/members-store.ts";
import { MAX_ID } from "../../server/club/cursors.ts";
import { relations, relationWriter } from "../../server/club/relation-store.ts";
import { connectDatabase, type Database } from "../../server/database/connection/database.ts";
import { migrate } from "../../server/database/migrations/migrate.ts";
import { startPostgres } from "../../server/testing/database/postgres-cluster.ts";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { fillClub, clubRowId } from "./fill.ts";
import { quantile, compareToMaximum } from "../measure/statistics.ts";

const requestedArticles = Number(process.argv[2] ?? 0);
const ARTICLES = requestedArticles || 1_000_000;
const MEMBERS = Math.ceil(ARTICLES / 10);
const GROUPS = 1_000;
const PAGES = 300;
const randomBelow = (max: number): number => Math.floor(Math.random() * max);
/** Skewed like the data: groups with many articles are read most. */
const skewedBelow = (max: number): number => Math.floor(Math.random() ** 3 * max);
const say = (line: string) => void process.stdout.write(`${line}\n`);

const feeds: Readonly<Record<string, () => Partial<FeedQuery>>> = {
  home: () => ({}),
  "home, random page": () => ({ after: clubRowId(randomBelow(ARTICLES)) }),
  "home, following": () => ({ scope: "following" }),
  "home, following, random page": () => ({ scope: "following", after: clubRowId(randomBelow(ARTICLES)) }),
  "home, a city": () => ({ scope: "city", cityCode: String(310_000 + randomBelow(50)) }),
  "a group": () => ({ groupId: clubRowId(randomBelow(GROUPS)) }),
  "a large group, random page": () => ({
    groupId: clubRowId(skewedBelow(GROUPS)),
    after: clubRowId(randomBelow(ARTICLES)),
  }),
  "a group, featured": () => ({ groupId: clubRowId(skewedBelow(GROUPS)), isFeatured: true }),
  "a member": () => ({ memberId: clubRowId(randomBelow(MEMBERS)) }),
  "a member with many articles": () => ({ memberId: clubRowId(skewedBelow(100)) }),
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
  const viewer = () => clubRowId(randomBelow(MEMBERS));
  const midnight = startOfShanghaiDay(Date.now());
  for (const [what, asked] of Object.entries(feeds))
    await report(what, () =>
      articles.listFeed({
        scope: "all",
        isFeatured: false,
        after: MAX_ID,
        limit: 11,
        viewer: viewer(),
        ...asked(),
      }),
    );
  await report("home, visitor", () =>
    articles.listFeed({ scope: "all", isFeatured: false, after: MAX_ID, limit: 11, viewer: null }),
  );
  await report("an article", () => articles.find(clubRowId(skewedBelow(ARTICLES)), viewer()));
  await report("comments of an article", () =>
    comments.list(clubRowId(skewedBelow(ARTICLES)), viewer(), "", 11),
  );
  await report("comments of the most commented articles", () =>
    comments.list(clubRowId(randomBelow(50)), viewer(), "", 51),
  );
  await report("home, own groups", () => groups.listOwn(viewer(), 20, midnight));
  await report("home, groups near", () =>
    groups.listNear(viewer(), String(310_000 + randomBelow(50)), 10, midnight),
  );
  await report("home, largest groups", () => groups.listForSeries(viewer(), [], 10, midnight));
  const people = { status: 2, position: null, limit: 12 } as const;
  await report("members of a group", () =>
    groups.listMembers(clubRowId(skewedBelow(GROUPS)), viewer(), people),
  );
  await report("mention search", () =>
    members.search(`cy${randomBelow(1_000)}`, viewer(), clubRowId(randomBelow(GROUPS))),
  );
  const likes = relationWriter(db, relations.articleLike);
  const toggle = () => ({ memberId: viewer(), isOn: Math.random() < 0.7, time: new Date() });
  await report("a like", () => likes.add(clubRowId(randomBelow(ARTICLES)), toggle()));
}

const folder = mkdtempSync(join(tmpdir(), "marque-bench-"));
// Filling is not measured; durability of the measured writes is as in production.
const settings = { shared_buffers: "256MB", max_wal_size: "4GB" };
const server = requestedArticles ? null : await startPostgres(findPostgres() ?? "", { settings });
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
