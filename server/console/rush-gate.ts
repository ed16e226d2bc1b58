import { setTimeout } from "node:timers/promises";

/** Shortest time over which the share is measured, ms. */
const LOAD_WINDOW = 250;
/** Share of the event loop's time in use from which on shoppers fill the process; calls of the console use a few per cent. */
const FULL_LOOP = 0.7;

/** Creates the question whether the event loop was full in the last window, measured when it is asked. */
export function createLoopLoad(): () => boolean {
  let before = performance.eventLoopUtilization();
  let measured = performance.now();
  let isFull = false;
  return () => {
    const now = performance.now();
    if (now - measured < LOAD_WINDOW) return isFull;
    const current = performance.eventLoopUtilization();
    isFull = performance.eventLoopUtilization(current, before).utilization > FULL_LOOP;
    [before, measured] = [current, now];
    return isFull;
  };
}

type Clock = { now(): number; pause(ms: number): Promise<unknown> };
const realClock: Clock = { now: () => performance.now(), pause: (ms) => setTimeout(ms) };

/** Share of one connection's time that calls of the console get during a rush. */
const RUSH_SHARE = 0.05;
/** Longest pause after a call, ms. */
const LONGEST_PAUSE = 3_000;

/**
 * Leaves the machine to a rush: calls then run one at a time, each after a multiple of the last one's time, since their
 * reads use the processors that the sign-ups need (requirement CO06).
 * @param isRush whether shoppers are signing up or ordering by the hundreds now
 */
export function createRushGate(isRush: () => boolean, { now, pause }: Clock = realClock) {
  let last = Promise.resolve();
  let nextTime = 0;
  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const started = now();
    try {
      return await work();
    } finally {
      const ended = now();
      nextTime = ended + Math.min((ended - started) * (1 / RUSH_SHARE - 1), LONGEST_PAUSE);
    }
  };
  return {
    /** Runs a call, at once unless there is a rush. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (!isRush()) return timed(work);
      const before = last;
      const done = Promise.withResolvers<void>();
      last = done.promise;
      try {
        await before;
        const rest = nextTime - now();
        if (rest > 0 && isRush()) await pause(rest);
        return await timed(work);
      } finally {
        done.resolve();
      }
    },
  };
}
