import { afterEach, expect, test, vi } from "vitest";
import {
  dayNumber,
  formatDate,
  formatDateTime,
  formatPeriod,
  formatShort,
  formatSpan,
  splitPeriod,
  wallClock,
} from "./date-text.ts";
import {
  formatDateNear,
  formatClockSpan,
  formatMoment,
  formatDeadline,
  formatLastDate,
} from "./moment-text.ts";
import { dayOfWeek, startOfShanghaiDay, toShanghaiDate, toShanghaiIso } from "./shanghai-date.ts";

afterEach(() => vi.unstubAllEnvs());

const at = (text: string): string => `${text.replace(" ", "T")}:00+08:00`;

test("K27 a moment is shown in Shanghai's time zone, whatever the machine's", () => {
  for (const zone of ["Asia/Shanghai", "America/Los_Angeles", "Pacific/Kiritimati", "UTC"]) {
    vi.stubEnv("TZ", zone);
    expect(formatMoment("2026-11-28T00:30:00Z")).toBe("11月28日 周六 08:30");
    expect(formatMoment("2026-11-27T16:00:00Z")).toBe("11月28日 周六 00:00");
    expect(formatDate("2026-12-04T16:00:00Z")).toBe("12月5日");
    expect(formatDate("2026-12-05")).toBe("12月5日");
    expect(formatShort("2026-12-05T02:00:00Z")).toBe("12.05 10:00");
    expect(formatDateTime(new Date("2027-01-01T01:02:59Z"))).toBe("1月1日 09:02");
    expect(wallClock("2027-01-01")).toMatchObject({ month: 1, day: 1, weekday: "周五" });
  }
});

/** Start, end, the line, the short line, and the two lines. */
const periods: readonly (readonly [string, string, string, string, readonly (string | null)[]])[] = [
  // Within one day.
  [
    "2026-11-28 08:30",
    "2026-11-28 17:00",
    "11月28日 周六 08:30 – 17:00",
    "11月28日 周六 08:30",
    ["11月28日 周六", "08:30 – 17:00", null],
  ],
  // To midnight, which belongs to the day before.
  [
    "2026-12-05 18:00",
    "2026-12-06 00:00",
    "12月5日 周六 18:00 – 24:00",
    "12月5日 周六 18:00",
    ["12月5日 周六", "18:00 – 24:00", null],
  ],
  // Past midnight.
  [
    "2026-11-27 20:30",
    "2026-11-28 00:30",
    "11月27日 周五 20:30 – 次日 00:30",
    "11月27日 周五 20:30 – 次日",
    ["11月27日 周五", "20:30 – 次日 00:30", null],
  ],
  // More than 24 hours, to the next day.
  [
    "2026-11-28 09:00",
    "2026-11-30 00:00",
    "11月28日 09:00 – 11月29日 24:00",
    "11月28日 09:00 – 11月29日",
    ["11月28日 周六 09:00", null, "11月29日 周日 24:00"],
  ],
  // Exactly 24 hours.
  [
    "2026-11-28 20:30",
    "2026-11-29 20:30",
    "11月28日 20:30 – 11月29日 20:30",
    "11月28日 20:30 – 11月29日",
    ["11月28日 周六 20:30", null, "11月29日 周日 20:30"],
  ],
  // Past the midnight of New Year.
  [
    "2026-12-31 22:00",
    "2027-01-01 01:00",
    "2026年12月31日 周四 22:00 – 次日 01:00",
    "2026年12月31日 周四 22:00 – 次日",
    ["2026年12月31日 周四", "22:00 – 次日 01:00", null],
  ],
  // To the midnight of New Year: still the old year.
  [
    "2026-12-31 20:00",
    "2027-01-01 00:00",
    "12月31日 周四 20:00 – 24:00",
    "12月31日 周四 20:00",
    ["12月31日 周四", "20:00 – 24:00", null],
  ],
  // A leap day, and past it.
  [
    "2028-02-29 19:00",
    "2028-03-01 02:15",
    "2月29日 周二 19:00 – 次日 02:15",
    "2月29日 周二 19:00 – 次日",
    ["2月29日 周二", "19:00 – 次日 02:15", null],
  ],
  ["2028-02-29 00:00", "2028-03-01 00:00", "2月29日 周二", "2月29日 周二", ["2月29日 周二", null, null]],
  // Several days with hours.
  [
    "2026-11-27 09:00",
    "2026-11-29 17:00",
    "11月27日 09:00 – 11月29日 17:00",
    "11月27日 09:00 – 11月29日",
    ["11月27日 周五 09:00", null, "11月29日 周日 17:00"],
  ],
  // Whole days, as campaigns have them.
  [
    "2026-11-15 00:00",
    "2026-12-16 00:00",
    "11月15日 – 12月15日",
    "11月15日 – 12月15日",
    ["11月15日 周日", null, "12月15日 周二"],
  ],
  [
    "2026-11-28 00:00",
    "2026-11-29 23:59",
    "11月28日 – 11月29日",
    "11月28日 – 11月29日",
    ["11月28日 周六", null, "11月29日 周日"],
  ],
  // Over New Year, with hours and as whole days.
  [
    "2026-12-28 10:00",
    "2027-01-03 18:00",
    "2026年12月28日 10:00 – 2027年1月3日 18:00",
    "2026年12月28日 10:00 – 2027年1月3日",
    ["2026年12月28日 周一 10:00", null, "2027年1月3日 周日 18:00"],
  ],
  [
    "2026-12-28 00:00",
    "2027-01-01 00:00",
    "12月28日 – 12月31日",
    "12月28日 – 12月31日",
    ["12月28日 周一", null, "12月31日 周四"],
  ],
  // A moment.
  [
    "2026-11-28 10:00",
    "2026-11-28 10:00",
    "11月28日 周六 10:00",
    "11月28日 周六 10:00",
    ["11月28日 周六", "10:00", null],
  ],
  [
    "2026-11-28 00:00",
    "2026-11-28 00:00",
    "11月28日 周六 00:00",
    "11月28日 周六 00:00",
    ["11月28日 周六", "00:00", null],
  ],
];

