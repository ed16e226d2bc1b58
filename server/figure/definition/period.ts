import type { FigureRange } from "#contract/console/figures.ts";

const DAY = 86_400_000;
/** A half-open stretch of time. */
export type Span = { readonly from: Date; readonly to: Date };
/** When the first call of leads of a day is due. */
export type LeadDue = { readonly day: string; readonly due: Date };
/** Time in which rows are counted, as they were known at a moment. */
export type Period = {
  readonly spans: readonly Span[];
  readonly asOf: Date;
  /** For figures of leads: of each day. */
  readonly dues: readonly LeadDue[];
};

/** Midnight in Shanghai of a day, ms. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00+08:00`);
/** The day some days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
/** Number of days of a range. */
export const daysOf = ({ from, to }: FigureRange): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;
/** Days of a range, in order. */
export const daysInRange = (range: FigureRange): string[] =>
  Array.from({ length: Math.max(0, daysOf(range)) }, (_none, at) => dayAfter(range.from, at));

/** Stretches of time of days, in order: days that follow each other are one. */
export function spansOf(days: readonly string[]): Span[] {
  const spans: { from: Date; to: Date }[] = [];
  for (const day of days) {
    const [from, to] = [new Date(startOfDay(day)), new Date(startOfDay(day) + DAY)];
    const last = spans.at(-1);
    if (last?.to.getTime() === from.getTime()) last.to = to;
    else spans.push({ from, to });
  }
  return spans;
}

/** The same number of days before a range. */
export const rangeBefore = (range: FigureRange): FigureRange => ({
  from: dayAfter(range.from, -daysOf(range)),
  to: dayAfter(range.from, -1),
});
