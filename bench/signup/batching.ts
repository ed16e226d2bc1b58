// Measures group commit (docs/decisions/0003-group-commit.md): sign-ups over HTTP with all features enabled,
// compared with
// - sign-ups in one transaction each that locks the activity's counter, on the same server, on PostgreSQL
// - sequential single-row inserts into the same embedded PGlite
// The server and the embedded database are in this process, which is started with the flags of `npm start`;
// the sender is another process. Run:
//   node bench/signup/batching.ts
//   ROUNDS=5 PEOPLE=5000 LOCKED=1000 node bench/signup/batching.ts
//   DATABASE=pglite CONNECTIONS=500 node bench/signup/batching.ts
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "kysely";
import { startFlags } from "../../e2e/testing/product.ts";
import { createApp, type Product } from "../../server/app.ts";
import { readConfig } from "../../server/config.ts";
import type { Database, DatabaseSource } from "../../server/database/connection/database.ts";
import { newId } from "../../server/core/ids.ts";
import { newReadableCode, sha256 } from "../../server/core/secrets.ts";
import { dataKeySettings } from "../../server/testing/encryption/test-keyring.ts";
import { startPostgres } from "../../server/testing/database/postgres-cluster.ts";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { warmUpSessions, prepareSignUps, formatStatuses, countSignUps } from "./crowd.ts";
import { startSender } from "./sender-process.ts";
import { median, compareToMinimum } from "../measure/statistics.ts";

if (!startFlags.every((flag) => process.execArgv.includes(flag))) {
  const again = [...startFlags, fileURLToPath(import.meta.url)];
  process.exit(spawnSync(process.execPath, again, { stdio: "inherit" }).status ?? 1);
}
const ROUNDS = Number(process.env["ROUNDS"] ?? 3);
const PEOPLE = Number(process.env["PEOPLE"] ?? 5_000);
/** Fewer sign-ups for the variant with locks, which is slower. */
const LOCKED = Number(process.env["LOCKED"] ?? 1_000);
const CONNECTIONS = Number(process.env["CONNECTIONS"] ?? 256);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Sign-up without batching: one person's transaction, without checks except the session. */
async function signUpLocked(db: Database, activityId: string, userId: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ isOpen: boolean }>`
      select quota is null or taken < quota as "isOpen" from activity where activity_id = ${activityId} for update`.execute(
      transaction,
    );
    if (!rows[0]?.isOpen) return false;
    await sql`
      insert into signup (activity_id, user_id, signup_id, ticket_code, status, mobile_key, channel, idempotency_key, created_time)
      values (${activityId}, ${userId}, ${newId()}, ${newReadableCode()}, 'confirmed', ${sha256(userId)}, '{}', ${randomUUID()}, now())`.execute(
      transaction,
    );
    await sql`update activity set taken = taken + 1 where activity_id = ${activityId}`.execute(transaction);
    return true;
  });
}
function addLocked({ app, context, modules }: Product): void {
  app.post<{ Params: { id: string } }>("/bench/locked/:id", async ({ params, headers }, reply) => {
    const user = await modules.sessions.authenticate(String(headers["x-access-token"]));
    const isIn = user !== null && (await signUpLocked(context.db, params.id, user.userId));
    return reply.code(isIn ? 200 : 409).send({ code: "00" });
  });
}

const sender = startSender();
const folder = mkdtempSync(join(tmpdir(), "marque-batching-"));
async function serve(database: DatabaseSource): Promise<{ product: Product; origin: string }> {
  const config = readConfig({
    APP_ENV: "test",
    LOG_LEVEL: "silent",
    SIMULATORS: "0",
    DEMO_DATA: "0",
    RATE_LIMITS: "off",
    DATA_DIR: folder,
    ...dataKeySettings,
  });
  const product = await createApp(config, { database, extend: addLocked });
  return { product, origin: await product.app.listen({ port: 0, host: "127.0.0.1" }) };
}
type RunningServer = Awaited<ReturnType<typeof serve>>;

type Measured = {
  readonly rate: number;
  /** CPU time of this process, µs each. */ readonly cpu: number;
};
/** Measures this process's CPU time: more reliable than rates on a loaded machine. */
function meter(): (count: number) => number {
  const before = process.cpuUsage();
  return (count) => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / count;
  };
}
/** Rate of sign-ups by new people. @param isLocked whether each is a transaction with a lock */
async function rateOf(
  { product: { context }, origin }: RunningServer,
  people: number,
  isLocked: boolean,
): Promise<Measured> {
  const crowd = await prepareSignUps({ db: context.db, origin }, people, null);
  await warmUpSessions(origin, crowd);
  const { id, requests } = crowd;
  const rendered = requests.map((request) =>
    isLocked
      ? Buffer.from(request.toString("utf8").replace(/^POST \S+/, `POST /bench/locked/${id}`))
      : request,
  );
  const used = meter();
  const run = await sender.flood(origin, rendered, CONNECTIONS);
  const cpu = used(people);
  const made = await countSignUps(context.db, id);
  // Requests that wait too long for a connection are refused as busy.
  if (made !== people && !isLocked) throw new Error(`${made} of ${people} signed up: ${formatStatuses(run)}`);
  return { rate: made / run.seconds, cpu };
}
/** Alternating rounds, after one warm-up round. */
async function compare(
  name: string,
  ours: () => Promise<Measured>,
  other: () => Promise<Measured>,
  min: number,
): Promise<void> {
  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [one, two] = [await ours(), await other()];
    const shown = ({ rate, cpu }: Measured) => `${rate.toFixed(0)}/s (${cpu.toFixed(0)} µs)`;
    say(`     round ${round}: ${shown(one)} baseline ${shown(two)}`);
    if (round > 0) ratios.push(one.rate / two.rate);
  }
  say(compareToMinimum(name, median(ratios), min, "×"));
}

async function onPostgres(): Promise<void> {
  const cluster = await startPostgres(findPostgres() ?? "");
  const served = await serve({ url: cluster.url("postgres") });
  try {
    const locked = () => rateOf(served, LOCKED, true);
    await compare("batched, relative to a transaction each", () => rateOf(served, PEOPLE, false), locked, 5);
  } finally {
    await served.product.app.close();
    await cluster.stop();
  }
}
async function onPglite(): Promise<void> {
  const pglite = await PGlite.create(join(folder, "pglite"));
  const served = await serve({ pglite });
  await pglite.exec("create table bare (id uuid primary key, text text not null)");
  const inserts = async (): Promise<Measured> => {
    const used = meter();
    const started = performance.now();
    for (let made = 0; made < PEOPLE; made++)
      await pglite.query("insert into bare values ($1, $2)", [randomUUID(), "one row"]);
    return { rate: (PEOPLE * 1_000) / (performance.now() - started), cpu: used(PEOPLE) };
  };
  try {
    await compare("on PGlite, relative to bare inserts", () => rateOf(served, PEOPLE, false), inserts, 0.8);
  } finally {
    await served.product.app.close();
  }
}

try {
  const only = process.env["DATABASE"];
  if (only !== "pglite") await onPostgres();
  if (only !== "postgres") await onPglite();
} finally {
  sender.stop();
  rmSync(folder, { recursive: true, force: true });
}
