import type { FastifyBaseLogger } from "fastify";
import { Counter, Histogram } from "prom-client";
import type { InstallationTask, PeriodicTask } from "#contract/console/watch/health.ts";

/** Last run of a task: its end, ms since the epoch by the machine's clock, and its duration, s. */
export type TaskRun = { readonly at: number; readonly hasFailed: boolean; readonly seconds: number };
const lastRuns = new Map<PeriodicTask, TaskRun>();
/** Last runs of this process's own named tasks. */
export const processTaskRuns = (): ReadonlyMap<PeriodicTask, TaskRun> => lastRuns;

/** Durations of the runs of named tasks in this process. */
export const taskSeconds = new Histogram({
  name: "periodic_task_duration_seconds",
  help: "Runs of a periodic task in this process, with their duration",
  labelNames: ["task"],
  buckets: [0.1, 1, 10, 100],
  registers: [],
});
export const taskFailures = new Counter({
  name: "periodic_task_failures_total",
  help: "Runs of a periodic task in this process that failed",
  labelNames: ["task"],
  registers: [],
});

/** Runs a task once; a failure is logged. @param name undefined: the run is in no metric */
export async function runTask(
  name: PeriodicTask | undefined,
  run: () => Promise<unknown>,
  log: FastifyBaseLogger,
): Promise<TaskRun> {
  const began = performance.now();
  let hasFailed = false;
  try {
    await run();
  } catch (error) {
    hasFailed = true;
    log.warn({ err: error, task: name }, "periodic task failed");
  }
  const seconds = (performance.now() - began) / 1_000;
  if (name !== undefined) {
    taskSeconds.observe({ task: name }, seconds);
    taskFailures.inc({ task: name }, hasFailed ? 1 : 0);
  }
  return { at: Date.now(), hasFailed, seconds };
}

/**
 * Runs a task of this process periodically until stopped: caches, batches, leases and streams of its own. What one process
 * does for the whole installation is a task of `InstallationTasks`. While a run takes longer than the interval, the next ones
 * are skipped; a failed run is logged, and the next one follows.
 * @param name under which the console shows the last run; missing: not shown
 */
export function runPeriodically(
  intervalMs: number,
  run: () => Promise<unknown>,
  log: FastifyBaseLogger,
  name?: PeriodicTask,
): { stop(): void } {
  let isRunning = false;
  const runOnce = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    const last = await runTask(name, run, log);
    isRunning = false;
    if (name !== undefined) lastRuns.set(name, last);
  };
  const timer = setInterval(() => void runOnce(), intervalMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Periodic tasks of the installation, which one of its processes runs (database/task-runner). */
export type InstallationTasks = {
  /**
   * Runs a task periodically while this process is the runner, until stopped. Two processes may run it at the same moment
   * after a hand-over, so each run must tolerate another. @param intervalMs between the beginnings of two runs
   */
  schedule(name: InstallationTask, intervalMs: number, run: () => Promise<unknown>): { stop(): void };
};
