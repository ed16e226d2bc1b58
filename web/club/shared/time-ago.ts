import { formatDate, wallClock } from "../../ui/display/format.ts";
import { timeAgoMessages } from "./time-ago-messages.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Number of the day in Shanghai. @param moment ms */
const dayOf = (moment: number): number => Math.floor((moment + 8 * HOUR) / DAY);

/**
 * Relative time: “刚刚”, “5 分钟前”, “2 小时前”, “昨天 21:06”, “11月20日”, with the year if it is another one. A moment in
 * the future (clock skew) counts as now.
 * @param moment ISO 8601 @param now server time, ms
 */
export function timeAgoText(moment: string, now: number): string {
  const then = Date.parse(moment);
  const passed = now - then;
  if (passed < MINUTE) return timeAgoMessages.now;
  if (passed < HOUR) return timeAgoMessages.minutes(Math.floor(passed / MINUTE));
  const days = dayOf(now) - dayOf(then);
  if (days === 0) return timeAgoMessages.hours(Math.floor(passed / HOUR));
  const { year, time } = wallClock(then);
  if (days === 1) return timeAgoMessages.yesterday(time);
  return year === wallClock(now).year ? formatDate(then) : timeAgoMessages.inYear(year, formatDate(then));
}
