import type { FastifyBaseLogger } from "fastify";

/**
 * Runs a task periodically until stopped. While a run takes longer than the interval, the next ones are skipped; a
 * failed run is logged, and the next one follows.
 */
export function runPeriodically(
  intervalMs: number,
  run: () => Promise<unknown>,
  log: FastifyBaseLogger,
): { stop(): void } {
  let isRunning = false;
  const runOnce = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      await run();
    } catch (error) {
      log.warn({ err: error }, "periodic task failed");
    } finally {
      isRunning = false;
    }
  };
  const timer = setInterval(() => void runOnce(), intervalMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
