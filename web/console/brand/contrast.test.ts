import "../../ui/styles/test-base-styles.ts";
import "../../ui/styles/tokens-dark.css";
import "../kit/styles/console.css";
import { expect, test } from "vitest";
import { readThemeColours } from "../../platform/console/theme-colours.ts";
import { contrastOf, contrastPairs } from "./contrast.ts";

test("contrast is that of WCAG", () => {
  expect(contrastOf("#000000", "rgb(255, 255, 255)")).toBeCloseTo(21, 5);
  expect(contrastOf("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(() => contrastOf("", "#ffffff")).toThrow("no colour");
});

test("CO42 every pair of colours has its contrast in both themes", () => {
  const names = contrastPairs.flatMap(({ front, back }) => [front, back]);
  const themes = readThemeColours(names);
  expect(themes.dark["--c-bg"]).not.toBe(themes.light["--c-bg"]);
  const bad = Object.entries(themes).flatMap(([theme, colours]) =>
    contrastPairs.flatMap(({ front, back, least }) => {
      const found = contrastOf(colours[front] ?? "", colours[back] ?? "");
      return found < least ? [`${theme}: ${front} on ${back} has ${found.toFixed(2)}`] : [];
    }),
  );
  expect(bad).toEqual([]);
});
