// Kills in the middle of submitting: people sign up, the server is killed (SIGKILL) at a random moment,
// started again, and everybody's client repeats what was not answered, as the web client does: the same
// form under the same Idempotency-Key. Then every answer that ever came is held against what there is.
// Run after a build:
//   node bench/faults/kills.ts 100 pglite       so many kills on embedded PGlite
//   node bench/faults/kills.ts 100 postgres     on a PostgreSQL started for it
// Two such commands beside each other, on two cores, kill nearly twice as often; a start is 2 s of work.
// Each kill is one line in KILLS_FOLDER (kills-pglite.jsonl); the table counts all of them, so that a
// run that was broken off goes on with the next.
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
/** Sign-ups under way at each kill. */
const AT_ONCE = 6;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** What one kill did. */
type KillOutcome = {
  readonly people: number;
  /** Answered before the kill; broken off by it. */
  readonly before: number;
  readonly brokenOff: number;
  /** Records that an answer was given for and that are gone, and those beyond one for each person. */
  readonly lost: number;
  readonly doubled: number;
  /** From the start of the process to its last line, ms. */
  readonly restart: number;
};

type KillSetup = { readonly settings: Record<string, string>; readonly activity: ActivityDetail };
/** Kills the running product somewhere in a burst, starts it again, and judges. */
async function killOnce(
  running: RunningProduct,
  { settings, activity }: KillSetup,
  burst: number,
): Promise<{ product: RunningProduct; outcome: KillOutcome }> {
  const { activityId: id } = activity;
  const clients = await Promise.all(
    Array.from({ length: AT_ONCE }, () => newClient(running.origin, activity)),
  );
  // One after the other, so that the kill finds some answered, some on their way and some not yet sent.
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
  // Once more, as somebody who did not see the answer: it must be the same one.
  await Promise.all(clients.map((client) => submitUntilAnswered(product.origin, id, client)));
  const { lost, doubled } = await verifySignUps(product.origin, clients);
  // Two answers after the restart; a third came before.
  const brokenOff = clients.filter(({ told }) => told.length < 3).length;
  return { product, outcome: { people: clients.length, before, brokenOff, lost, doubled, restart } };
}

/** An activity with seats for all, and how long a burst takes without a kill, ms. */
async function prepare(product: RunningProduct): Promise<{ activity: ActivityDetail; burst: number }> {
  const activity = await findActivity(
    product.origin,
    (one) => activityFilters.plain(one) && one.remaining === null,
  );
  const clients = await Promise.all(
    Array.from({ length: AT_ONCE }, () => newClient(product.origin, activity)),
  );
  const started = performance.now();
  await Promise.all(
    clients.map((client) => submitUntilAnswered(product.origin, activity.activityId, client)),
  );
  return { activity, burst: 1.3 * (performance.now() - started) };
}

/** Of all activities: seats counted as taken beyond the records. */
async function seatsBeyond(source: DatabaseSource): Promise<number> {
  const { db } = await connectDatabase(source);
  const { rows } = await sql<{ beyond: number }>`
    select (sum(taken) - (select count(*) from signup))::int as beyond from activity`.execute(db);
  await db.destroy();
  return rows[0]?.beyond ?? Number.NaN;
}

function table(file: string): void {
  const all = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as KillOutcome);
  const sum = (of: (one: KillOutcome) => number): number => all.reduce((total, one) => total + of(one), 0);
  const restarts = all.map(({ restart }) => restart / 1_000);
  say(`\n${kind}: ${all.length} kills, ${sum(({ people }) => people)} sign-ups under way`);
  say(`  answered before the kill    ${sum(({ before }) => before)}`);
  say(`  broken off and repeated     ${sum(({ brokenOff }) => brokenOff)}`);
  say(`  lost                        ${sum(({ lost }) => lost)}`);
  say(`  doubled                     ${sum(({ doubled }) => doubled)}`);
  const [half, most] = [median(restarts), quantile(restarts, 0.95)];
  say(`  start again, s              median ${half.toFixed(1)}, p95 ${most.toFixed(1)}`);
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
  // The demo brand's activities count seats of people who are none; an embedded database is one process's.
  await product.stop();
  const beyond = await seatsBeyond(source);
  product = await startProduct(settings);
  const prepared = await prepare(product);
  const { activity } = prepared;
  let { burst } = prepared;
  say(`${kind}: ${AT_ONCE} sign-ups at once take ${(burst / 1.3).toFixed(0)} ms`);
  for (let at = 1; at <= Number(count); at++) {
    const killed = await killOnce(product, { settings, activity }, burst);
    product = killed.product;
    appendFileSync(file, `${JSON.stringify(killed.outcome)}\n`);
    const { people, before, brokenOff, lost, doubled, restart } = killed.outcome;
    // Most are to hit the middle, however fast the machine is at the moment.
    if (before === people) burst *= 0.75;
    if (before === 0) burst *= 1.25;
    say(
      `kill ${at}: ${before} answered before, ${brokenOff} broken off, lost ${lost}, doubled ${doubled}, ` +
        `again after ${(restart / 1_000).toFixed(1)} s`,
    );
  }
  await product.stop();
  const miscounted = (await seatsBeyond(source)) - beyond;
  say(`seats counted and not taken, or the other way round, in this run: ${miscounted}`);
  if (miscounted !== 0) process.exitCode = 1;
} finally {
  await product.stop();
  await cluster?.stop();
  rmSync(dataDir, { recursive: true, force: true });
  if (existsSync(file)) table(file);
}
