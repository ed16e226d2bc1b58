/**
 * Moments as text: the only place that formats dates and times, for pages, posters, tickets, exports and messages
 * (requirement K27). China has one time zone and no daylight saving time, so Shanghai's wall clock is UTC + 8 h: the
 * same text on the server and on any phone, without Intl data. A midnight that ends something belongs to the day
 * before, as 24:00.
 */

/** ISO 8601 with offset, a date YYYY-MM-DD (UTC midnight, which is the same day in Shanghai), ms since the epoch, or a Date. */
export type Moment = string | number | Date;

/** Shanghai's offset from UTC, ms. */
export const SHANGHAI_OFFSET = 8 * 3_600_000;
export const DAY = 86_400_000;
const WEEKDAYS = ["周日", "周一", "周二", "周三", "周四", "周五", "周六"];
const NEXT_DAY = "次日";

/** “05”. */
export const twoDigits = (number: number): string => String(number).padStart(2, "0");
/** Ms since the epoch. */
export const timeOf = (moment: Moment): number => Number(new Date(moment));

export type WallClock = {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  /** 周日 to 周六. */
  weekday: string;
  /** HH:mm; 24:00 for the midnight that ends the day. */
  time: string;
};

/** Shanghai's calendar and clock at a moment. */
export function wallClock(moment: Moment): WallClock {
  const shifted = new Date(timeOf(moment) + SHANGHAI_OFFSET);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    weekday: WEEKDAYS[shifted.getUTCDay()] ?? "",
    time: `${twoDigits(shifted.getUTCHours())}:${twoDigits(shifted.getUTCMinutes())}`,
  };
}

/** Number of a moment's day in Shanghai since 1970. */
export const dayNumber = (moment: Moment): number => Math.floor((timeOf(moment) + SHANGHAI_OFFSET) / DAY);

/** “11月28日”. */
export const dateOf = ({ month, day }: WallClock): string => `${month}月${day}日`;

/** “11月28日”, “12月5日”. */
export const formatDate = (moment: Moment): string => dateOf(wallClock(moment));

/** “08:30”. */
export const formatClock = (moment: Moment): string => wallClock(moment).time;
/** “11月28日 08:30”. */
export const formatDateTime = (moment: Moment): string => `${formatDate(moment)} ${formatClock(moment)}`;
/** “2026年11月30日 10:00”: for times that may be in another year. */
export const formatWithYear = (moment: Moment): string =>
  `${wallClock(moment).year}年${formatDateTime(moment)}`;
/** “11.30 10:00”: short, for the edge of a card. */
export function formatShort(moment: Moment): string {
  const { month, day, time } = wallClock(moment);
  return `${month}.${twoDigits(day)} ${time}`;
}
/** Two digits of the day for a date block. */
export const formatDay = (moment: Moment): string => twoDigits(wallClock(moment).day);

/** Calendar and clock of an end: midnight is 24:00 of the day before. */
export function endClock(moment: Moment): WallClock {
  const clock = wallClock(moment);
  return clock.time === "00:00" ? { ...wallClock(timeOf(moment) - 1), time: "24:00" } : clock;
}
/**
 * Period in two lines, with 次日 for an end within 24 hours: its day with the hours, “11月28日 周六” and “22:00 – 次日 01:00”, or its ends, “11月27日 周五
 * 09:00” and “11月29日 周日 17:00”. Whole days have no hours. With both years where they differ.
 * @returns `second` null for one whole day; `isHours` whether it is the hours
 */
export function splitPeriod(
  start: Moment,
  end: Moment,
  hasWeekdays = true,
): { first: string; second: string | null; isHours: boolean } {
  const from = wallClock(start);
  const to = timeOf(end) > timeOf(start) ? endClock(end) : from;
  const days = to === from ? 0 : dayNumber(timeOf(end) - 1) - dayNumber(start);
  const isWhole = from.time === "00:00" && to.time >= "23:59";
  const isHours = days === 0 || (days === 1 && to.time < from.time);
  const textOf = (clock: WallClock): string =>
    (from.year === to.year ? "" : `${clock.year}年`) +
    dateOf(clock) +
    (hasWeekdays || isHours ? ` ${clock.weekday}` : "") +
    (isHours || isWhole ? "" : ` ${clock.time}`);
  const hours =
    from.time === to.time && !days ? from.time : `${from.time} – ${days ? `${NEXT_DAY} ` : ""}${to.time}`;
  return { first: textOf(from), second: isHours ? (isWhole ? null : hours) : textOf(to), isHours };
}

/**
 * Period as one line. Within a day “11月28日 周六 08:30 – 17:00”; to the next day “11月28日 周六 22:00 – 次日 01:00”;
 * over several days “11月27日 09:00 – 11月29日 17:00”; of whole days “11月15日 – 12月15日”.
 */
export function formatSpan(start: Moment, end: Moment): string {
  const { first, second, isHours } = splitPeriod(start, end, false);
  return second === null ? first : `${first}${isHours ? "" : " –"} ${second}`;
}

/** Period for a narrow place: `formatSpan` without the end's hour, “11月28日 周六 22:00 – 次日”. */
export const formatPeriod = (start: Moment, end: Moment): string =>
  formatSpan(start, end).replace(/ – \d\d:\d\d$|( – (?:次日|\S+月\d+日)) \S+$/, "$1");
