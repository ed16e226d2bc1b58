import { fork } from "node:child_process";
import cluster from "node:cluster";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PROCESS_ROLE_VARIABLE, HEARTBEAT_INTERVAL } from "../config.ts";
import { ClusterSupervisor } from "./cluster-supervisor.ts";

const program = fileURLToPath(new URL("./test-worker-process.ts", import.meta.url));
let processes: ClusterSupervisor;
let said: string[];
let port: number;
beforeEach(async () => {
  cluster.setupPrimary({ exec: program, args: ["often"], execArgv: [] });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  said = [];
  processes = new ClusterSupervisor(2, (line) => said.push(line));
  cluster.once("listening", (_worker, address) => {
    ({ port } = address);
  });
  await processes.start();
});
afterEach(async () => {
  vi.useRealTimers();
  await processes.stop();
});

const running = () => Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? [worker] : []));
const kill = (at: number, signal: NodeJS.Signals): void => void running()[at]?.process.kill(signal);

test.each([0, 1])(
  "Z03 process %i of two ends by itself while all are replaced: there are two again, not three",
  async (at) => {
    const before = running();
    const renewing = processes.replaceAll();
    kill(at, "SIGKILL");
    await renewing;
    await expect.poll(() => running().filter((one) => before.includes(one))).toEqual([]);
    await expect.poll(() => running().length).toBe(2);
    // Longer than it takes to start whatever was still to come.
    await setTimeout(1_500);
    expect(running()).toHaveLength(2);
    expect(said.at(-1)).toBe("2 new processes take requests.");
  },
);

test("Z03 a process that stands still for a minute is ended, and another one takes its place", async () => {
  const [still, other] = running();
  kill(0, "SIGSTOP");
  for (let look = 1; look < 12; look++) {
    vi.advanceTimersByTime(HEARTBEAT_INTERVAL);
    await setTimeout(100);
  }
  expect(said).toEqual(["2 processes take requests; SIGHUP replaces them."]);
  vi.advanceTimersByTime(HEARTBEAT_INTERVAL);
  await expect.poll(() => running()).not.toContain(still);
  await expect.poll(() => running().length).toBe(2);
  expect(running()).toContain(other);
  expect(said.slice(1)).toEqual([
    "A server process has stood still for a minute; it is ended.",
    expect.stringContaining("A server process ended by itself (SIGKILL)"),
  ]);
});

/** The process that answers a request over a connection of its own. */
const answeringProcess = async (): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${port}`, { headers: { connection: "close" } });
  return Number(await answer.text());
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
  for (const one of hanging) one.process.kill("SIGSTOP");
  const waiting = Promise.allSettled([answeringProcess(), answeringProcess()]);
  for (const one of hanging) one.process.kill("SIGKILL");
  expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("Z03 one of several processes tells again and again that it goes on, one alone nothing more", async () => {
  const told: Record<string, unknown[]> = { further: [], only: [] };
  const children = Object.entries(told).map(([role, messages]) =>
    fork(program, { env: { ...process.env, [PROCESS_ROLE_VARIABLE]: role }, execArgv: [] }).on(
      "message",
      (message) => messages.push(message),
    ),
  );
  await expect.poll(() => told["further"]).toEqual(["ready", "alive"]);
  expect(told["only"]).toEqual(["ready"]);
  for (const child of children) child.kill("SIGKILL");
});
