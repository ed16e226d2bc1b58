import { expect, test } from "vitest";
import { newId } from "./ids.ts";

test("ids are 19 digits, all different, and their text order is their order in time", async () => {
  const ids = Array.from({ length: 20_000 }, newId);
  await new Promise((resolve) => setTimeout(resolve, 30));
  const later = newId();
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of [...ids, later]) expect(id).toMatch(/^[1-9]\d{18}$/);
  expect([...ids].sort()).toEqual(ids);
  expect(later > (ids.at(-1) ?? "")).toBe(true);
  expect(BigInt(later) < 2n ** 63n).toBe(true);
});
