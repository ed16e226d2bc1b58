import type { FastifyBaseLogger } from "fastify";
import type { PeriodicTask } from "#contract/console/watch/health.ts";

/** Last run of a task in this process, ms since the epoch by the machine's clock. */
type TaskRun = { readonly at: number; readonly hasFailed: boolean };
const lastRuns = new Map<PeriodicTask, TaskRun>();
/** Last runs of the named tasks in this process. */
export const periodicRuns = (): ReadonlyMap<PeriodicTask, TaskRun> => lastRuns;

/**
 * Runs a task periodically until stopped. While a run takes longer than the interval, the next ones are skipped; a
 * failed run is logged, and the next one follows.
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
    let hasFailed = false;
    try {
      await run();
    } catch (error) {
      hasFailed = true;
      log.warn({ err: error }, "periodic task failed");
    } finally {
      isRunning = false;
      if (name !== undefined) lastRuns.set(name, { at: Date.now(), hasFailed });
    }
  };
  const timer = setInterval(() => void runOnce(), intervalMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
