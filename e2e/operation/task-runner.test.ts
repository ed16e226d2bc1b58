import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { startPostgres, type PostgresCluster } from "../../server/testing/database/postgres-cluster.ts";
import { startProduct, type RunningProduct } from "../testing/product.ts";
import { workersOf } from "../testing/workers.ts";

let cluster: PostgresCluster;
let product: RunningProduct;
let database: pg.Client;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "marque-task-runner-"));
  cluster = await startPostgres(findPostgres() ?? "");
  const url = cluster.url("postgres");
  const settings = { SIMULATORS: "0", DEMO_DATA: "0", PROCESSES: "2", DATABASE_URL: url, DATA_DIR: folder };
  product = await startProduct(settings);
  await vi.waitUntil(() => product.output().includes("2 worker processes ready"), { timeout: 120_000 });
  database = new pg.Client({ connectionString: url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await product.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A slow machine starts processes slowly. */
const patiently = { timeout: 120_000 };
/** Places of the processes that run the periodic tasks, by their metrics. */
async function runners(): Promise<string[]> {
  const metrics = await (await fetch(`${product.origin}/metrics`)).text();
  return Array.from(
    metrics.matchAll(/^periodic_task_runner\{process="(\d+)"\} 1$/gm),
    ([, slot = ""]) => slot,
  );
}
/** Process id of the worker at a place. */
const workerAt = (slot: string): number | undefined =>
  workersOf(product.pid).find((pid) =>
    readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`MARQUE_PROCESS_SLOT=${slot}`),
  );
async function read(statement: string): Promise<unknown> {
  const { rows } = await database.query<{ value: unknown }>(statement);
  return rows[0]?.value;
}
const holder = () => read("select holder::text as value from task_runner");
/** Whether a task has run since the role was taken last. */
const runsAgain = (since: unknown) =>
  read(`select max(run_time) > '${String(since)}'::timestamptz as value from periodic_task`);

/** Waits until another process has the role, and its tasks run. */
async function expectReplaced(before: unknown): Promise<void> {
  await expect.poll(holder, patiently).not.toBe(before);
  const since = await read("select clock_timestamp()::text as value");
  await expect.poll(() => runsAgain(since), patiently).toBe(true);
  await expect.poll(runners, patiently).toHaveLength(1);
}

test("HA06 one of two processes runs the periodic tasks; another continues when it is killed", async () => {
  await expect.poll(runners, patiently).toHaveLength(1);
  const [slot = ""] = await runners();
  const before = await holder();
  process.kill(workerAt(slot) ?? 0, "SIGKILL");
  await expectReplaced(before);
});

test("HA06 a process that is paused longer than its lease starts no task of the installation afterwards", async () => {
  await expect.poll(runners, patiently).toHaveLength(1);
  const [slot = ""] = await runners();
  const [paused, before] = [workerAt(slot) ?? 0, await holder()];
  process.kill(paused, "SIGSTOP");
  await expect.poll(holder, patiently).not.toBe(before);
  const replacement = await holder();
  process.kill(paused, "SIGCONT");
  await expect.poll(runners, patiently).toHaveLength(1);
  expect(await runners()).not.toEqual([slot]);
  expect(await holder()).toBe(replacement);
});
