import type { FastifyBaseLogger } from "fastify";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runPeriodically } from "./run-periodically.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("never overlaps runs, continues after a failed one, and stops", async () => {
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
  ends[1]?.reject(new Error("unavailable"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect([ends.length, log.warn.mock.calls.length]).toEqual([3, 1]);
  running.stop();
  ends[2]?.resolve();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ends).toHaveLength(3);
});
