import { expect, test } from "vitest";
import { daysOfWeek, isOnDay, startOfWeek, weekFilter } from "./week.ts";

test("CO30 a week runs from Monday to Sunday in Shanghai, whatever the browser's zone", () => {
  const sunday = Date.parse("2026-11-29T23:30:00+08:00");
  const monday = startOfWeek(sunday);
  expect(new Date(monday).toISOString()).toBe("2026-11-22T16:00:00.000Z");
  expect(startOfWeek(sunday + 3_600_000)).toBe(Date.parse("2026-11-30T00:00:00+08:00"));
  expect(weekFilter(monday)).toEqual({
    from: "2026-11-23T00:00:00+08:00",
    to: "2026-11-30T00:00:00+08:00",
  });
  const days = daysOfWeek(monday, sunday);
  expect(days.map(({ isToday }) => isToday)).toEqual([false, false, false, false, false, false, true]);
});

test("CO30 what lasts several days is on each of them", () => {
  const days = daysOfWeek(Date.parse("2026-11-23T00:00:00+08:00"), 0);
  const activity = { startTime: "2026-11-24T20:00:00+08:00", endTime: "2026-11-26T00:00:00+08:00" };
  expect(days.filter((day) => isOnDay(activity, day)).map(({ day }) => day)).toEqual([
    "2026-11-24",
    "2026-11-25",
  ]);
});
