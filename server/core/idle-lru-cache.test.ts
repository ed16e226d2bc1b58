import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { IdleLruCache } from "./idle-lru-cache.ts";

const SPAN = 60_000;
beforeEach(() => {
  vi.useFakeTimers();
  // What begins at nought has no beginning for the library.
  vi.advanceTimersByTime(1);
});
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it("keeps what is used, and forgets what has not been for its span", async () => {
  const recent = new IdleLruCache<number>({ most: 10, span: SPAN });
  recent.set("used", 1);
  recent.set("left", 2);
  await pass(SPAN * 0.7);
  expect(recent.get("used")).toBe(1);
  await pass(SPAN * 0.7);
  expect(recent.get("used")).toBe(1);
  expect(recent.get("left")).toBeUndefined();
});

it("holds no more of those who come once than come in about a span, however long it goes on", async () => {
  const recent = new IdleLruCache<number>({ most: 100_000, span: SPAN });
  let most = 0;
  for (let second = 0; second < 1_200; second++) {
    recent.set(`person ${second}`, second);
    most = Math.max(most, recent.size);
    await pass(1_000);
  }
  expect(most).toBeGreaterThan(55);
  expect(most).toBeLessThan(80);
});

it("has so many at most, and forgets those first that were used longest ago", () => {
  const recent = new IdleLruCache<number>({ most: 2, span: SPAN });
  recent.set("a", 1);
  recent.set("b", 2);
  recent.get("a");
  recent.set("c", 3);
  expect(["a", "b", "c"].map((key) => recent.get(key))).toEqual([1, undefined, 3]);
  recent.delete("a");
  expect(recent.size).toBe(1);
  recent.clear();
  expect(recent.get("c")).toBeUndefined();
});
