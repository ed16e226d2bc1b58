import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { Refusal } from "#contract/errors.ts";
import { AnswerCache } from "./answer-cache.ts";

/** Nothing is fresh, nothing may be stale: each question makes its answer anew. */
const rule = { freshMs: 0, staleMs: 0 };

test("Z04 while database or disk fail the answer that was kept is given, and other failures are told", async () => {
  const cache = new AnswerCache();
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
  const cache = new AnswerCache();
  const packed = { freshMs: 60_000, staleMs: 0, isPacked: true };
  const make = (): Promise<string> => Promise.resolve("文".repeat(5_000));
  const first = await cache.get("/a", packed, make);
  expect(first.packed).toBeNull();
  await expect.poll(() => first.packed?.etag).toBe(first.etag.replace(/"$/, '-br"'));
  expect(brotliDecompressSync(first.packed?.body ?? "")).toEqual(first.body);
  cache.clear();
  const again = await cache.get("/a", packed, make);
  expect([again === first, again.packed]).toEqual([false, first.packed]);
  const other = await cache.get("/b", { freshMs: 60_000, staleMs: 0 }, make);
  expect(other.packed).toBeNull();
});
