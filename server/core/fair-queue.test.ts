import { expect, test, vi } from "vitest";
import type { Refusal } from "#contract/core/errors.ts";
import { CpuBudget, measureThread } from "./cpu-budget.ts";
import { FairQueue, mayHold, type QueueLimits } from "./fair-queue.ts";

/** A queue whose operations end on command. */
function createScene(limits: QueueLimits, budget: CpuBudget | null = null) {
  const queue = new FairQueue(limits, budget);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const run = (key: string | null) =>
    queue.run(key, () => {
      begun.push(key ?? "-");
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const endNext = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { queue, begun, run, endNext };
}

test("T10 networks take turns, however many operations one of them has", async () => {
  const { begun, run, endNext } = createScene({ concurrent: 1, waiting: 100 });
  const all = ["a", "a", "a", "a", "b", "b", "c"].map((key) => run(key));
  while (begun.length < all.length) await endNext();
  expect(begun).toEqual(["a", "a", "b", "c", "a", "b", "a"]);
  await endNext();
  await Promise.all(all);
});

test("T10 one network never runs all operations, so that another one begins at once", async () => {
  const { begun, run } = createScene({ concurrent: 4, waiting: 100 });
  for (const key of ["a", "a", "a", "a", "a", "b"]) void run(key);
  await Promise.resolve();
  expect(begun).toEqual(["a", "a", "a", "b"]);
});

test("T10 a network has a third of the waiting places, and the next one still finds some", async () => {
  const { queue, run } = createScene({ concurrent: 1, waiting: 30 });
  const countRefused = async (key: string, count: number) => {
    let refused = 0;
    for (let at = 0; at < count; at++)
      run(key).catch((error: Refusal) => void (refused += error.refusal === "tooMany" ? 1 : 0));
    await new Promise((resolve) => setImmediate(resolve));
    return refused;
  };
  expect([await countRefused("a", 40), queue.waiting]).toEqual([29, 10]);
  expect([await countRefused("b", 40), queue.waiting]).toEqual([33, 17]);
  expect(await countRefused("c", 1)).toBe(0);
  expect(queue.waiting).toBe(18);
});

test("T10 a full queue is busy for a newcomer too", async () => {
  const { run } = createScene({ concurrent: 1, waiting: 1 });
  void run("a");
  void run("b");
  await expect(run("c")).rejects.toMatchObject({ refusal: "busy" });
  expect([mayHold(0, 1), mayHold(0, 0), mayHold(1, 2), mayHold(1, 3)]).toEqual([true, false, false, true]);
});

test("T10 a waiting operation is refused after its time, and leaves its place", async () => {
  vi.useFakeTimers();
  const { queue, run, endNext, begun } = createScene({ concurrent: 1, waiting: 3, maxWait: 50 });
  void run("a");
  const late = run("b").catch((error: Refusal) => error.refusal);
  await vi.advanceTimersByTimeAsync(51);
  expect(await late).toBe("busy");
  expect(queue.waiting).toBe(0);
  vi.useRealTimers();
  await endNext();
  void run("c");
  await Promise.resolve();
  expect([begun, queue.running]).toEqual([["a", "c"], 1]);
});

test("T10 a network that has used up its processor time waits until its share has paid it, and no other does", async () => {
  vi.useFakeTimers();
  let now = 0;
  const budget = new CpuBudget({ perSecond: 100, burst: 50, concurrent: 9 }, measureThread, () => now);
  const { begun, run } = createScene({ concurrent: 5, waiting: 100 }, budget);
  budget.charge("a", 60);
  for (const key of ["a", "b", null]) void run(key);
  await Promise.resolve();
  expect(begun).toEqual(["b", "-"]);
  now = 99;
  await vi.advanceTimersByTimeAsync(99);
  expect(begun).toEqual(["b", "-"]);
  now = 102;
  await vi.advanceTimersByTimeAsync(3);
  expect(begun).toEqual(["b", "-", "a"]);
  vi.useRealTimers();
});
