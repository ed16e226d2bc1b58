import { expect, test } from "vitest";
import { operatorRightNames } from "#contract/console/rights.ts";
import { operatorMessages } from "./messages.ts";
import { marksOf, rightsAreas } from "./rights-areas.ts";

test("CO14 every right stands in the matrix once, behind a letter with a meaning", () => {
  const shown = rightsAreas.flatMap(({ marks }) => marks.flatMap(([, ...rights]) => rights));
  expect([...shown].sort()).toEqual([...operatorRightNames].sort());
  for (const { marks } of rightsAreas) {
    const letters = marks.map(([mark]) => mark);
    expect(new Set(letters).size).toBe(letters.length);
    for (const letter of letters) expect(operatorMessages.marks[letter]).not.toBe("");
  }
});

test("CO14 a letter stands in a cell only if the role has all of its rights", () => {
  const [activity] = rightsAreas;
  if (activity === undefined) throw new Error("no areas");
  const reaches = new Map([
    ["activity.read" as const, { dealer: "list" as const, service: "one" as const }],
    ["flow.read" as const, { service: "one" as const }],
  ]);
  expect(marksOf(reaches, "dealer", activity)).toEqual([]);
  expect(marksOf(reaches, "service", activity)).toEqual([{ mark: "r", reach: "one" }]);
});
