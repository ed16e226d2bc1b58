// Kills the server (SIGKILL) at random times during sign-ups and restarts it; all clients retry unanswered
// requests, as the web client does: the same form with the same Idempotency-Key. Then all responses ever
// received are compared with the database. Run after a build:
//   node bench/faults/kills.ts 100 pglite       number of kills, on embedded PGlite
//   node bench/faults/kills.ts 100 postgres     on a PostgreSQL started for it
// Two such commands in parallel, on two cores, kill nearly twice as often; a start is 2 s of work. Each kill
// is one line in KILLS_FOLDER (kills-pglite.jsonl); the table counts all of them, so that an interrupted run
// can be continued.
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { findActivity, activityFilters } from "../../e2e/testing/activities.ts";
import {
  verifySignUps,
  newClient,
  sendSignUp,
  submitUntilAnswered,
  type SignUpClient,
} from "../../e2e/testing/faults/clients.ts";
import { startProduct, type RunningProduct } from "../../e2e/testing/product.ts";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { connectDatabase, type DatabaseSource } from "../../server/database/connection/database.ts";
import { startPostgres } from "../../server/testing/database/postgres-cluster.ts";
import { median, quantile } from "../measure/statistics.ts";

const [count = "20", kind = "pglite"] = process.argv.slice(2);
/** Concurrent sign-ups at each kill. */
const CONCURRENCY = 6;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Outcome of one kill. */
type KillOutcome = {
  readonly people: number;
  /** Answered before the kill; interrupted by it. */
  readonly before: number;
  readonly interrupted: number;
  /** Acknowledged records that are missing, and records beyond one per person. */
  readonly lost: number;
  readonly doubled: number;
  /** Time from the start of the process to its last line of output, ms. */
  readonly restart: number;
};

type KillSetup = { readonly settings: Record<string, string>; readonly activity: ActivityDetail };
/** Kills the running product during a burst, restarts it, and verifies the records. */
async function killOnce(
  running: RunningProduct,
  { settings, activity }: KillSetup,
  burst: number,
): Promise<{ product: RunningProduct; outcome: KillOutcome }> {
  const { activityId: id } = activity;
  const clients = await Promise.all(
    Array.from({ length: CONCURRENCY }, () => newClient(running.origin, activity)),
  );
  // Staggered, so that the kill finds some answered, some in progress and some not yet sent.
  const tap = async (client: SignUpClient): Promise<boolean> => {
    await setTimeout(Math.random() * burst);
    return sendSignUp(running.origin, id, client);
  };
  const first = Promise.allSettled(clients.map(tap));
  await setTimeout(Math.random() * burst);
  const before = clients.filter(({ told }) => told.length > 0).length;
  process.kill(running.pid, "SIGKILL");
  await first;
  await running.stop();
  const started = performance.now();
  const product = await startProduct(settings);
  const restart = performance.now() - started;
  await Promise.all(clients.map((client) => submitUntilAnswered(product.origin, id, client)));
  // Repeats each request, as a person who did not see the response: it must be the same.
  await Promise.all(clients.map((client) => submitUntilAnswered(product.origin, id, client)));
  const { lost, doubled } = await verifySignUps(product.origin, clients);
  // Two responses after the restart; a third one before the kill.
  const interrupted = clients.filter(({ told }) => told.length < 3).length;
  return { product, outcome: { people: clients.length, before, interrupted, lost, doubled, restart } };
}

/** Finds an activity with seats for all, and measures the duration of a burst without a kill, ms. */
async function prepare(product: RunningProduct): Promise<{ activity: ActivityDetail; burst: number }> {
  const activity = await findActivity(
    product.origin,
    (one) => activityFilters.plain(one) && one.remaining === null,
  );
  const clients = await Promise.all(
    Array.from({ length: CONCURRENCY }, () => newClient(product.origin, activity)),
  );
  const started = performance.now();
  await Promise.all(
    clients.map((client) => submitUntilAnswered(product.origin, activity.activityId, client)),
  );
  return { activity, burst: 1.3 * (performance.now() - started) };
}

/** Seats counted as taken without a record, over all activities. */
async function excessSeats(source: DatabaseSource): Promise<number> {
  const { db } = await connectDatabase(source);
  const { rows } = await sql<{ excess: number }>`
    select (sum(taken) - (select count(*) from signup))::int as excess from activity`.execute(db);
  await db.destroy();
  return rows[0]?.excess ?? Number.NaN;
}

function table(file: string): void {
  const all = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as KillOutcome);
  const sum = (of: (one: KillOutcome) => number): number => all.reduce((total, one) => total + of(one), 0);
  const restarts = all.map(({ restart }) => restart / 1_000);
  say(`\n${kind}: ${all.length} kills, ${sum(({ people }) => people)} sign-ups in progress`);
  say(`  answered before the kill    ${sum(({ before }) => before)}`);
  say(`  interrupted and repeated    ${sum(({ interrupted }) => interrupted)}`);
  say(`  lost                        ${sum(({ lost }) => lost)}`);
  say(`  doubled                     ${sum(({ doubled }) => doubled)}`);
  const [middle, slow] = [median(restarts), quantile(restarts, 0.95)];
  say(`  restart, s                  median ${middle.toFixed(1)}, p95 ${slow.toFixed(1)}`);
  if (sum(({ lost, doubled }) => lost + doubled) > 0) process.exitCode = 1;
}

const folder = process.env["KILLS_FOLDER"] ?? join(tmpdir(), "marque-kills");
mkdirSync(folder, { recursive: true });
const file = join(folder, `kills-${kind}.jsonl`);
const dataDir = mkdtempSync(join(folder, "data-"));
const cluster = kind === "postgres" ? await startPostgres(findPostgres() ?? "") : null;
const source: DatabaseSource = cluster
  ? { url: cluster.url("postgres") }
  : { dataDir: join(dataDir, "pglite") };
const settings = {
  DATA_DIR: dataDir,
  RATE_LIMITS: "off",
  ...("url" in source && { DATABASE_URL: source.url }),
};
let product = await startProduct(settings);
try {
  // The demo brand's activities count seats without records; only one process can open an embedded database.
  await product.stop();
  const initialExcess = await excessSeats(source);
  product = await startProduct(settings);
  const prepared = await prepare(product);
  const { activity } = prepared;
  let { burst } = prepared;
  say(`${kind}: ${CONCURRENCY} concurrent sign-ups take ${(burst / 1.3).toFixed(0)} ms`);
  for (let at = 1; at <= Number(count); at++) {
    const killed = await killOnce(product, { settings, activity }, burst);
    product = killed.product;
    appendFileSync(file, `${JSON.stringify(killed.outcome)}\n`);
    const { people, before, interrupted, lost, doubled, restart } = killed.outcome;
    // Most kills should hit the middle of a burst, whatever the current speed of the machine.
    if (before === people) burst *= 0.75;
    if (before === 0) burst *= 1.25;
    say(
      `kill ${at}: ${before} answered before, ${interrupted} interrupted, lost ${lost}, doubled ${doubled}, ` +
        `restarted after ${(restart / 1_000).toFixed(1)} s`,
    );
  }
  await product.stop();
  const miscounted = (await excessSeats(source)) - initialExcess;
  say(`difference between counted and recorded seats in this run: ${miscounted}`);
  if (miscounted !== 0) process.exitCode = 1;
} finally {
  await product.stop();
  await cluster?.stop();
  rmSync(dataDir, { recursive: true, force: true });
  if (existsSync(file)) table(file);
}
