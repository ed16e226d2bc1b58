// Compares the collector with a bare Node server that discards the same bodies, and measures the effect of a
// flood of events on the list of nearby activities. Run after a build:
//   node bench/tracking/collector.ts             embedded PGlite
//   node bench/tracking/collector.ts postgres    a PostgreSQL started for it
//   node bench/tracking/collector.ts postgres copies    with pictures in a bucket, so that events are copied
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { createInterface } from "node:readline/promises";
import { setTimeout } from "node:timers/promises";
import { startProduct } from "../../e2e/testing/product.ts";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { startBucket } from "../../server/testing/bucket.ts";
import { freePort, startPostgres } from "../../server/testing/database/postgres-cluster.ts";
import { median, quantile, compareToMaximum, compareToMinimum } from "../measure/statistics.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 7);
const SECONDS = Number(process.env["SECONDS"] ?? 4);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const sa = "/sa?project=dianshang";
const nearby =
  "/mall-api/cop-marketing-activity/api/v1/activity/page/nearby?longitude=121.48&latitude=31.22&cityCode=310100&size=20";

type Flood = { requests: number; refused: number; errors: number };
/** Runs a flood in another process. @returns promises of its start and its result */
function flood(
  address: string,
  seconds: number,
  perRequest = 1,
): { begun: Promise<unknown>; ended: Promise<Flood> } {
  const child = spawn(
    process.execPath,
    ["bench/tracking/flood.ts", address, String(seconds), "50", String(perRequest)],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const lines = createInterface(child.stdout);
  const begun = once(lines, "line");
  const ended = begun.then(() => once(lines, "line")).then(([line]) => JSON.parse(String(line)) as Flood);
  return { begun, ended };
}

async function figures(origin: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const found = text.matchAll(/^tracking_events_total\{outcome="(\w+)",process="1"\} (\d+)$/gm);
  return Object.fromEntries([...found].map(([, name = "", value]) => [name, Number(value)]));
}
const dropped = async (origin: string): Promise<number> => {
  const { stored = 0, duplicate = 0, ...others } = await figures(origin);
  void [stored, duplicate];
  return Object.values(others).reduce((sum, value) => sum + value, 0);
};

/**
 * Waits until all accepted events are stored, so that a round does not affect the next one. @returns duration
 * in s
 */
async function drained(origin: string): Promise<number> {
  const since = performance.now();
  for (;;) {
    const text = await (await fetch(`${origin}/metrics`)).text();
    if (/^tracking_held_bytes\{process="1"\} 0$/m.test(text)) return (performance.now() - since) / 1_000;
    // Requests count as use of the product for a moment, during which storing is throttled.
    await setTimeout(1_500);
  }
}

/** Rates of both servers, in alternating rounds. */
async function rates(origin: string, sink: string, perRequest: number): Promise<void> {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await flood(sink, SECONDS, perRequest).ended;
    const before = await dropped(origin);
    // Requests for metrics count as use of the product for a moment, during which the collector is throttled.
    await setTimeout(500);
    const ours = await flood(origin + sa, SECONDS, perRequest).ended;
    ratios.push(ours.requests / bare.requests);
    const lost = (await dropped(origin)) - before;
    const took = await drained(origin);
    say(
      `round ${round + 1}: bare ${bare.requests.toFixed(0)}/s, collector ${ours.requests.toFixed(0)}/s, refused ${ours.refused}, dropped ${lost}, all stored ${took.toFixed(0)} s later`,
    );
  }
  const what = perRequest === 1 ? "beacons" : `lists of ${perRequest}, spooled to disk`;
  say(
    compareToMinimum(
      `collector, relative to a bare server, ${what}`,
      median(ratios),
      perRequest === 1 ? 0.5 : 0,
      "×",
    ),
  );
}

/** Durations of sequential searches with short pauses, in ms. */
async function searches(origin: string, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    const started = performance.now();
    await new Promise<void>((resolve, reject) => {
      get(origin + nearby, { agent }, (answer) => {
        answer.resume();
        answer.once("end", resolve);
      }).once("error", reject);
    });
    times.push(performance.now() - started);
    await setTimeout(4);
  }
  agent.destroy();
  return times;
}

/** Effect of a flood on the latency of searches. */
async function latency(origin: string): Promise<void> {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const quiet = quantile(await searches(origin, SECONDS), 0.99);
    const flooding = flood(origin + sa, SECONDS + 2);
    await flooding.begun;
    await setTimeout(1_000);
    const flooded = quantile(await searches(origin, SECONDS), 0.99);
    const { requests } = await flooding.ended;
    ratios.push(flooded / quiet);
    say(
      `round ${round + 1}: nearby p99 ${quiet.toFixed(2)} ms, under ${requests.toFixed(0)} events/s ${flooded.toFixed(2)} ms`,
    );
    await drained(origin);
  }
  say(compareToMaximum("nearby p99 under a flood, relative to idle", median(ratios), 1.5, "×"));
}

const cluster = process.argv.includes("postgres") ? await startPostgres(findPostgres() ?? "") : null;
const bucket = process.argv.includes("copies") ? await startBucket() : null;
const product = await startProduct({
  ...(cluster && { DATABASE_URL: cluster.url("postgres") }),
  ...bucket?.settings,
});
const port = await freePort();
const sink = spawn(process.execPath, ["bench/tracking/sink.ts", String(port)], {
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  await once(sink.stdout, "data");
  say(`${cluster ? "PostgreSQL" : "PGlite"}${bucket ? " with copies" : ""}`);
  if (!process.argv.includes("rates")) await latency(product.origin);
  for (const perRequest of [1, 20]) await rates(product.origin, `http://127.0.0.1:${port}/`, perRequest);
  say(JSON.stringify(await figures(product.origin)));
} finally {
  sink.kill();
  await product.stop();
  await bucket?.close();
  await cluster?.stop();
}
