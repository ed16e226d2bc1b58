import { wallClock } from "#contract/core/date-text.ts";
import { dayOfWeek, startOfShanghaiDay } from "#contract/core/shanghai-date.ts";

/** Dates in Shanghai time; all times are ms since the epoch. China has no daylight saving time. */
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** 1 to 12. */
export const monthOf = (time: number): number => wallClock(time).month;

/** Anchor of the demo's weeks: the first Saturday at least seven days ahead. */
export function anchorSaturday(now: number): number {
  const inAWeek = startOfShanghaiDay(now) + 7 * DAY;
  return inAWeek + (6 - dayOfWeek(inAWeek)) * DAY;
}

/** A time of the day that starts at `midnight`. @param time HH:mm */
export function timeOnDay(midnight: number, time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return midnight + hours * HOUR + minutes * 60_000;
}

const seasons = ["冬", "冬", "春", "春", "春", "夏", "夏", "夏", "秋", "秋", "秋", "冬"] as const;
/** 春, 夏, 秋 or 冬. */
export const seasonOf = (time: number): (typeof seasons)[number] => seasons[monthOf(time) - 1] ?? "冬";
