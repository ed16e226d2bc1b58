import { expect, test } from "vitest";
import { orderScripts } from "./script-order.ts";

const imports = { page: ["feed", "base"], feed: ["react", "messages"], base: ["router"], router: ["react"] };

test("places a script once, after all its imports", () => {
  expect(orderScripts(["base", "page"], imports)).toEqual([
    "react",
    "router",
    "base",
    "messages",
    "feed",
    "page",
  ]);
});

test("keeps the order of scripts whose imports are unknown", () => {
  expect(orderScripts(["b", "a", "b"], {})).toEqual(["b", "a"]);
});

test("ends for scripts that import each other", () => {
  expect(orderScripts(["a"], { a: ["b"], b: ["c", "a"], c: [] })).toEqual(["c", "b", "a"]);
});
