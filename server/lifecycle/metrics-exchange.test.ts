import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ClusterSupervisor } from "./cluster-supervisor.ts";

let supervisor: ClusterSupervisor;
let port: number;
beforeEach(async () => {
  const exec = fileURLToPath(new URL("./test-worker-process.ts", import.meta.url));
  cluster.setupPrimary({ exec, args: [], execArgv: [] });
  supervisor = new ClusterSupervisor(3, () => {});
  cluster.once("listening", (_worker, address) => {
    ({ port } = address);
  });
  await supervisor.start();
});
afterEach(() => supervisor.stop());

const running = () => Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? []);
/** Places of the processes as one of them collects them; null: one that did not answer. */
async function collect(): Promise<(string | null)[]> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { connection: "close" } });
  return (await response.json()) as (string | null)[];
}
const sorted = (places: readonly (string | null)[]): string[] => places.map(String).toSorted();

test("HA20 any process gives the metrics of all, also when many ask at once", async () => {
  await expect.poll(async () => sorted(await collect())).toEqual(["1", "2", "3"]);
  const answers = await Promise.all(Array.from({ length: 20 }, collect));
  expect(answers.map(sorted)).toEqual(Array.from({ length: 20 }, () => ["1", "2", "3"]));
  expect(new Set(answers.map(([own]) => own)).size).toBeGreaterThan(1);
});

test("HA20 a process that hangs is counted without its metrics, and a replacement takes over its place", async () => {
  await expect.poll(async () => sorted(await collect())).toEqual(["1", "2", "3"]);
  const [hanging] = running();
  hanging?.process.kill("SIGSTOP");
  expect(sorted(await collect())).toEqual(["2", "3", "null"]);
  hanging?.process.kill("SIGKILL");
  await expect.poll(async () => sorted(await collect()), { timeout: 45_000 }).toEqual(["1", "2", "3"]);
});

test("HA20 metrics that are exchanged neither end a process nor count as its readiness", async () => {
  await expect.poll(async () => sorted(await collect())).toEqual(["1", "2", "3"]);
  const before = running().map((worker) => worker.process.pid);
  for (let times = 0; times < 10; times++) await collect();
  expect(running().map((worker) => worker.process.pid)).toEqual(before);
  await supervisor.replaceAll();
  await expect.poll(() => running().length).toBe(3);
  expect(running().filter((worker) => before.includes(worker.process.pid))).toEqual([]);
});
