import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import { ResponseCache } from "./response-cache.ts";

/** Nothing is fresh, nothing may be stale: each question makes its answer anew. */
const rule = { freshMs: 0, staleMs: 0 };

test("Z04 while database or disk fail the answer that was kept is given, and other failures are told", async () => {
  const cache = new ResponseCache();
  const first = await cache.get("/a", rule, () => Promise.resolve([1]));
  const away = (): Promise<never> => Promise.reject(new Refusal("unreachable"));
  expect(await cache.get("/a", rule, away)).toBe(first);
  await expect(cache.get("/b", rule, away)).rejects.toMatchObject({ refusal: "unreachable" });
  const busy = (): Promise<never> => Promise.reject(new Refusal("busy"));
  await expect(cache.get("/a", rule, busy)).rejects.toMatchObject({ refusal: "busy" });
  const second = await cache.get("/a", rule, () => Promise.resolve([2]));
  expect(second.body.toString()).toContain("[2]");
  cache.clear();
  await expect(cache.get("/a", rule, away)).rejects.toMatchObject({ refusal: "unreachable" });
});

test("what is packed is sent as it is until then, and is there at once when the same is made anew", async () => {
  const cache = new ResponseCache();
  const packed = { freshMs: 60_000, staleMs: 0, isBestCompressed: true };
  const make = (): Promise<string> => Promise.resolve("文".repeat(5_000));
  const first = await cache.get("/a", packed, make);
  expect(first.compressed).toBeNull();
  await expect.poll(() => first.compressed?.etag).toBe(first.etag.replace(/"$/, '-br"'));
  expect(brotliDecompressSync(first.compressed?.body ?? "")).toEqual(first.body);
  cache.clear();
  const again = await cache.get("/a", packed, make);
  expect([again === first, again.compressed]).toEqual([false, first.compressed]);
  const quick = await cache.get("/b", { freshMs: 60_000, staleMs: 0 }, make);
  await expect.poll(() => quick.compressed?.etag).toBe(first.compressed?.etag);
  expect(brotliDecompressSync(quick.compressed?.body ?? "")).toEqual(first.body);
  const short = await cache.get("/c", packed, () => Promise.resolve("文"));
  expect(short.compressed).toBeNull();
});

/** Never fresh by itself, and for a long time good enough while the next is made. */
const stale = { freshMs: 0, staleMs: 3_600_000 };
/** An answer that is made when it is told to be. */
function making() {
  const asked: PromiseWithResolvers<number>[] = [];
  const make = (): Promise<number> => {
    const next = Promise.withResolvers<number>();
    asked.push(next);
    return next.promise;
  };
  return { asked, make };
}
const dataOf = ({ body }: { readonly body: Buffer }): number =>
  (JSON.parse(body.toString()) as { data: number }).data;

test("Z02 what is stale is answered at once while one makes the next, however many ask", async () => {
  const cache = new ResponseCache();
  const { asked, make } = making();
  const first = cache.get("/a", stale, make);
  asked[0]?.resolve(1);
  expect(dataOf(await first)).toBe(1);
  const crowd = await Promise.all(Array.from({ length: 50 }, () => cache.get("/a", stale, make)));
  expect(new Set(crowd.map(dataOf))).toEqual(new Set([1]));
  expect(asked).toHaveLength(2);
  asked[1]?.resolve(2);
  await expect.poll(async () => dataOf(await cache.get("/a", stale, make))).toBe(2);
});

test("Z02 those who ask for the same at the same time share one making, and a failed one is not kept", async () => {
  const cache = new ResponseCache();
  const { asked, make } = making();
  const both = [cache.get("/a", rule, make), cache.get("/a", rule, make)];
  expect(asked).toHaveLength(1);
  asked[0]?.reject(new Refusal("notFound"));
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const next = cache.get("/a", rule, make);
  asked[1]?.resolve(3);
  expect(dataOf(await next)).toBe(3);
});

test.each(["clear", "forget"] as const)(
  "Z03 an answer that was begun before a change is told of (%s) is not kept after it",
  async (how) => {
    const cache = new ResponseCache();
    const { asked, make } = making();
    const fresh = { freshMs: 3_600_000, staleMs: 0 };
    const before = cache.get("/a?activityId=7", fresh, make);
    if (how === "clear") cache.clear();
    else cache.invalidate("7");
    asked[0]?.resolve(1);
    expect(dataOf(await before)).toBe(1);
    expect(cache.fresh("/a?activityId=7")).toBeNull();
    const after = cache.get("/a?activityId=7", fresh, make);
    asked[1]?.resolve(2);
    expect(dataOf(await after)).toBe(2);
    expect(cache.fresh("/a?activityId=7")).not.toBeNull();
  },
);
