import type { FastifyBaseLogger } from "fastify";

/**
 * Runs something again and again until stopped, one run at a time: while one takes longer the next are left out.
 * A failed run is logged, and the next one comes all the same.
 */
export function runPeriodically(
  ms: number,
  run: () => Promise<unknown>,
  log: FastifyBaseLogger,
): { stop(): void } {
  let isRunning = false;
  const turn = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      await run();
    } catch (error) {
      log.warn({ err: error }, "a periodic run failed");
    } finally {
      isRunning = false;
    }
  };
  const timer = setInterval(() => void turn(), ms);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
