import { ageWords, healthMessages } from "./messages.ts";

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
const UNITS = ["B", "KB", "MB", "GB", "TB"] as const;

/** An age in its largest unit. */
export function durationText(seconds: number): string {
  if (seconds < MINUTE) return ageWords.seconds(seconds);
  if (seconds < HOUR) return ageWords.minutes(Math.floor(seconds / MINUTE));
  if (seconds < 2 * DAY) return ageWords.hours(Math.floor(seconds / HOUR));
  return ageWords.days(Math.floor(seconds / DAY));
}
/** How long ago: 刚刚, 38 分钟前. */
export const agoText = (seconds: number): string =>
  seconds < 2 ? healthMessages.processes.justNow : healthMessages.processes.ago(durationText(seconds));
/** 312 GB. */
export function sizeText(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < UNITS.length - 1) [value, unit] = [value / 1024, unit + 1];
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}
/** Whole days between two moments, ms since the epoch. */
export const daysBetween = (from: number, to: number): number => Math.floor((to - from) / (DAY * 1000));
