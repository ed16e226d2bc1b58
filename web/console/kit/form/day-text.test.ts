import { expect, test } from "vitest";
import { joinMoment, splitMoment, tidyMoment } from "./day-text.ts";

test("a moment stands in two fields in Shanghai's time, and comes back", () => {
  expect(splitMoment("2026-11-28T00:30:00Z")).toEqual({ day: "2026-11-28", time: "08:30" });
  expect(joinMoment({ day: "2026-11-28", time: "08:30" })).toBe("2026-11-28T08:30:00+08:00");
  expect(joinMoment({ day: "", time: "" })).toBe("");
});

test.each([
  ["2026-11-2", "08:30"],
  ["2026-11-28", ""],
  ["", "08:30"],
  ["2026-02-30", "08:30"],
  ["2026-11-28", "24:10"],
])("“%s” and “%s” are no moment, and stay as they are typed", (day, time) => {
  const value = joinMoment({ day, time });
  expect(Number.isNaN(Date.parse(value))).toBe(true);
  expect(splitMoment(value)).toEqual({ day, time });
});

test.each([
  ["2026/11/8", "8:30"],
  ["2026.11.08", "0830"],
  ["20261108", "08：30"],
  ["2026年11月8日", "8:30"],
])("“%s %s” is tidied when the field is left", (day, time) => {
  expect(tidyMoment(joinMoment({ day, time }), false)).toBe("2026-11-08T08:30:00+08:00");
  expect(tidyMoment(day, true)).toBe("2026-11-08");
});
