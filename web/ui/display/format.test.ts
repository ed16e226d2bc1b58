import { expect, test } from "vitest";
import {
  formatCount,
  formatDate,
  formatDistance,
  formatMoment,
  formatPeriod,
  formatShort,
  formatSpan,
} from "./format.ts";

test("a moment is shown in Shanghai's time zone, whatever the phone's", () => {
  expect(formatMoment("2026-11-28T00:30:00Z")).toBe("11月28日 周六 08:30");
  expect(formatMoment("2026-11-28T08:30:00+08:00")).toBe("11月28日 周六 08:30");
  expect(formatMoment("2026-11-27T16:00:00Z")).toBe("11月28日 周六 00:00");
  expect(formatDate("2026-12-04T16:00:00Z")).toBe("12月05日");
  expect(formatShort("2026-11-30T02:00:00Z")).toBe("11.30 10:00");
});

test("a period of one day shows its start, of several its days, of two years the years", () => {
  expect(formatPeriod("2026-11-28T00:30:00Z", "2026-11-28T09:00:00Z")).toBe("11月28日 周六 08:30");
  expect(formatPeriod("2026-11-15T00:00:00Z", "2026-12-15T00:00:00Z")).toBe("11月15日 – 12月15日");
  expect(formatPeriod("2026-12-28T00:00:00Z", "2027-01-03T00:00:00Z")).toBe("2026年12月28日 – 2027年1月03日");
  expect(formatSpan("2026-11-28T00:30:00Z", "2026-11-28T09:00:00Z")).toBe("11月28日 周六 08:30 – 17:00");
  expect(formatSpan("2026-11-15T00:00:00Z", "2026-12-15T00:00:00Z")).toBe("11月15日 – 12月15日");
});

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
