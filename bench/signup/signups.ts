// Durable sign-ups over HTTP with all features enabled (session, signature, captcha, form, idempotency),
// compared with pgbench's single-row INSERT on the same PostgreSQL, in alternating rounds; and their duration
// at half load. All people have opened the page before, so the server has their sessions in its cache. Run
// after a build:
//   node bench/signup/signups.ts                     3 rounds of 10,000 people over 256 connections
//   ROUNDS=5 PEOPLE=20000 node bench/signup/signups.ts
//   PROCESSES=1 node bench/signup/signups.ts         number of server processes, instead of the better of 1 and 2
import { startProduct, type RunningProduct } from "../../e2e/testing/product.ts";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { connectDatabase } from "../../server/database/connection/database.ts";
import { dataKeySettings, testKeyring } from "../../server/testing/encryption/test-keyring.ts";
import { startPostgres } from "../../server/testing/database/postgres-cluster.ts";
import { warmUpSessions, flood, prepareSignUps, formatStatuses, countSignUps } from "./crowd.ts";
import { bareInserter, postmaster } from "../measure/bare-inserts.ts";
import { cpuSecondsOf, cpuSecondsOfChildren } from "../measure/cpu-time.ts";
import { median, quantile, compareToMaximum, compareToMinimum } from "../measure/statistics.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 3);
/** Warm-up rounds, shown but not counted. */
const WARMING = Number(process.env["WARMING"] ?? 2);
const PEOPLE = Number(process.env["PEOPLE"] ?? 10_000);
const CONNECTIONS = Number(process.env["CONNECTIONS"] ?? 256);
/** Numbers of server processes (`--processes`) to try; the best is measured. */
const PROCESSES = (process.env["PROCESSES"] ?? "1,2").split(",").map(Number);
const bin = findPostgres() ?? "";
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** CPU time per sign-up, µs: of server, database and senders. */
function meter(server: number, database: number) {
  // With several processes the started one only supervises the others.
  const servers = () => cpuSecondsOf(server) + cpuSecondsOfChildren(server);
  const now = () => [servers(), cpuSecondsOfChildren(database), cpuSecondsOf(process.pid)];
  const before = now();
  return (count: number): string =>
    ["server", "database", "senders"]
      .map((name, at) => `${name} ${((((now()[at] ?? 0) - (before[at] ?? 0)) * 1e6) / count).toFixed(0)} µs`)
      .join(", ");
}

const cluster = await startPostgres(bin);
const url = cluster.url("postgres");
const start = (processes: number): Promise<RunningProduct> =>
  startProduct({
    ...dataKeySettings,
    DATABASE_URL: url,
    DEMO_DATA: "0",
    SIMULATORS: "0",
    RATE_LIMITS: "off",
    LOG_LEVEL: "warn",
    PROCESSES: String(processes),
  });
const { db } = await connectDatabase({ url }, testKeyring());

/** Rate of sign-ups by new people. */
async function rateOf({ origin }: RunningProduct): Promise<number> {
  const crowd = await prepareSignUps({ db, origin }, PEOPLE, null);
  await warmUpSessions(origin, crowd);
  const { id, requests } = crowd;
  const { seconds } = await flood(origin, requests, CONNECTIONS);
  return (await countSignUps(db, id)) / seconds;
}
/** Starts the product with the number of processes that achieves the highest rate here. */
async function startBest(): Promise<RunningProduct> {
  let best = { processes: PROCESSES[0] ?? 1, rate: 0 };
  for (const processes of PROCESSES.length > 1 ? PROCESSES : []) {
    const tried = await start(processes);
    // The first run warms up the code.
    await rateOf(tried);
    const rate = await rateOf(tried);
    await tried.stop();
    say(`     ${processes} server processes: ${rate.toFixed(0)} sign-ups/s`);
    if (rate > best.rate) best = { processes, rate };
  }
  say(`     measured: ${best.processes} server processes`);
  return start(best.processes);
}

let product: RunningProduct | null = null;
try {
  product = await startBest();
  const { origin, pid } = product;
  const inserter = await bareInserter(db, url);
  const root = await postmaster(db);
  const ratios: number[] = [];
  const made: number[] = [];
  // V8 keeps compiling until some 20,000 sign-ups: 80 to 200 µs each on other threads.
  for (let round = 1 - WARMING; round <= ROUNDS; round++) {
    const crowd = await prepareSignUps({ db, origin }, PEOPLE, null);
    await warmUpSessions(origin, crowd);
    const { id, requests } = crowd;
    const used = meter(pid, root);
    const run = await flood(origin, requests, CONNECTIONS);
    const each = used(PEOPLE);
    const rate = (await countSignUps(db, id)) / run.seconds;
    const inserts = inserter.measure();
    say(
      `round ${round}: ${rate.toFixed(0)} sign-ups/s (${formatStatuses(run)}; p50 ${median(run.times).toFixed(0)} ms, p99 ${quantile(run.times, 0.99).toFixed(0)} ms; ${each}), bare inserts ${inserts.rate.toFixed(0)}/s (${inserts.cpu.toFixed(0)} µs): ${(rate / inserts.rate).toFixed(2)} ×`,
    );
    if (round > 0) {
      ratios.push(rate / inserts.rate);
      made.push(rate);
    }
  }
  say(compareToMinimum("sign-ups, relative to bare inserts", median(ratios), 0.5, "×"));
  const half = median(made) / 2;
  const calm = await prepareSignUps({ db, origin }, Math.min(PEOPLE, Math.ceil(half * 4)), null);
  await warmUpSessions(origin, calm);
  const { times } = await flood(origin, calm.requests, CONNECTIONS, half);
  say(compareToMaximum(`p99 at half load (${half.toFixed(0)}/s)`, quantile(times, 0.99), 250, "ms"));
} finally {
  await db.destroy();
  await product?.stop();
  await cluster.stop();
}
