import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listSeries } from "#contract/activity/activity.ts";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { startPostgres, type PostgresCluster } from "../../server/testing/database/postgres-cluster.ts";
import { contractClient } from "../testing/contract-client.ts";
import { startProduct, type RunningProduct } from "../testing/product.ts";
import { workersOf } from "../testing/workers.ts";

let cluster: PostgresCluster;
let product: RunningProduct;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "marque-processes-"));
  cluster = await startPostgres(findPostgres() ?? "");
  const settings = { SIMULATORS: "0", PROCESSES: "2", DATABASE_URL: cluster.url("postgres") };
  product = await startProduct({ ...settings, DATA_DIR: folder });
  await vi.waitUntil(() => product.output().includes("2 worker processes ready"), { timeout: 120_000 });
});
afterAll(async () => {
  await product.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Process ids of the workers. */
const workers = (): number[] => workersOf(product.pid);
/** Whether a process has a handler for SIGHUP; without one it would be ended and replaced. */
const handlesSighup = (pid: number): boolean => {
  const [, caught = "0"] = /^SigCgt:\s*(\w+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return (BigInt(`0x${caught}`) & 1n) === 1n;
};
/**
 * Uses a new connection for each request: an exiting process closes idle connections, and a client that sends
 * on one at that moment must retry, as browsers and proxies do and `fetch` does not.
 */
const newConnectionClient = () => contractClient(product.origin, {}, { connection: "close" });

/** Sends requests continuously until ended. @returns the errors, and the number of good answers */
function sendContinuously(): { end(): Promise<{ good: number; bad: string[] }> } {
  let isOver = false;
  let good = 0;
  const bad: string[] = [];
  const call = newConnectionClient();
  const lane = async (): Promise<void> => {
    while (!isOver) {
      await call(listSeries, {}).then(
        () => good++,
        (error: unknown) => bad.push(String(error)),
      );
      // Paces the requests: the load must leave the machine time to start processes.
      await setTimeout(5);
    }
  };
  const lanes = [lane(), lane(), lane()];
  return {
    async end() {
      isOver = true;
      await Promise.all(lanes);
      return { good, bad };
    },
  };
}

type Answers = { readonly statuses: Set<number>; good: number; readonly bad: string[] };
/** Sends POSTs over kept connections, like a proxy, until no connection can be opened. */
async function postUntilRefused(origin: string, answers: Answers): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const post = (): Promise<boolean> =>
    new Promise((resolve) => {
      const sent = request(`${origin}/pass/token`, { method: "POST", agent }, (answer) => {
        answers.statuses.add(answer.statusCode ?? 0);
        answers.good++;
        answer.resume().on("end", () => resolve(true));
      });
      sent.on("error", (error: NodeJS.ErrnoException) => {
        // A new connection that fails would go to another instance.
        if (sent.reusedSocket) answers.bad.push(error.message);
        resolve(sent.reusedSocket);
      });
      sent.end();
    });
  const lane = async (): Promise<void> => {
    while (await post());
  };
  await Promise.all(Array.from({ length: 32 }, lane));
  agent.destroy();
}

test("Z03 SIGTERM behind a proxy: of hundreds of requests a second on kept connections none is lost", async () => {
  const database = `stopped_${Date.now()}`;
  await cluster.execute(`create database ${database}`);
  const settings = { SIMULATORS: "0", DEMO_DATA: "0", TRUST_PROXY: "1", DATABASE_URL: cluster.url(database) };
  const stopped = await startProduct(settings);
  const answers: Answers = { statuses: new Set(), good: 0, bad: [] };
  const posting = postUntilRefused(stopped.origin, answers);
  // Every connection has been used several times by then, however slow the machine is.
  await expect.poll(() => answers.good).toBeGreaterThan(200);
  await Promise.all([stopped.stop(), posting]);
  expect(answers.bad).toEqual([]);
  expect([...answers.statuses]).toEqual([400]);
});

test("SIGHUP replaces each process by a new one, and no request is lost", async () => {
  const before = workers();
  expect(before).toHaveLength(2);
  const sending = sendContinuously();
  process.kill(product.pid, "SIGHUP");
  await expect
    .poll(() => product.output(), { timeout: 180_000 })
    .toContain("Rolling restart complete: 2 new worker processes ready");
  const { good, bad } = await sending.end();
  expect(bad).toEqual([]);
  expect(good).toBeGreaterThan(10);
  await expect.poll(workers).toHaveLength(2);
  expect(workers().filter((pid) => before.includes(pid))).toEqual([]);
});

test("Z03 the signal for a copy of the embedded database has no effect on workers with PostgreSQL", async () => {
  await expect.poll(() => workers().map(handlesSighup)).toEqual([true, true]);
  const before = workers();
  process.kill(product.pid, "SIGUSR2");
  await expect
    .poll(() => product.output())
    .toContain("SIGUSR2 ignored: PostgreSQL is backed up with pg_dump");
  for (const pid of before) process.kill(pid, "SIGHUP");
  await newConnectionClient()(listSeries, {});
  expect(new Set(workers())).toEqual(new Set(before));
});

test("a killed worker is replaced, and the other one answers meanwhile", async () => {
  const [killed, other] = workers();
  if (killed === undefined) throw new Error("there is no process");
  process.kill(killed, "SIGKILL");
  // The replacement may or may not have started yet.
  await expect.poll(() => workers().includes(killed)).toBe(false);
  await newConnectionClient()(listSeries, {});
  await expect.poll(() => workers().length).toBe(2);
  expect(workers()).toContain(other);
  expect(product.output()).toContain("Worker process exited (SIGKILL)");
});
