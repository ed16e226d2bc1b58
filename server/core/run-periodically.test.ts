import type { FastifyBaseLogger } from "fastify";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runPeriodically } from "./run-periodically.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a run that takes longer than its turn is the only one; the next begins at a turn after it", async () => {
  const log = { warn: vi.fn<() => void>() };
  const ends: PromiseWithResolvers<void>[] = [];
  const run = () => {
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  };
  const running = runPeriodically(1_000, run, log as unknown as FastifyBaseLogger);
  await vi.advanceTimersByTimeAsync(3_500);
  expect(ends).toHaveLength(1);
  ends[0]?.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toHaveLength(2);
  // One that failed keeps nobody back.
  ends[1]?.reject(new Error("away"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect([ends.length, log.warn.mock.calls.length]).toEqual([3, 1]);
  running.stop();
  ends[2]?.resolve();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ends).toHaveLength(3);
});
