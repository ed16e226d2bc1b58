import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_FIGURE_DAYS } from "#contract/console/figures.ts";
import { laterDay, rangeDays, rangeOf, toBoardQuery } from "./figure-query.ts";

const today = "2026-11-27";

test("a period ends today; without one it is 14 days", () => {
  expect(rangeOf(undefined, today)).toEqual({ from: "2026-11-14", to: today });
  expect(rangeOf("1d", today)).toEqual({ from: today, to: today });
  expect(rangeOf("90d", today)).toEqual({ from: "2026-08-30", to: today });
});

test("typed days are put in order and end today at the latest", () => {
  expect(rangeOf("2026-11-20..2026-11-03", today)).toEqual({ from: "2026-11-03", to: "2026-11-20" });
  expect(rangeOf("2026-11-20..2026-12-24", today)).toEqual({ from: "2026-11-20", to: today });
  expect(rangeOf("2026-11-09..", today)).toEqual({ from: "2026-11-09", to: "2026-11-09" });
  expect(rangeOf("2027-01-01..2027-02-01", today)).toEqual({ from: today, to: today });
  expect(rangeOf("x..y", today)).toEqual(rangeOf(undefined, today));
});

test("every text gives a range that the call takes: in order, not after today, a year at most", () => {
  const day = fc.integer({ min: -4000, max: 4000 }).map((days) => laterDay(today, days));
  const text = fc.oneof(
    fc.string(),
    fc.integer({ min: -5, max: 1200 }).map((days) => `${days}d`),
    fc.tuple(fc.option(day), fc.option(day)).map(([from, to]) => `${from ?? ""}..${to ?? ""}`),
  );
  fc.assert(
    fc.property(text, (value) => {
      const range = rangeOf(value, today);
      expect(range.from <= range.to && range.to <= today).toBe(true);
      expect(rangeDays(range)).toBeLessThanOrEqual(MAX_FIGURE_DAYS);
    }),
  );
});

test("the filters' values become the call's; “-” is unknown, other regions filter nothing", () => {
  expect(
    toBoardQuery(
      {
        period: ["2024-02-29..2024-03-02"],
        compare: ["year"],
        region: ["VWSA400000"],
        type: ["2"],
        dealer: ["-"],
        city: ["310000"],
        channel: ["-"],
        host: ["wechat"],
      },
      today,
    ),
  ).toEqual({
    range: { from: "2024-02-29", to: "2024-03-02" },
    compare: { from: "2023-03-01", to: "2023-03-02" },
    filter: {
      region: "VWSA400000",
      businessType: 2,
      dealerId: "",
      cityCode: "310000",
      channel: "",
      host: "wechat",
    },
  });
  expect(toBoardQuery({ region: ["x"], compare: ["none"] }, today)).toEqual({
    range: rangeOf(undefined, today),
    compare: null,
    filter: {},
  });
});
