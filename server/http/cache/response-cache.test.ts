import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import { ResponseCache } from "./response-cache.ts";

/** Nothing is fresh or may be served stale, so every request computes its response. */
const rule = { freshMs: 0, staleMs: 0 };

test("Z04 the cached response is served while database or storage are unavailable; other errors are passed on", async () => {
  const cache = new ResponseCache();
  const first = await cache.get("/a", rule, () => Promise.resolve([1]));
  const outage = (): Promise<never> => Promise.reject(new Refusal("unreachable"));
  expect(await cache.get("/a", rule, outage)).toBe(first);
  await expect(cache.get("/b", rule, outage)).rejects.toMatchObject({ refusal: "unreachable" });
  const busy = (): Promise<never> => Promise.reject(new Refusal("busy"));
  await expect(cache.get("/a", rule, busy)).rejects.toMatchObject({ refusal: "busy" });
  const second = await cache.get("/a", rule, () => Promise.resolve([2]));
  expect(second.body.toString()).toContain("[2]");
  cache.clear();
  await expect(cache.get("/a", rule, outage)).rejects.toMatchObject({ refusal: "unreachable" });
});

test("a response has no compressed body until it is compressed, and at once when the same body is recreated", async () => {
  const cache = new ResponseCache();
  const best = { freshMs: 60_000, staleMs: 0, isBestCompressed: true };
  const load = (): Promise<string> => Promise.resolve("文".repeat(5_000));
  const first = await cache.get("/a", best, load);
  expect(first.compressed).toBeNull();
  await expect.poll(() => first.compressed?.etag).toBe(first.etag.replace(/"$/, '-br"'));
  expect(brotliDecompressSync(first.compressed?.body ?? "")).toEqual(first.body);
  cache.clear();
  const again = await cache.get("/a", best, load);
  expect([again === first, again.compressed]).toEqual([false, first.compressed]);
  const quick = await cache.get("/b", { freshMs: 60_000, staleMs: 0 }, load);
  await expect.poll(() => quick.compressed?.etag).toBe(first.compressed?.etag);
  expect(brotliDecompressSync(quick.compressed?.body ?? "")).toEqual(first.body);
  const short = await cache.get("/c", best, () => Promise.resolve("文"));
  expect(short.compressed).toBeNull();
});

/** Never fresh, and served stale for an hour while it is refreshed. */
const stale = { freshMs: 0, staleMs: 3_600_000 };
/** A loader whose results the test resolves. */
function controlledLoader() {
  const loads: PromiseWithResolvers<number>[] = [];
  const load = (): Promise<number> => {
    const next = Promise.withResolvers<number>();
    loads.push(next);
    return next.promise;
  };
  return { loads, load };
}
const dataOf = ({ body }: { readonly body: Buffer }): number =>
  (JSON.parse(body.toString()) as { data: number }).data;

test("Z02 stale responses are served at once while one refresh runs, for any number of requests", async () => {
  const cache = new ResponseCache();
  const { loads, load } = controlledLoader();
  const first = cache.get("/a", stale, load);
  loads[0]?.resolve(1);
  expect(dataOf(await first)).toBe(1);
  const crowd = await Promise.all(Array.from({ length: 50 }, () => cache.get("/a", stale, load)));
  expect(new Set(crowd.map(dataOf))).toEqual(new Set([1]));
  expect(loads).toHaveLength(2);
  loads[1]?.resolve(2);
  await expect.poll(async () => dataOf(await cache.get("/a", stale, load))).toBe(2);
});

test("Z02 concurrent requests for the same key share one load, and errors are not cached", async () => {
  const cache = new ResponseCache();
  const { loads, load } = controlledLoader();
  const both = [cache.get("/a", rule, load), cache.get("/a", rule, load)];
  expect(loads).toHaveLength(1);
  loads[0]?.reject(new Refusal("notFound"));
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const next = cache.get("/a", rule, load);
  loads[1]?.resolve(3);
  expect(dataOf(await next)).toBe(3);
});

test.each(["clear", "invalidate"] as const)(
  "Z03 a response whose computation began before an invalidation (%s) is not cached after it",
  async (method) => {
    const cache = new ResponseCache();
    const { loads, load } = controlledLoader();
    const fresh = { freshMs: 3_600_000, staleMs: 0 };
    const before = cache.get("/a?activityId=7", fresh, load);
    if (method === "clear") cache.clear();
    else cache.invalidate("7");
    loads[0]?.resolve(1);
    expect(dataOf(await before)).toBe(1);
    expect(cache.getFresh("/a?activityId=7")).toBeNull();
    const after = cache.get("/a?activityId=7", fresh, load);
    loads[1]?.resolve(2);
    expect(dataOf(await after)).toBe(2);
    expect(cache.getFresh("/a?activityId=7")).not.toBeNull();
  },
);
