import { dayNumber, formatClock } from "#contract/core/date-text.ts";
import { formatDateNear } from "#contract/core/moment-text.ts";
import { timeAgoMessages } from "./time-ago-messages.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

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
  const days = dayNumber(now) - dayNumber(then);
  if (days === 0) return timeAgoMessages.hours(Math.floor(passed / HOUR));
  if (days === 1) return timeAgoMessages.yesterday(formatClock(then));
  return formatDateNear(then, now);
}
