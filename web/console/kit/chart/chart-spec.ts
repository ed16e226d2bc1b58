/** Looks of a series: they differ by colour and by shape, so that a chart reads without colours (requirement CO42). */
export type SeriesLook = "main" | "second" | "before";

export type ChartSeries = {
  readonly id: string;
  readonly name: string;
  readonly look: SeriesLook;
  /** One value for each category; null: there is none. */
  readonly values: readonly (number | null)[];
};

export type ChartCategory = {
  /** Short text at the axis: 11.21. */
  readonly label: string;
  /** Whole text in the tooltip and in the table: 11月21日 周六. */
  readonly name: string;
};

/** Content of a chart. Its colours are tokens, so that both themes and the printed page have their own. */
export type ChartSpec = {
  /** Accessible name: 报名与到场. */
  readonly label: string;
  readonly kind: "line" | "bar";
  readonly categories: readonly ChartCategory[];
  readonly series: readonly ChartSeries[];
  /** The last category is not over: lines to it are dashed. */
  readonly isLastOpen?: boolean;
  /** Text of a value; default: digits in groups. */
  readonly format?: (value: number) => string;
};

const digits = new Intl.NumberFormat("zh-CN", { maximumFractionDigits: 1 });
/** Number in groups of three digits: 48,216. */
export const groupDigits = (value: number): string => digits.format(value);

const NONE = "—";
/** Text of a value of a chart. */
export const pointText = (value: number | null | undefined, format = groupDigits): string =>
  value === null || value === undefined ? NONE : format(value);

/** A category in words, for the reading of a chart by keyboard: 11月21日 周六：报名 182，到场 118. */
export function categoryWords({ categories, series, format }: ChartSpec, index: number): string {
  const values = series.map(({ name, values: all }) => `${name} ${pointText(all[index], format)}`);
  return `${categories[index]?.name ?? ""}：${values.join("，")}`;
}
