import { expect, test } from "vitest";
import { orderScripts } from "./script-order.ts";

const imports = { page: ["feed", "base"], feed: ["react", "words"], base: ["router"], router: ["react"] };

test("a script stands after all that it imports, once", () => {
  expect(orderScripts(["base", "page"], imports)).toEqual([
    "react",
    "router",
    "base",
    "words",
    "feed",
    "page",
  ]);
});

test("scripts of which nothing is known stay as they were given", () => {
  expect(orderScripts(["b", "a", "b"], {})).toEqual(["b", "a"]);
});

test("scripts that import each other come to an end", () => {
  expect(orderScripts(["a"], { a: ["b"], b: ["c", "a"], c: [] })).toEqual(["c", "b", "a"]);
});
