import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { expect, test } from "vitest";
import { droppableDays, groupDays, pageRanges } from "./rules.ts";

const NOW = Date.parse("2026-11-21T12:00:00+08:00");
const DAY = 86_400_000;

test("T09 small days are scanned together, a large day in ranges of its pages", () => {
  const days = [
    { day: "d", pages: 0 },
    { day: "c", pages: 900 },
    { day: "b", pages: 60 },
    { day: "a", pages: 30 },
  ];
  expect(groupDays(days, 100).map((range) => range.days)).toEqual([["d"], ["c"], ["b", "a"]]);
  expect(pageRanges(250, 100)).toEqual([
    { from: 0, to: 100 },
    { from: 100, to: 200 },
    { from: 200, to: null },
  ]);
  expect(pageRanges(0, 100)).toEqual([{ from: 0, to: null }]);
});

test("days are dropped after the retention if as many later days exist, and a few at a time", () => {
  const all = Array.from({ length: 60 }, (_, at) => toShanghaiDate(NOW - (59 - at) * DAY));
  expect(droppableDays(all, toShanghaiDate(NOW), 30)).toEqual(all.slice(0, 7));
  expect(droppableDays(all.slice(29), toShanghaiDate(NOW), 30)).toEqual([]);
  expect(droppableDays(all.slice(28), toShanghaiDate(NOW), 30)).toEqual(all.slice(28, 29));
  // Days on which the product did not run have no partition and do not count.
  expect(droppableDays([...all.slice(0, 10), ...all.slice(-3)], toShanghaiDate(NOW), 30)).toEqual([]);
  expect(droppableDays(all, toShanghaiDate(NOW - 100 * DAY), 30)).toEqual([]);
});