test.each(periods)("K27 a period from %s to %s", (start, end, span, short, [first, hours, last]) => {
  expect(formatSpan(at(start), at(end))).toBe(span);
  expect(formatPeriod(at(start), at(end))).toBe(short);
  expect(splitPeriod(at(start), at(end))).toEqual({ first, second: hours ?? last, isHours: last === null });
});

test("K27 hours beside a date: to the next day, and to midnight", () => {
  expect(formatClockSpan(at("2026-11-28 08:30"), at("2026-11-28 10:00"))).toBe("08:30 – 10:00");
  expect(formatClockSpan(at("2026-11-28 21:30"), at("2026-11-29 00:45"))).toBe("21:30 – 次日 00:45");
  expect(formatClockSpan(at("2026-11-28 21:30"), at("2026-11-29 00:00"))).toBe("21:30 – 24:00");
});

test("K27 a deadline at midnight is that of the day before", () => {
  expect(formatLastDate(at("2026-12-01 00:00"))).toBe("11月30日");
  expect(formatLastDate(at("2026-12-01 00:01"))).toBe("12月1日");
  expect(formatDeadline(at("2027-01-01 00:00"))).toBe("12月31日 周四 24:00");
  expect(formatDeadline(at("2026-11-30 18:00"))).toBe("11月30日 周一 18:00");
});

test("a date names its year when it is another than the reference's", () => {
  expect(formatDateNear(at("2026-03-08 10:00"), at("2026-12-01 10:00"))).toBe("3月8日");
  expect(formatDateNear(at("2025-03-08 10:00"), at("2026-12-01 10:00"))).toBe("2025年3月8日");
});

test("days begin at Shanghai's midnight, and the contract's times have its offset", () => {
  const midnight = Date.parse("2026-11-30T16:00:00Z");
  expect(startOfShanghaiDay(midnight + 1)).toBe(midnight);
  expect(startOfShanghaiDay(midnight - 1)).toBe(midnight - 86_400_000);
  expect(dayNumber(midnight) - dayNumber(midnight - 1)).toBe(1);
  expect([midnight, midnight - 1, Date.parse("1970-01-01T00:00:00+08:00")].map(dayOfWeek)).toEqual([2, 1, 4]);
  expect(toShanghaiIso(midnight)).toBe("2026-12-01T00:00:00+08:00");
  expect(toShanghaiDate(new Date(midnight - 1))).toBe("2026-11-30");
});
