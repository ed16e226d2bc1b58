import type { FastifyBaseLogger } from "fastify";
import { runPeriodically } from "../../core/run-periodically.ts";

const CHECK_INTERVAL = 5_000;
/** Nothing has been asked for so long, ms: a crowd that comes after its rest costs the server half as much again. */
const IDLE_TIME = 60_000;

/**
 * Under a crowd the young generation grows (`--max-semi-space-size` in package.json), which saves a third of a
 * sign-up's processor time: requests that are under way are not copied again and again. V8 keeps it as it
 * is; so when nobody asks for anything memory is collected, and given back. Where `--expose-gc` is missing, it stays.
 * Compiled code would go with it: `--no-flush-bytecode` keeps that.
 * @param lastRequest of performance.now()
 */
export function collectGarbageWhenIdle(lastRequest: () => number, log: FastifyBaseLogger): { stop(): void } {
  let rested = -Infinity;
  const run = (): Promise<void> => {
    const now = performance.now();
    const isQuiet = now - lastRequest() > IDLE_TIME && lastRequest() > rested;
    if (isQuiet) {
      rested = now;
      globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
    }
    return Promise.resolve();
  };
  return runPeriodically(CHECK_INTERVAL, run, log);
}
