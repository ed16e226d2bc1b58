import { expect, test } from "vitest";
import { HALF_BOX, isSameSides, outlineOf, randomSides } from "./piece-outline.ts";

test("a piece's outline is closed and inside its box for all sides", () => {
  for (let made = 0; made < 200; made++) {
    const sides = randomSides();
    const path = outlineOf(sides);
    expect(path).toMatch(/^M-20 -20(l|a)[-0-9 .la]+z$/);
    expect(path.split("a").length - 1).toBe(sides.filter((side) => side !== 0).length);
    expect(sides.filter((side) => side !== 0).length).toBeGreaterThanOrEqual(2);
  }
  // 20 to the side, 12 of the knob, a scale of 1.04 and half of the stroke.
  expect(HALF_BOX).toBeGreaterThan((20 + 12) * 1.04 + 0.9);
});
test("outlines are equal if all four sides are", () => {
  expect(isSameSides([1, 0, -1, 1], [1, 0, -1, 1])).toBe(true);
  expect(isSameSides([1, 0, -1, 1], [1, 0, -1, -1])).toBe(false);
});
