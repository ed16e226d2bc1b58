// Prints which share of the statements leaves the primary for a replica under mixed use. A PostgreSQL with a streaming
// replica is started for it. Run after a build:
//   node bench/replica/index.ts      60 s
//   node bench/replica/index.ts 20   20 s
import { setTimeout } from "node:timers/promises";
import { listNearby, showNearby } from "#contract/activity/activity.ts";
import { likeArticle, listArticles, listComments, showArticle } from "#contract/club/articles.ts";
import { listNotifications } from "#contract/club/members.ts";
import { showSignUp } from "#contract/signup/signup.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { activityFilters, findActivity } from "../../e2e/testing/activities.ts";
import { contractClient } from "../../e2e/testing/contract-client.ts";
import { newClient, submitUntilAnswered } from "../../e2e/testing/faults/clients.ts";
import { newPerson } from "../../e2e/testing/people.ts";
import { startProduct } from "../../e2e/testing/product.ts";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { startPostgres } from "../../server/testing/database/postgres-cluster.ts";

const seconds = Number(process.argv[2] ?? "60");
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const oneOf = <T>(of: readonly T[]): T => {
  const found = of[Math.floor(Math.random() * of.length)];
  if (found === undefined) throw new Error("the demo brand has nothing of this kind");
  return found;
};

const cluster = await startPostgres(findPostgres() ?? "");
const replica = await cluster.startReplica();
const product = await startProduct({
  RATE_LIMITS: "off",
  DATABASE_URL: cluster.url("postgres"),
  DATABASE_READ_URL: replica.url("postgres"),
});
const { origin } = product;
const visitor = contractClient(origin);
const open = await findActivity(origin, (one) => activityFilters.plain(one) && one.remaining === null);
const { list } = await visitor(listNearby, { cityCode: "310100", size: 50 });
const articles = (await visitor(listArticles, { pageSize: 20 })).list;
const people = await Promise.all(Array.from({ length: 50 }, () => newPerson(origin)));
const as = () => contractClient(origin, { token: oneOf(people).token });
const article = () => ({ articleId: oneOf(articles).articleId });

/** Actions of people with their relative frequencies. */
const actions: readonly (readonly [number, () => Promise<unknown>])[] = [
  [6, async () => (await fetch(`${origin}${WEB_BASE}${oneOf(["", "list", "club"])}`)).arrayBuffer()],
  [4, () => visitor(showNearby, { id: oneOf(list).activityId })],
  [6, () => visitor(listNearby, { cityCode: "310100", longitude: 121 + Math.random(), latitude: 31.2 })],
  [
    3,
    () =>
      visitor(listNearby, {
        cityCode: "310100",
        keyword: `${oneOf(["试驾", "露营", "新车"])}${Math.random()}`,
      }),
  ],
  [6, () => as()(listArticles, { pageSize: 20 })],
  [4, () => as()(showArticle, article())],
  [4, () => as()(listComments, article())],
  [2, () => as()(listNotifications, {})],
  [3, () => as()(showSignUp, { activityId: oneOf(list).activityId })],
  [1, () => as()(likeArticle, { ...article(), liked: Math.random() < 0.5 })],
  [1, async () => submitUntilAnswered(origin, open.activityId, await newClient(origin, open))],
];
const total = actions.reduce((sum, [share]) => sum + share, 0);
async function runOne(): Promise<void> {
  let at = Math.random() * total;
  for (const [share, run] of actions) if ((at -= share) < 0) return void (await run());
}

/** Statements until now by database, and why some went to the primary. */
async function figures(): Promise<Record<string, number>> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const lines = text.matchAll(
    /^database_(?:statement_duration_seconds_count|replica_fallbacks_total)\{(?:database|reason)="(\w+)"[^}]*\} (\d+)/gm,
  );
  return Object.fromEntries(Array.from(lines, ([, name = "", value]) => [name, Number(value)]));
}

let done = 0;
let failed = 0;
try {
  const before = await figures();
  const end = performance.now() + seconds * 1_000;
  const act = async (): Promise<void> => {
    while (performance.now() < end) {
      await runOne().then(
        () => done++,
        () => failed++,
      );
      await setTimeout(20 + Math.random() * 60);
    }
  };
  await Promise.all(Array.from({ length: 8 }, act));
  const after = await figures();
  const of = (name: string): number => (after[name] ?? 0) - (before[name] ?? 0);
  const [onPrimary, onReplica] = [of("primary"), of("replica")];
  say(`${done} actions in ${seconds} s, ${failed} failed`);
  say(`statements: ${onPrimary} on the primary, ${onReplica} on the replica`);
  say(`share that left the primary: ${((100 * onReplica) / (onPrimary + onReplica)).toFixed(1)} %`);
  say(
    `to the primary because of the replica: ${["behind", "away", "statement", "write"].map((name) => `${of(name)} ${name}`).join(", ")}`,
  );
} finally {
  await product.stop();
  await replica.stop();
  await cluster.stop();
}
