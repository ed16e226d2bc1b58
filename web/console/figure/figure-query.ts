import { sponsorLevels2 } from "#contract/activity/sponsors.ts";
import { MAX_FIGURE_DAYS, type FigureFilter, type FigureRange } from "#contract/console/figures.ts";
import { DAY } from "#contract/core/date-text.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { readDays, type FilterValues } from "../kit/list/list-address.ts";

/** Range, filter and comparison that the filters of a page ask for. */
export type BoardQuery = {
  readonly range: FigureRange;
  readonly filter: FigureFilter;
  /** undefined: the same number of days before; null: none. */
  readonly compare: FigureRange | null | undefined;
};
export const STANDARD_PERIOD = "14d";
/** Value of a filter for unknown, which an address cannot show as an empty text. */
export const UNKNOWN = "-";

const startOf = (day: string): number => Date.parse(`${day}T00:00:00+08:00`);
/** The day so many days later; before for a negative number. */
export const laterDay = (day: string, days: number): string => toShanghaiDate(startOf(day) + days * DAY);
/** Days of a range, both ends counted. */
export const rangeDays = ({ from, to }: FigureRange): number =>
  Math.round((startOf(to) - startOf(from)) / DAY) + 1;

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(startOf(text));

/** Range of a period's value: 14d up to today, or two days. Nothing after today, at most a year. */
export function rangeOf(value: string | undefined, today: string): FigureRange {
  const days = Number(/^(\d{1,3})d$/.exec(value ?? STANDARD_PERIOD)?.[1] ?? 0);
  if (days > 0) return { from: laterDay(today, 1 - Math.min(days, MAX_FIGURE_DAYS)), to: today };
  const typed = readDays([value ?? ""]);
  const [first, last] = [typed.from || typed.to, typed.to || typed.from];
  if (!isDay(first) || !isDay(last)) return rangeOf(STANDARD_PERIOD, today);
  const from = first < last ? first : last;
  const end = first < last ? last : first;
  const to = end > today ? today : end;
  const earliest = laterDay(to, 1 - MAX_FIGURE_DAYS);
  if (from > to) return { from: to, to };
  return { from: from < earliest ? earliest : from, to };
}

/** The same days a year before; 29 February is 1 March then. */
const yearBefore = ({ from, to }: FigureRange): FigureRange => {
  const before = (day: string): string =>
    toShanghaiDate(
      startOf(`${Number(day.slice(0, 4)) - 1}${day.slice(4) === "-02-29" ? "-03-01" : day.slice(4)}`),
    );
  return { from: before(from), to: before(to) };
};

type Region = keyof typeof sponsorLevels2;
const isRegion = (text: string): text is Region => text in sponsorLevels2;
const known = (text: string): string => (text === UNKNOWN ? "" : text);

/** Filter, range and comparison for the chosen values. @param today day in Shanghai */
export function toBoardQuery(values: FilterValues, today: string): BoardQuery {
  const one = (name: string): string | undefined => values[name]?.[0];
  const range = rangeOf(one("period"), today);
  const [activity, dealer, region, channel, host, city, type] = [
    one("activity"),
    one("dealer"),
    one("region"),
    one("channel"),
    one("host"),
    one("city"),
    one("type"),
  ];
  const compares = { none: null, year: yearBefore(range) } as const;
  const compare = one("compare");
  return {
    range,
    compare: compare === "none" || compare === "year" ? compares[compare] : undefined,
    filter: {
      ...(activity !== undefined && { activityId: known(activity) }),
      ...(dealer !== undefined && { dealerId: known(dealer) }),
      ...(region !== undefined && isRegion(region) && { region }),
      ...(region === UNKNOWN && { region: "" as const }),
      ...(channel !== undefined && { channel: known(channel) }),
      ...(host !== undefined && { host: known(host) }),
      ...(city !== undefined && { cityCode: known(city) }),
      ...(type !== undefined && { businessType: Number(type) || 0 }),
    },
  };
}
