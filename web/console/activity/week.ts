import { DAY } from "#contract/core/date-text.ts";
import {
  dayOfWeek,
  startOfShanghaiDay,
  toShanghaiDate,
  toShanghaiIso,
} from "#contract/core/shanghai-date.ts";

const DAYS = 7;
/** Monday 00:00 in Shanghai of the week of a moment, ms. */
export const startOfWeek = (moment: number): number =>
  startOfShanghaiDay(moment) - ((dayOfWeek(moment) + 6) % DAYS) * DAY;

export type WeekDay = { readonly day: string; readonly start: number; readonly isToday: boolean };
/** The seven days from a Monday on. */
export const daysOfWeek = (monday: number, now: number): readonly WeekDay[] =>
  Array.from({ length: DAYS }, (_, at) => ({
    day: toShanghaiDate(monday + at * DAY),
    start: monday + at * DAY,
    isToday: toShanghaiDate(monday + at * DAY) === toShanghaiDate(now),
  }));
/** The week as a filter of activities that take place in it. */
export const weekFilter = (monday: number) => ({
  from: toShanghaiIso(monday),
  to: toShanghaiIso(monday + DAYS * DAY),
});
/** Whether something takes place on a day. */
export const isOnDay = (
  { startTime, endTime }: { readonly startTime: string; readonly endTime: string },
  { start }: WeekDay,
): boolean => Date.parse(startTime) < start + DAY && Date.parse(endTime) > start;
