import {
  figureTerms,
  type FigureKind,
  type FigureName,
  type FigureTerm,
} from "#contract/console/figure-terms.ts";
import type { Figure } from "#contract/console/figures.ts";
import { groupDigits } from "../kit/chart/chart-spec.ts";
import { figurePageMessages as texts } from "./messages.ts";

const oneDigit = new Intl.NumberFormat("zh-CN", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const money = new Intl.NumberFormat("zh-CN", { maximumFractionDigits: 2 });
const NONE = "—";

/** Text of a value without its unit: 48,216, 71.3 of a rate of 0.713, 38,206 of fen. */
const numberTexts: Readonly<Record<FigureKind, (value: number) => string>> = {
  count: groupDigits,
  persons: groupDigits,
  units: groupDigits,
  fen: (value) => money.format(value / 100),
  rate: (value) => oneDigit.format(value * 100),
  hours: (value) => oneDigit.format(value),
};
export const figureTerm = (figure: FigureName): FigureTerm => figureTerms[figure];
/** Value as text without its unit; null: nothing to count it of (requirement CO82). */
export const numberText = (figure: FigureName, value: number | null | undefined): string =>
  value === null || value === undefined ? NONE : numberTexts[figureTerm(figure).kind](value);
/** Value with ¥ or %, as in tables and charts. */
export function fullText(figure: FigureName, value: number | null | undefined): string {
  const text = numberText(figure, value);
  if (text === NONE) return text;
  const { kind } = figureTerm(figure);
  if (kind === "fen") return `¥${text}`;
  return kind === "rate" ? `${text}%` : text;
}

export type FigureChange = {
  readonly text: string;
  readonly direction: "up" | "down" | "same";
  /** Whether it is for the better; null: neither, or the same. */
  readonly isBetter: boolean | null;
};

const directionOf = (difference: number): FigureChange["direction"] => {
  if (difference === 0) return "same";
  return difference > 0 ? "up" : "down";
};

/** Change of a figure to the period before; null: one of both has no value. Rates change by points, times by hours. */
export function changeOf({
  figure,
  value,
  previous,
}: Pick<Figure, "figure" | "value" | "previous">): FigureChange | null {
  if (value === null || previous === null) return null;
  const { kind, isMoreBetter } = figureTerm(figure);
  const isAbsolute = kind === "rate" || kind === "hours";
  // A share of nothing is no number.
  if (!isAbsolute && previous === 0)
    return value === 0 ? { text: texts.same, direction: "same", isBetter: null } : null;
  const scaled = kind === "rate" ? (value - previous) * 100 : value - previous;
  const difference = Math.round((isAbsolute ? scaled : (scaled / previous) * 100) * 10) / 10;
  const direction = directionOf(difference);
  if (direction === "same") return { text: texts.same, direction, isBetter: null };
  const size = oneDigit.format(Math.abs(difference));
  const isBetter = isMoreBetter === null ? null : isMoreBetter === difference > 0;
  if (kind === "rate") return { text: texts.points(size), direction, isBetter };
  return { text: kind === "hours" ? texts.hours(size) : `${size}%`, direction, isBetter };
}

/** Since when something waits, in the largest unit: 26 小时. @param now ms */
export function ageText(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  if (minutes < 60) return texts.ages.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? texts.ages.hours(hours) : texts.ages.days(Math.floor(hours / 24));
}
