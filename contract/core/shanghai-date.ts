import { DAY, dayNumber, SHANGHAI_OFFSET, timeOf, twoDigits, wallClock, type Moment } from "./date-text.ts";

/** 0 (Sunday) to 6; 1 January 1970 was a Thursday. */
export const dayOfWeek = (moment: Moment): number => (dayNumber(moment) + 4) % 7;
/** Midnight in Shanghai at which the day of a moment begins, ms. */
export const startOfShanghaiDay = (moment: Moment): number => dayNumber(moment) * DAY - SHANGHAI_OFFSET;

/** “2027.01.31”. */
export function dottedDate(moment: Moment): string {
  const { year, month, day } = wallClock(moment);
  return `${year}.${twoDigits(month)}.${twoDigits(day)}`;
}
/** A moment for the contract: ISO 8601 with Shanghai's offset, whole seconds. */
export const toShanghaiIso = (moment: Moment): string =>
  `${new Date(timeOf(moment) + SHANGHAI_OFFSET).toISOString().slice(0, 19)}+08:00`;
/** The Shanghai date of a moment, YYYY-MM-DD. */
export const toShanghaiDate = (moment: Moment): string => toShanghaiIso(moment).slice(0, 10);
