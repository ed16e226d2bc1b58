import { describe, expect, it } from "vitest";
import { anchorSaturday, DAY, monthOf, seasonOf, timeOnDay } from "./calendar.ts";

const shanghai = (text: string): number => Date.parse(`${text}+08:00`);

describe("the demo's calendar", () => {
  it("counts weeks from the first Saturday at least seven days ahead", () => {
    expect(anchorSaturday(shanghai("2026-11-21T09:41:00"))).toBe(shanghai("2026-11-28T00:00:00"));
    expect(anchorSaturday(shanghai("2026-11-22T00:00:00"))).toBe(shanghai("2026-12-05T00:00:00"));
    expect(anchorSaturday(shanghai("2026-11-26T23:59:59"))).toBe(shanghai("2026-12-05T00:00:00"));
    // Still Friday in UTC, Saturday in Shanghai.
    expect(anchorSaturday(Date.parse("2026-11-20T16:00:00Z"))).toBe(shanghai("2026-11-28T00:00:00"));
  });

  it("computes days, months and seasons in Shanghai time", () => {
    const lateUtc = Date.parse("2026-11-30T16:30:00Z");
    expect(monthOf(lateUtc)).toBe(12);
    expect(
      ["2026-01-15", "2026-04-15", "2026-07-15", "2026-10-15"].map((day) =>
        seasonOf(shanghai(`${day}T12:00:00`)),
      ),
    ).toEqual(["冬", "春", "夏", "秋"]);
  });

  it("adds a time to a day", () => {
    expect(timeOnDay(shanghai("2026-11-28T00:00:00"), "08:30")).toBe(shanghai("2026-11-28T08:30:00"));
    expect(timeOnDay(shanghai("2026-11-28T00:00:00") + DAY, "23:59")).toBe(shanghai("2026-11-29T23:59:00"));
  });
});
