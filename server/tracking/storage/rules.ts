const DAY = 86_400_000;
/** Maximum of days that one run drops. */
const MAX_DROPPED = 7;

/** Day of events with the size of its partition in pages (8 KB). */
export type DaySize = { readonly day: string; readonly pages: number };
/** Days that are scanned together. */
export type DayRange = { readonly days: readonly string[]; readonly pages: number };

/**
 * Days whose partitions may be dropped: older than the retention by the clock, and followed by more days with
 * a partition than the retention has. Each day on which the product ran has a partition, so a clock that is
 * wrong by half a year drops nothing that would not have been dropped anyway.
 * @param days days that have a partition, YYYY-MM-DD
 */
export function droppableDays(days: readonly string[], today: string, retentionDays: number): string[] {
  const oldest = new Date(Date.parse(today) - retentionDays * DAY).toISOString().slice(0, 10);
  const past = days.filter((day) => day <= today).sort();
  const isDue = (day: string, at: number): boolean => day < oldest && past.length - 1 - at > retentionDays;
  return past.filter(isDue).slice(0, MAX_DROPPED);
}

/** Groups small days; a large day is a range of its own. */
export function groupDays(days: readonly DaySize[], maxPages: number): DayRange[] {
  const ranges: { days: string[]; pages: number }[] = [];
  for (const { day, pages } of days) {
    const last = ranges.at(-1);
    if (last && last.pages + pages <= maxPages) {
      last.days.push(day);
      last.pages += pages;
    } else ranges.push({ days: [day], pages });
  }
  return ranges;
}

/**
 * Splits pages into ranges (`to` is exclusive); the last range is open, so that it includes pages added
 * meanwhile.
 */
export const pageRanges = (pages: number, maxPages: number): { from: number; to: number | null }[] =>
  Array.from({ length: Math.max(1, Math.ceil(pages / maxPages)) }, (_, at) => ({
    from: at * maxPages,
    to: (at + 1) * maxPages < pages ? (at + 1) * maxPages : null,
  }));
