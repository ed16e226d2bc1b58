import { uiMessages } from "../messages.ts";

/**
 * Times and distances as text. China has one time zone and no summer time, so Shanghai's wall clock is UTC +
 * 8 h: the same text on the server and on any phone, without Intl data.
 */
const shanghaiOffset = 8 * 3_600_000;
const twoDigits = (number: number): string => String(number).padStart(2, "0");

export type WallClock = {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  weekday: string;
  /** HH:mm. */
  time: string;
};

/** Shanghai's calendar and clock at a moment (ISO 8601 with offset, or ms since epoch). */
export function wallClock(moment: string | number): WallClock {
  const shifted = new Date(new Date(moment).getTime() + shanghaiOffset);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    weekday: uiMessages.date.weekdays[shifted.getUTCDay()] ?? "",
    time: `${twoDigits(shifted.getUTCHours())}:${twoDigits(shifted.getUTCMinutes())}`,
  };
}

/** “11月28日”, “12月05日”. */
export function formatDate(moment: string | number): string {
  const { month, day } = wallClock(moment);
  return uiMessages.date.monthDay(month, twoDigits(day));
}

/** “11月28日 周六 08:30”. */
export function formatMoment(moment: string | number): string {
  const { weekday, time } = wallClock(moment);
  return `${formatDate(moment)} ${weekday} ${time}`;
}

/** “11.30 10:00”: short, for the edge of a card. */
export function formatShort(moment: string | number): string {
  const { month, day, time } = wallClock(moment);
  return `${month}.${twoDigits(day)} ${time}`;
}

/** On one day “11月28日 周六 08:30”, over several “11月15日 – 12月15日”, with years where they differ. */
export function formatPeriod(start: string | number, end: string | number): string {
  const from = wallClock(start);
  const to = wallClock(end);
  if (from.year !== to.year)
    return `${uiMessages.date.inYear(from.year, formatDate(start))} – ${uiMessages.date.inYear(to.year, formatDate(end))}`;
  if (from.month !== to.month || from.day !== to.day) return `${formatDate(start)} – ${formatDate(end)}`;
  return formatMoment(start);
}

/** On one day “11月28日 周六 08:30 – 17:00”, over several as `formatPeriod`. */
export function formatSpan(start: string | number, end: string | number): string {
  const period = formatPeriod(start, end);
  return period === formatMoment(start) && wallClock(start).time !== wallClock(end).time
    ? `${period} – ${wallClock(end).time}`
    : period;
}

/** “850m”, “2.4km”, “38km”; metres in. */
export function formatDistance(metres: number): string {
  if (metres < 999.5) return `${Math.round(metres)}m`;
  const kilometres = metres / 1000;
  return kilometres < 9.95 ? `${kilometres.toFixed(1)}km` : `${Math.round(kilometres)}km`;
}

/** “1,326”. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** Two digits of the day for a date block. */
export const formatDay = (moment: string | number): string => twoDigits(wallClock(moment).day);
