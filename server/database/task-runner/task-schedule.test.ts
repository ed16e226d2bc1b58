import type { FastifyBaseLogger } from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TaskSchedule } from "./task-schedule.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const HOUR = 3_600_000;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** A schedule with one task that counts its runs. */
function scheduleOf(run: () => Promise<unknown> = () => Promise.resolve()) {
  const log = { warn: vi.fn<() => void>() };
  const state = { mayRun: true, runs: 0, log };
  const schedule = new TaskSchedule(() => state.mayRun, log as unknown as FastifyBaseLogger);
  const task = schedule.schedule("audit.purge", HOUR, () => {
    state.runs++;
    return run();
  });
  return { schedule, state, task };
}
const ranBefore = (ms: number) =>
  new Map([["audit.purge", { at: Date.now() - ms, hasFailed: false, seconds: 1 }]]);

test("HA06 a process without the role runs nothing; one whose lease ended starts nothing any more", async () => {
  const { schedule, state } = scheduleOf();
  await pass(5 * HOUR);
  expect(state.runs).toBe(0);
  schedule.start(new Map());
  await pass(2 * HOUR);
  expect(state.runs).toBe(2);
  state.mayRun = false;
  await pass(5 * HOUR);
  expect(state.runs).toBe(2);
  state.mayRun = true;
  await pass(HOUR);
  expect(state.runs).toBe(3);
  schedule.stop();
  await pass(5 * HOUR);
  expect(state.runs).toBe(3);
});

test("HA06 a new runner continues from the last run of another process, also if that is long ago", async () => {
  const one = scheduleOf();
  one.schedule.start(ranBefore(HOUR - 1_000));
  await pass(999);
  expect(one.state.runs).toBe(0);
  await pass(1);
  expect(one.state.runs).toBe(1);
  await pass(HOUR);
  expect(one.state.runs).toBe(2);
  one.schedule.stop();
  const late = scheduleOf();
  late.schedule.start(ranBefore(30 * HOUR));
  await pass(0);
  expect(late.state.runs).toBe(1);
  expect(late.schedule.unsaved.get("audit.purge")).toMatchObject({ hasFailed: false });
  late.schedule.stop();
});

test("HA06 runs of a task do not overlap, a failed one is logged and noted, and a stopped task ends", async () => {
  const ends: PromiseWithResolvers<void>[] = [];
  const { schedule, state, task } = scheduleOf(() => {
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  });
  schedule.start(new Map());
  await pass(4 * HOUR);
  expect(state.runs).toBe(1);
  ends[0]?.reject(new Error("unavailable"));
  await pass(1);
  expect(state.log.warn).toHaveBeenCalledOnce();
  expect(schedule.runs.get("audit.purge")?.hasFailed).toBe(true);
  const saved = new Map(schedule.unsaved);
  await pass(HOUR);
  ends[1]?.resolve();
  await pass(1);
  // The later run is not saved yet.
  schedule.markSaved(saved);
  expect(schedule.unsaved.get("audit.purge")?.hasFailed).toBe(false);
  schedule.markSaved(new Map(schedule.unsaved));
  expect(schedule.unsaved.size).toBe(0);
  task.stop();
  await pass(5 * HOUR);
  expect(state.runs).toBe(2);
});

test("HA06 a run that ends after the role was lost is not noted", async () => {
  const end = Promise.withResolvers<void>();
  const { schedule } = scheduleOf(() => end.promise);
  schedule.start(ranBefore(2 * HOUR));
  await pass(0);
  schedule.stop();
  end.resolve();
  await pass(1);
  expect([schedule.runs.size, schedule.unsaved.size]).toEqual([0, 0]);
});
