/** Dates in Shanghai's time; all moments are ms since the epoch. China has no summer time. */
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
const SHANGHAI = 8 * HOUR;

/** The start of the Shanghai day that a moment lies in. */
export const startOfShanghaiDay = (moment: number): number => moment - ((moment + SHANGHAI) % DAY);

const calendarOf = (moment: number): Date => new Date(moment + SHANGHAI);
/** 1 to 12. */
export const monthOf = (moment: number): number => calendarOf(moment).getUTCMonth() + 1;

/** Where the demo's weeks are counted from: the first Saturday that is seven days away or more. */
export function anchorSaturday(now: number): number {
  const inAWeek = startOfShanghaiDay(now) + 7 * DAY;
  return inAWeek + (6 - calendarOf(inAWeek).getUTCDay()) * DAY;
}

/** A time of a day that starts at `midnight`. @param time HH:mm */
export function timeOnDay(midnight: number, time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return midnight + hours * HOUR + minutes * 60_000;
}

/** “11月28日”. */
export function dateText(moment: number): string {
  const date = calendarOf(moment);
  return `${date.getUTCMonth() + 1}月${String(date.getUTCDate()).padStart(2, "0")}日`;
}

const seasons = ["冬", "冬", "春", "春", "春", "夏", "夏", "夏", "秋", "秋", "秋", "冬"] as const;
/** 春, 夏, 秋 or 冬. */
export const seasonOf = (moment: number): (typeof seasons)[number] => seasons[monthOf(moment) - 1] ?? "冬";
