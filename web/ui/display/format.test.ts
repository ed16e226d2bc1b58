import { expect, test } from "vitest";
import { formatCount, formatDistance } from "./format.ts";

test("distances: metres below a kilometre, one decimal below ten, whole beyond", () => {
  expect([0, 849.6, 999.4, 999.5, 2_449, 9_949, 9_950, 38_400].map(formatDistance)).toEqual([
    "0m",
    "850m",
    "999m",
    "1.0km",
    "2.4km",
    "9.9km",
    "10km",
    "38km",
  ]);
});

test("counts are grouped by thousands", () => {
  expect([0, 999, 1000, 1326, 1234567].map(formatCount)).toEqual(["0", "999", "1,000", "1,326", "1,234,567"]);
});
