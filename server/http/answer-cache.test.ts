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
