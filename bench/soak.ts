// Simulates mixed use for a long time: memory and file descriptors of the process must not grow. A PostgreSQL
// is started for it. Run after a build:
//   node bench/soak.ts              40 minutes on PostgreSQL, including 10 of warm-up
//   node bench/soak.ts 3 1          3 minutes, including 1
//   node bench/soak.ts 40 10 pglite on the embedded database
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import sharp from "sharp";
import { listNearby, showNearby } from "#contract/activity/activity.ts";
import { listArticles, likeArticle } from "#contract/club/articles.ts";
import { Refusal } from "#contract/core/errors.ts";
import { headers as names } from "#contract/core/headers.ts";
import { showUser } from "#contract/session/session.ts";
import { showSignUp } from "#contract/signup/signup.ts";
import { uploadPicture } from "#contract/picture/picture.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { findActivity, activityFilters } from "../e2e/testing/activities.ts";
import { contractClient } from "../e2e/testing/contract-client.ts";
import { newClient, submitUntilAnswered } from "../e2e/testing/faults/clients.ts";
import { newPerson, type LoggedInPerson } from "../e2e/testing/people.ts";
import { startProduct } from "../e2e/testing/product.ts";
import { findPostgres } from "../scripts/setup/find-tools.mjs";
import { startPostgres } from "../server/testing/database/postgres-cluster.ts";
import { sampleForm, sampleEvent } from "../server/tracking/test-client.ts";
import { quantile } from "./measure/statistics.ts";

const [minutes = "40", warmUp = "10", kind = "postgres"] = process.argv.slice(2);
const MINUTE = 60_000;
/** Maximum growth of memory per hour, per cent. */
const MAX_SLOPE = 1;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const cluster = kind === "postgres" ? await startPostgres(findPostgres() ?? "") : null;
const product = await startProduct({
  RATE_LIMITS: "off",
  ...(cluster && { DATABASE_URL: cluster.url("postgres") }),
});
const { origin, pid } = product;
const call = contractClient(origin);
const activity = await findActivity(origin, (one) => activityFilters.plain(one) && one.remaining === null);
const { list } = await call(listNearby, { cityCode: "310100", size: 50 });
const articles = (await call(listArticles, { pageSize: 20 })).list;
const people: LoggedInPerson[] = await Promise.all(Array.from({ length: 10 }, () => newPerson(origin)));
const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#246" } })
  .jpeg()
  .toBuffer();

const oneOf = <T>(of: readonly T[]): T => {
  const found = of[Math.floor(Math.random() * of.length)];
  if (found === undefined) throw new Error("the demo brand has nothing of this kind");
  return found;
};
async function get(address: string): Promise<void> {
  const answer = await fetch(new URL(address, origin));
  await answer.arrayBuffer();
  if (answer.status >= 500) throw new Refusal("internal");
}
const page = (path: string): Promise<void> => get(`${WEB_BASE}${path}`);
const keywords = ["试驾", "露营", "新车", "夜游", "亲子", "x"];

/** Actions of people with their relative frequencies. */
const actions: Readonly<Record<string, readonly [number, () => Promise<unknown>]>> = {
  pages: [
    6,
    () =>
      page(
        oneOf([
          "",
          "list",
          "club",
          `offline/${oneOf(list).activityId}`,
          `list?cityCode=${oneOf(["310100", "110100", "440100"])}`,
        ]),
      ),
  ],
  lists: [6, () => call(listNearby, { cityCode: oneOf(["310100", "110100"]), size: 20 })],
  details: [4, () => call(showNearby, { id: oneOf(list).activityId })],
  search: [
    3,
    () =>
      call(listNearby, {
        cityCode: "310100",
        keyword: oneOf(keywords) + oneOf(["", "", "", "1", "2", "3"]),
      }),
  ],
  "own data": [
    3,
    async () => {
      const { token } = oneOf(people);
      await contractClient(origin, { token })(showUser, {});
      await contractClient(origin, { token })(showSignUp, { activityId: oneOf(list).activityId });
    },
  ],
  "sign-ups": [
    1,
    async () => submitUntilAnswered(origin, activity.activityId, await newClient(origin, activity)),
  ],
  likes: [
    3,
    () =>
      contractClient(origin, { token: oneOf(people).token })(likeArticle, {
        articleId: oneOf(articles).articleId,
        liked: Math.random() < 0.5,
      }),
  ],
  events: [
    6,
    async () => {
      const answer = await fetch(`${origin}/sa?project=default`, {
        method: "POST",
        headers: { "content-type": "text/plain;charset=UTF-8" },
        body: sampleForm.list([sampleEvent(), sampleEvent()]),
      });
      await answer.arrayBuffer();
    },
  ],
  pictures: [
    3,
    () =>
      get(
        `${new URL(oneOf(list).coverUrl, origin).pathname}?x-oss-process=image/resize,m_fill,w_${100 + 10 * Math.floor(Math.random() * 40)},h_300/quality,q_75/format,auto`,
      ),
  ],
  uploads: [
    0.2,
    async () => {
      const answer = await fetch(`${origin}/mall-api/${uploadPicture.paths[0]}`, {
        method: "POST",
        headers: { "content-type": "image/jpeg", [names.accessToken]: oneOf(people).token },
        body: new Uint8Array(picture),
      });
      await answer.arrayBuffer();
      if (answer.status >= 500) throw new Refusal("internal");
    },
  ],
};
const total = Object.values(actions).reduce((sum, [share]) => sum + share, 0);
function randomAction(): [string, () => Promise<unknown>] {
  let at = Math.random() * total;
  for (const [name, [share, run]] of Object.entries(actions)) if ((at -= share) < 0) return [name, run];
  return randomAction();
}

