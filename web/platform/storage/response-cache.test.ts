import { beforeEach, expect, it, vi } from "vitest";
import { Refusal, type RefusalName } from "#contract/core/errors.ts";
import { database } from "./client-database.ts";
import { cacheAnswer, networkFirst, readCachedAnswer } from "./response-cache.ts";

const refuse = (name: RefusalName) => () => Promise.reject(new Refusal(name));
const list = { list: [{ title: "山" }], nextCursor: null };
beforeEach(() => database.remove("interface_data_cache", "list 310100"));
/** Loads once with a network. */
const visit = async () => {
  expect(await networkFirst("list 310100", () => Promise.resolve(list))).toEqual({
    answer: list,
    fetchedAt: null,
  });
  await vi.waitFor(async () =>
    expect(await database.get("interface_data_cache", "list 310100")).not.toBeNull(),
  );
};

it.each(["offline", "timeout", "unreachable", "busy"] as const)(
  "Q13 %s: shows the last answer with its time",
  async (name) => {
    const before = Date.now();
    await visit();
    const { answer, fetchedAt } = await networkFirst("list 310100", refuse(name));
    expect(answer).toEqual(list);
    expect(fetchedAt).toBeGreaterThanOrEqual(before);
  },
);
it("Q13 a cached answer does not hide a refusal about the content", async () => {
  await visit();
  await expect(networkFirst("list 310100", refuse("notFound"))).rejects.toMatchObject({
    refusal: "notFound",
  });
});
it("Q13 without a cached answer the refusal is thrown", async () => {
  await expect(networkFirst("list 310100", refuse("offline"))).rejects.toMatchObject({ refusal: "offline" });
});
it("Q13 the server's rendered data is cached with its render time", async () => {
  await cacheAnswer("list 310100", list, 1_000);
  expect(await readCachedAnswer("list 310100")).toEqual({ answer: list, fetchedAt: 1_000 });
  expect(await networkFirst("list 310100", refuse("offline"))).toEqual({ answer: list, fetchedAt: 1_000 });
});
it("Q13 a script that cannot be loaded counts as a network failure", async () => {
  await visit();
  const loadError = new TypeError("Failed to fetch dynamically imported module: https://x/sending.js");
  expect((await networkFirst("list 310100", () => Promise.reject(loadError))).answer).toEqual(list);
  const bug = new TypeError("x is undefined");
  await expect(networkFirst("list 310100", () => Promise.reject(bug))).rejects.toBe(bug);
});
it("Q13 J08 only the public part of an answer is cached", async () => {
  const near = { list: [], nextCursor: null, distance: 240 };
  const loaded = await networkFirst(
    "list 310100",
    async () => near,
    (answer) => ({ ...answer, distance: 0 }),
  );
  expect(loaded.answer.distance).toBe(240);
  await vi.waitFor(async () =>
    expect(await readCachedAnswer("list 310100")).toMatchObject({ answer: { distance: 0 } }),
  );
});

it("Q02 Q13 details are stored in `activities` under their id, with an end, and answer without a network", async () => {
  const detail = { activity: { activityId: "5150", title: "夜航" } };
  await networkFirst("detail 5150", () => Promise.resolve(detail));
  await vi.waitFor(async () => expect(await database.get("activities", "5150")).not.toBeNull());
  const stored = await database.get("activities", "5150");
  expect((stored?.expiration_time ?? 0) - (stored?.created_time ?? 0)).toBe(7 * 86_400_000);
  expect((await networkFirst("detail 5150", refuse("unreachable"))).answer).toEqual(detail);
  expect(await database.get("interface_data_cache", "detail 5150")).toBeNull();
  await database.remove("activities", "5150");
});
