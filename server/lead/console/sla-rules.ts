import { dayOfWeek, startOfShanghaiDay, toShanghaiDate } from "#contract/core/shanghai-date.ts";

const DAY = 86_400_000;
/** Hour at which a working day ends, Shanghai's. */
export const WORKING_DAY_END = 18;
/** Longest sequence of days without a working day that is looked through. */
const MAX_DAYS = 60;

/** Days (YYYY-MM-DD) that differ from Monday to Friday, and whether they are working days. */
export type WorkingCalendar = ReadonlyMap<string, boolean>;

/** Midnight in Shanghai of a day, ms. */
const startOf = (day: string): number => startOfShanghaiDay(Date.parse(`${day}T00:00:00+08:00`));
const dayAfter = (day: string, days: number): string => toShanghaiDate(new Date(startOf(day) + days * DAY));

/** Whether people work on a day, which the calendar may say otherwise than the day of the week. */
function isWorkingDay(day: string, calendar: WorkingCalendar): boolean {
  const weekday = dayOfWeek(new Date(startOf(day)));
  return calendar.get(day) ?? (weekday !== 0 && weekday !== 6);
}

/** The next working day after a day. */
export function nextWorkingDay(day: string, calendar: WorkingCalendar): string {
  for (let ahead = 1; ahead <= MAX_DAYS; ahead++) {
    const candidate = dayAfter(day, ahead);
    if (isWorkingDay(candidate, calendar)) return candidate;
  }
  return dayAfter(day, MAX_DAYS);
}

/**
 * When the first call of a lead is due: the end of the working day after the day on which it was left or changed
 * (requirement CO61). Times in ms.
 */
export const leadDueTime = (updated: number, calendar: WorkingCalendar): number =>
  startOf(nextWorkingDay(toShanghaiDate(new Date(updated)), calendar)) + WORKING_DAY_END * 3_600_000;

/**
 * The time before which leads were left whose first call is due at a moment. A later lead is never due before an earlier
 * one, so that one comparison decides in a statement as `leadDueTime` does for one lead. Times in ms.
 */
export function dueBefore(moment: number, calendar: WorkingCalendar): number {
  let day = toShanghaiDate(new Date(moment));
  for (let back = 0; back <= MAX_DAYS; back++) {
    if (leadDueTime(startOf(day), calendar) <= moment) return startOf(day) + DAY;
    day = dayAfter(day, -1);
  }
  return startOf(day);
}
