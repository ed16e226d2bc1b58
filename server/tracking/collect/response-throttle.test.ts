import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ResponseThrottle } from "./response-throttle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A pace and the answers it gave; `ask` is a request of the mall. */
function made() {
  let last = -Infinity;
  const pace = new ResponseThrottle(() => last);
  const answered: number[] = [];
  return {
    pace,
    answered,
    ask: () => void (last = performance.now()),
    take: (number: number) => pace.take(() => answered.push(number)),
    come: (requests: number) => pace.count(requests),
  };
}

test("as long as nobody asks anything of the mall, answers go out at once", () => {
  const { answered, take } = made();
  for (let number = 0; number < 50; number++) expect(take(number)).toBe(true);
  expect(answered).toHaveLength(50);
});

test("X15 while the mall is busy answers come a few at a time, in their order, and none is lost", async () => {
  const { answered, ask, take } = made();
  ask();
  for (let number = 0; number < 30; number++) take(number);
  expect(answered).toEqual([]);
  await vi.advanceTimersByTimeAsync(2);
  const first = answered.length;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(10);
  ask();
  await vi.advanceTimersByTimeAsync(2);
  expect(answered.length).toBeLessThanOrEqual(2 * first);
  // The mall is quiet again: everything that waits goes out.
  await vi.advanceTimersByTimeAsync(300);
  expect(answered).toEqual(Array.from({ length: 30 }, (_, number) => number));
});

test("X15 so many wait and no more; at the end nobody waits", () => {
  const { pace, answered, ask, take } = made();
  ask();
  let taken = 0;
  while (take(taken)) taken++;
  expect(taken).toBe(4_000);
  pace.end();
  expect(answered).toHaveLength(4_000);
  expect(take(-1)).toBe(true);
  expect(answered.at(-1)).toBe(-1);
});

test("X15 more than a thousand requests a second are a flood, until they stop", async () => {
  const { pace, come } = made();
  come(200);
  expect(pace.floodedFor).toBeNull();
  come(200);
  expect(pace.floodedFor).toBe(0);
  await vi.advanceTimersByTimeAsync(300);
  expect(pace.floodedFor).toBe(300);
  await vi.advanceTimersByTimeAsync(300);
  expect(pace.floodedFor).toBeNull();
  // The next one is another.
  come(300);
  expect(pace.floodedFor).toBe(0);
  pace.end();
  expect(pace.floodedFor).toBeNull();
});

test("X15 a flood that goes on is the same one", async () => {
  const { pace, come } = made();
  for (let part = 0; part < 20; part++) {
    come(100);
    await vi.advanceTimersByTimeAsync(50);
  }
  // It is known for one by the third hundred.
  expect(pace.floodedFor).toBe(900);
});
