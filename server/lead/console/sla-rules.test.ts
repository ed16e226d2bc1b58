import fc from "fast-check";
import { expect, test } from "vitest";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { dueBefore, leadDueTime, nextWorkingDay, type WorkingCalendar } from "./sla-rules.ts";

const at = (text: string): number => Date.parse(`${text}+08:00`);
const holidays: WorkingCalendar = new Map([
  ["2026-10-01", false],
  ["2026-10-02", false],
  ["2026-10-05", false],
  ["2026-10-06", false],
  ["2026-10-07", false],
  ["2026-10-10", true],
]);
const due = (text: string, calendar: WorkingCalendar = new Map()) =>
  toShanghaiIso(new Date(leadDueTime(at(text), calendar))).slice(0, 16);

test("CO61 the first call is due at the end of the next working day of the calendar", () => {
  // 27 November 2026 is a Friday.
  expect(due("2026-11-26T09:00:00")).toBe("2026-11-27T18:00");
  expect(due("2026-11-27T00:00:00")).toBe("2026-11-30T18:00");
  expect(due("2026-11-27T23:59:59")).toBe("2026-11-30T18:00");
  expect(due("2026-11-28T12:00:00")).toBe("2026-11-30T18:00");
  // A holiday week, and a Saturday on which people work.
  expect(due("2026-09-30T12:00:00", holidays)).toBe("2026-10-08T18:00");
  expect(due("2026-10-09T12:00:00", holidays)).toBe("2026-10-10T18:00");
  expect(nextWorkingDay("2026-12-31", new Map([["2027-01-01", false]]))).toBe("2027-01-04");
});

test("CO61 one comparison finds the same leads as the due time of each, to the minute", () => {
  const start = at("2026-09-20T00:00:00");
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40 * 1440 }),
      fc.integer({ min: 0, max: 60 * 1440 }),
      (left, moment) => {
        const [updated, now] = [start + left * 60_000, start + moment * 60_000];
        const isDue = leadDueTime(updated, holidays) <= now;
        expect(updated < dueBefore(now, holidays)).toBe(isDue);
      },
    ),
  );
  const lead = at("2026-11-26T09:00:00");
  const end = at("2026-11-27T18:00:00");
  expect([lead < dueBefore(end - 60_000, new Map()), lead < dueBefore(end, new Map())]).toEqual([
    false,
    true,
  ]);
});
