import { expect, test } from "vitest";
import { newId } from "./ids.ts";

test("ids have 19 digits, are unique, and sort as texts by time", async () => {
  const ids = Array.from({ length: 20_000 }, newId);
  // Lets the clock advance, since ids sort by their time.
  await new Promise((resolve) => setTimeout(resolve, 30));
  const later = newId();
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of [...ids, later]) expect(id).toMatch(/^[1-9]\d{18}$/);
  expect([...ids].sort()).toEqual(ids);
  expect(later > (ids.at(-1) ?? "")).toBe(true);
  expect(BigInt(later) < 2n ** 63n).toBe(true);
});