const done = new Map<string, number>();
const failed = new Map<string, number>();
const times: number[] = [];
let isOver = false;
async function runActions(): Promise<void> {
  while (!isOver) {
    const [name, run] = randomAction();
    const started = performance.now();
    try {
      await run();
      done.set(name, (done.get(name) ?? 0) + 1);
    } catch (error) {
      const message = `${name}: ${error instanceof Error ? error.message : "?"}`;
      failed.set(message, (failed.get(message) ?? 0) + 1);
    }
    if (times.length < 200_000) times.push(performance.now() - started);
    await setTimeout(20 + Math.random() * 60);
  }
}

type Sample = {
  readonly at: number;
  readonly resident: number;
  readonly heap: number;
  readonly descriptors: number;
};
const began = performance.now();
async function sample(): Promise<Sample> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return {
    at: (performance.now() - began) / MINUTE,
    resident: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024,
    heap: Number(/^nodejs_heap_size_used_bytes\{process="1"\} (\S+)/m.exec(metrics)?.[1]) / 1024 / 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}
/** Minimum of each half minute: the memory after garbage collection. */
function minima(samples: readonly Sample[], of: (one: Sample) => number): [number, number][] {
  const min = new Map<number, number>();
  for (const one of samples) {
    const slot = Math.floor(one.at * 2);
    min.set(slot, Math.min(min.get(slot) ?? Infinity, of(one)));
  }
  return [...min].map(([slot, value]) => [slot / 2, value]);
}
/** Slope of the least-squares line through the points: growth per hour, in per cent of the mean. */
function slope(points: readonly [number, number][]): number {
  const mean = (of: 0 | 1): number => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const rise = points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return ((rise / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0)) * 60 * 100) / y;
}

const samples: Sample[] = [];
try {
  const workers = Array.from({ length: 8 }, runActions);
  for (let at = 0; performance.now() - began < Number(minutes) * MINUTE; at++) {
    const now = await sample();
    samples.push(now);
    if (at % 24 === 0)
      say(
        `${now.at.toFixed(1).padStart(5)} min  resident ${now.resident.toFixed(0)} MB, heap ${now.heap.toFixed(0)} MB, ${now.descriptors} descriptors`,
      );
    await setTimeout(2_500);
  }
  isOver = true;
  await Promise.all(workers);
} finally {
  isOver = true;
  await product.stop();
  await cluster?.stop();
}

const warm = samples.filter(({ at }) => at >= Number(warmUp));
const rise = {
  resident: slope(minima(warm, (one) => one.resident)),
  heap: slope(minima(warm, (one) => one.heap)),
};
const descriptors = warm.map((one) => one.descriptors);
const firstHalf = Math.max(...descriptors.slice(0, descriptors.length / 2));
const secondHalf = Math.max(...descriptors.slice(descriptors.length / 2));
say(`\n${kind}, ${minutes} min of mixed use, measured after ${warmUp}`);
for (const [name, count] of done) say(`  ${name.padEnd(16)} ${count}`);
say(
  `  time of one, ms   median ${quantile(times, 0.5).toFixed(0)}, p99 ${quantile(times, 0.99).toFixed(0)}, longest ${quantile(times, 1).toFixed(0)}`,
);
for (const [message, count] of failed) say(`  FAILED ${message} ×${count}`);
say(
  `  resident memory   ${warm.at(0)?.resident.toFixed(0)} → ${warm.at(-1)?.resident.toFixed(0)} MB, ${rise.resident.toFixed(1)} % an hour (at most ${MAX_SLOPE})`,
);
say(`  heap minimum      ${rise.heap.toFixed(1)} % an hour`);
say(`  descriptors       at most ${firstHalf} in the first half, ${secondHalf} in the second`);
// Caches are still filling in the first minutes, which is not a leak.
const isLong = Number(minutes) - Number(warmUp) >= 20;
if (!isLong) say("  too short to judge memory");
const isFlat = secondHalf <= firstHalf * 1.1 + 5;
process.exitCode = failed.size === 0 && isFlat && (!isLong || rise.resident <= MAX_SLOPE) ? 0 : 1;
