import {
  dateOf,
  endClock,
  formatClock,
  formatDate,
  splitPeriod,
  wallClock,
  type Moment,
  type WallClock,
} from "./date-text.ts";
/**
 * Moments as text on pages after the first screen: the functions of date-text.ts are loaded with it, and its size has a
 * budget.
 */

const momentText = (clock: WallClock): string => `${dateOf(clock)} ${clock.weekday} ${clock.time}`;
/** “11月28日 周六 08:30”. */
export const formatMoment = (moment: Moment): string => momentText(wallClock(moment));

/** “11月28日”, with the year if it is another than the reference's: “2025年3月8日”. */
export function formatDateNear(moment: Moment, reference: Moment): string {
  const { year } = wallClock(moment);
  return `${year === wallClock(reference).year ? "" : `${year}年`}${formatDate(moment)}`;
}

/** Hours of a period whose date is beside it: “08:30 – 17:00”, “22:00 – 次日 01:00”, “18:00 – 24:00”. */
export function formatClockSpan(start: Moment, end: Moment): string {
  const { second, isHours } = splitPeriod(start, end, false);
  return isHours ? (second ?? "00:00 – 24:00") : `${formatClock(start)} – ${second}`;
}

/** Last day of something that ends at a moment: “11月30日” if it ends on 1 December at 00:00. */
export const formatLastDate = (end: Moment): string => dateOf(endClock(end));
/** End of something: “11月30日 周一 24:00” if it ends on 1 December at 00:00. */
export const formatDeadline = (end: Moment): string => momentText(endClock(end));
