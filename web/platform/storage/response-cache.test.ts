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
    asOf: null,
  });
  await vi.waitFor(async () =>
    expect(await database.get("interface_data_cache", "list 310100")).not.toBeNull(),
  );
};

it.each(["offline", "timeout", "unreachable", "busy"] as const)(
  "Q13 %s: the last answer is shown with its time",
  async (name) => {
    const before = Date.now();
    await visit();
    const { answer, asOf } = await networkFirst("list 310100", refuse(name));
    expect(answer).toEqual(list);
    expect(asOf).toBeGreaterThanOrEqual(before);
  },
);
it("Q13 what the server says of the content itself is not hidden by a kept answer", async () => {
  await visit();
  await expect(networkFirst("list 310100", refuse("notFound"))).rejects.toMatchObject({
    refusal: "notFound",
  });
});
it("Q13 without a kept answer the refusal stands", async () => {
  await expect(networkFirst("list 310100", refuse("offline"))).rejects.toMatchObject({ refusal: "offline" });
});
it("Q13 what the server rendered is kept with the time that it was rendered at", async () => {
  await cacheAnswer("list 310100", list, 1_000);
  expect(await readCachedAnswer("list 310100")).toEqual({ answer: list, asOf: 1_000 });
  expect(await networkFirst("list 310100", refuse("offline"))).toEqual({ answer: list, asOf: 1_000 });
});
it("Q13 a script that can not be loaded is a network that fails", async () => {
  await visit();
  const lost = new TypeError("Failed to fetch dynamically imported module: https://x/sending.js");
  expect((await networkFirst("list 310100", () => Promise.reject(lost))).answer).toEqual(list);
  const mistake = new TypeError("x is undefined");
  await expect(networkFirst("list 310100", () => Promise.reject(mistake))).rejects.toBe(mistake);
});
it("Q13 J08 only the public part of an answer is kept", async () => {
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
