import type { FastifyBaseLogger } from "fastify";

/** Runs something again and again until stopped; a failed run is logged and the next one comes all the same. */
export function every(ms: number, run: () => Promise<void>, log: FastifyBaseLogger): { stop(): void } {
  const timer = setInterval(() => {
    run().catch((error: unknown) => log.warn({ err: error }, "a periodic run failed"));
  }, ms);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
