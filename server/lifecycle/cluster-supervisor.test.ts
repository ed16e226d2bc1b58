import { fork } from "node:child_process";
import cluster from "node:cluster";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PROCESS_ROLE_VARIABLE, HEARTBEAT_INTERVAL } from "../config.ts";
import { ClusterSupervisor } from "./cluster-supervisor.ts";

const program = fileURLToPath(new URL("./test-worker-process.ts", import.meta.url));
let supervisor: ClusterSupervisor;
let lines: string[];
let port: number;
beforeEach(async () => {
  cluster.setupPrimary({ exec: program, args: ["often"], execArgv: [] });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  lines = [];
  supervisor = new ClusterSupervisor(2, (line) => lines.push(line));
  cluster.once("listening", (_worker, address) => {
    ({ port } = address);
  });
  await supervisor.start();
});
afterEach(async () => {
  vi.useRealTimers();
  await supervisor.stop();
});

const running = () => Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? [worker] : []));
const kill = (index: number, signal: NodeJS.Signals): void => void running()[index]?.process.kill(signal);

test.each([0, 1])(
  "Z03 worker process %i of two exits during a rolling restart: there are two again, not three",
  async (index) => {
    const before = running();
    const restart = supervisor.replaceAll();
    kill(index, "SIGKILL");
    await restart;
    await expect.poll(() => running().filter((worker) => before.includes(worker))).toEqual([]);
    await expect.poll(() => running().length).toBe(2);
    // No event ends this period: the delay before a replacement starts is real time of at least 0.5 s.
    await setTimeout(1_500);
    expect(running()).toHaveLength(2);
    expect(lines.at(-1)).toBe("Rolling restart complete: 2 new worker processes ready.");
  },
);

test("Z03 a worker process without a heartbeat for one minute is killed and replaced", async () => {
  const [hanging, other] = running();
  kill(0, "SIGSTOP");
  /** Waits until a heartbeat of the other process has arrived. */
  const heartbeat = () => other && once(other, "message");
  // Heartbeats that were sent before the stop arrive meanwhile.
  for (let count = 0; count < 10; count++) await heartbeat();
  for (let check = 1; check < 12; check++) {
    vi.advanceTimersByTime(HEARTBEAT_INTERVAL);
    await heartbeat();
  }
  expect(lines).toEqual(["2 worker processes ready; SIGHUP restarts them one by one."]);
  vi.advanceTimersByTime(HEARTBEAT_INTERVAL);
  await expect.poll(() => running()).not.toContain(hanging);
  await expect.poll(() => running().length).toBe(2);
  expect(running()).toContain(other);
  expect(lines.slice(1)).toEqual([
    "Worker process unresponsive for one minute, killed.",
    "Worker process exited (SIGKILL), starting a replacement.",
  ]);
});

/** The id of the process that answers a request over a new connection. */
const answeringProcess = async (): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${port}`, { headers: { connection: "close" } });
  return Number(await response.text());
};

test("Z03 requests are answered while one process hangs, and none is lost when it is killed", async () => {
  await expect.poll(answeringProcess).toBeGreaterThan(0);
  const [hanging, other] = running();
  kill(0, "SIGSTOP");
  const answers = await Promise.all(Array.from({ length: 6 }, answeringProcess));
  expect(new Set(answers)).toEqual(new Set([other?.process.pid]));
  hanging?.process.kill("SIGKILL");
  await expect.poll(() => running().length).toBe(2);
  expect(await answeringProcess()).toBeGreaterThan(0);
});

test("Z03 a connection that waits while every process hangs is closed when they are killed, not left open", async () => {
  await expect.poll(answeringProcess).toBeGreaterThan(0);
  const hanging = running();
  for (const worker of hanging) worker.process.kill("SIGSTOP");
  const waiting = Promise.allSettled([answeringProcess(), answeringProcess()]);
  for (const worker of hanging) worker.process.kill("SIGKILL");
  expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("Z03 a worker process sends heartbeats, a single process none", async () => {
  const received: Record<string, unknown[]> = { further: [], only: [] };
  const children = Object.entries(received).map(([role, messages]) =>
    fork(program, { env: { ...process.env, [PROCESS_ROLE_VARIABLE]: role }, execArgv: [] }).on(
      "message",
      (message) => messages.push(message),
    ),
  );
  await expect.poll(() => received["further"]).toEqual(["ready", "alive"]);
  expect(received["only"]).toEqual(["ready"]);
  for (const child of children) child.kill("SIGKILL");
});
