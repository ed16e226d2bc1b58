import fc from "fast-check";
import { expect, test } from "vitest";
import { figureNames, figureTerms } from "#contract/console/figure-terms.ts";
import { addCounted, isPersonFigure, madeFigures, nothing, rowSources, valueOf } from "./figures.ts";
import { dayAfter, daysInRange, daysOf, rangeBefore, spansOf } from "./period.ts";

test("CO82 a rate of nothing, and a median of nothing, is no number", () => {
  expect(valueOf("arrivalRate", nothing)).toBeNull();
  expect(valueOf("overdueRate", nothing)).toBeNull();
  expect(valueOf("firstContact", nothing)).toBeNull();
  expect(valueOf("arrivalRate", { ...nothing, rows: 3 })).toBe(0);
  expect(valueOf("arrivalRate", { ...nothing, rows: 3, counted: 2 })).toBe(0.6667);
  expect(valueOf("firstContact", { ...nothing, rows: 2, median: 3.249 })).toBe(3.2);
  expect(valueOf("signUps", nothing)).toBe(0);
});

test("the value of a figure is its rows, its persons, or the sum of its amounts", () => {
  const counted = { rows: 5, counted: 4, amount: 1_299, median: null };
  expect(valueOf("signUps", counted)).toBe(5);
  expect(valueOf("visitors", counted)).toBe(5);
  expect(valueOf("paidFen", counted)).toBe(1_299);
  expect(valueOf("unitsSold", counted)).toBe(1_299);
});

test("each figure has its meaning and its rows; persons and medians are not kept by day", () => {
  for (const figure of figureNames) {
    expect(figureTerms[figure].meaning.length).toBeGreaterThan(5);
    expect([figure, isPersonFigure(figure) !== figure in rowSources]).toEqual([figure, true]);
  }
  const kinds = new Set(madeFigures.map((figure) => figureTerms[figure].kind));
  expect([...kinds].toSorted()).toEqual(["count", "fen", "rate", "units"]);
  expect(madeFigures).not.toContain("waiting");
  expect(madeFigures).not.toContain("overdueRate");
});

const day = fc.integer({ min: 0, max: 800 }).map((after) => dayAfter("2026-01-01", after));
const range = fc.tuple(day, fc.integer({ min: 0, max: 365 })).map(([from, more]) => ({
  from,
  to: dayAfter(from, more),
}));

test("property: stretches of days cover each of them once, whatever days are left out", () => {
  fc.assert(
    fc.property(range, fc.infiniteStream(fc.boolean()), (days, keep) => {
      const kept = daysInRange(days).filter(() => keep.next().value);
      const spans = spansOf(kept);
      const hours = spans.reduce((sum, { from, to }) => sum + (to.getTime() - from.getTime()) / 3_600_000, 0);
      expect(hours).toBe(kept.length * 24);
      for (const [at, span] of spans.entries()) {
        const before = spans[at - 1];
        expect(before === undefined || before.to < span.from).toBe(true);
      }
    }),
  );
});

test("property: the days before are as many, and end where the range begins", () => {
  fc.assert(
    fc.property(range, (days) => {
      const before = rangeBefore(days);
      expect(daysOf(before)).toBe(daysOf(days));
      expect(dayAfter(before.to, 1)).toBe(days.from);
    }),
  );
});

test("property: parts add up in any order", () => {
  const part = fc.record({
    rows: fc.nat(1_000),
    counted: fc.nat(1_000),
    amount: fc.nat(1_000_000),
    median: fc.constant(null),
  });
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const sum = parts.reduce(addCounted, nothing);
      const back = parts.toReversed().reduce(addCounted, nothing);
      expect(back).toEqual(sum);
      expect(sum.rows).toBe(parts.reduce((added, { rows }) => added + rows, 0));
    }),
  );
});
