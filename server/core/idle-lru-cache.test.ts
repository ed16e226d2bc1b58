import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { IdleLruCache } from "./idle-lru-cache.ts";

const MAX_IDLE = 60_000;
beforeEach(() => {
  vi.useFakeTimers();
  // The library treats a start time of 0 as missing.
  vi.advanceTimersByTime(1);
});
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it("keeps entries that are used, and removes those that are idle for too long", async () => {
  const cache = new IdleLruCache<number>({ maxEntries: 10, maxIdle: MAX_IDLE });
  cache.set("used", 1);
  cache.set("idle", 2);
  await pass(MAX_IDLE * 0.7);
  expect(cache.get("used")).toBe(1);
  await pass(MAX_IDLE * 0.7);
  expect(cache.get("used")).toBe(1);
  expect(cache.get("idle")).toBeUndefined();
});

it("holds about as many entries that are used once as arrive within the idle time", async () => {
  const cache = new IdleLruCache<number>({ maxEntries: 100_000, maxIdle: MAX_IDLE });
  let largest = 0;
  for (let second = 0; second < 1_200; second++) {
    cache.set(`person ${second}`, second);
    largest = Math.max(largest, cache.size);
    await pass(1_000);
  }
  expect(largest).toBeGreaterThan(55);
  expect(largest).toBeLessThan(80);
});

it("removes the least recently used entries over the maximum", () => {
  const cache = new IdleLruCache<number>({ maxEntries: 2, maxIdle: MAX_IDLE });
  cache.set("a", 1);
  cache.set("b", 2);
  cache.get("a");
  cache.set("c", 3);
  expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
  cache.delete("a");
  expect(cache.size).toBe(1);
  cache.clear();
  expect(cache.get("c")).toBeUndefined();
});
