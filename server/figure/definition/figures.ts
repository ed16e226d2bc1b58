import {
  figureNames,
  figureTerms,
  type FigureName,
  type FigureTerm,
} from "#contract/console/figure-terms.ts";
import { activitySources } from "./activity-store.ts";
import { clubSources, mallSources } from "./shop-store.ts";
import type { RowSource } from "./source-store.ts";

/** Figures whose rows are persons of the funnel: the step that a person has reached, the one that counts, and
 * the count of those who did both. */
export const personFigures = {
  visitors: { step: "page_view", counted: "page_view", both: "page_view" },
  captchaRate: { step: "sign_up_tapped", counted: "captcha_solved", both: "solved_tap" },
} as const;
export type PersonFigure = keyof typeof personFigures;
export type RowFigure = Exclude<FigureName, PersonFigure>;

/** The rows of each figure: its one definition (requirement CO78). */
export const rowSources: Readonly<Record<RowFigure, RowSource>> = {
  ...activitySources,
  ...mallSources,
  ...clubSources,
};
export const isPersonFigure = (figure: FigureName): figure is PersonFigure => figure in personFigures;
export const isRowFigure = (figure: FigureName): figure is RowFigure => !isPersonFigure(figure);

/** Term of a figure, with the fields that only some have. */
export const termOf = (figure: FigureName): FigureTerm => figureTerms[figure];

/** Figures whose past days are kept in figure_day. */
export const madeFigures: readonly RowFigure[] = figureNames
  .filter(isRowFigure)
  .filter((figure) => rowSources[figure].isMade);

/** Count of a figure, or of one group of it. */
export type Counted = {
  readonly rows: number;
  readonly counted: number;
  readonly amount: number;
  /** Median of the amounts; null: none. */
  readonly median: number | null;
};
export const nothing: Counted = { rows: 0, counted: 0, amount: 0, median: null };

/** The value of a figure; null: nothing to count it of (requirement CO82). Rates have four decimals, hours one. */
export function valueOf(figure: FigureName, { rows, counted, amount, median }: Counted): number | null {
  const { kind } = termOf(figure);
  if (kind === "rate") return rows === 0 ? null : Math.round((counted / rows) * 10_000) / 10_000;
  if (kind === "hours") return median === null ? null : Math.round(median * 10) / 10;
  return kind === "fen" || kind === "units" ? amount : rows;
}

/** Adds up what was counted of parts. Medians do not add up. */
export const addCounted = (one: Counted, other: Counted): Counted => ({
  rows: one.rows + other.rows,
  counted: one.counted + other.counted,
  amount: one.amount + other.amount,
  median: null,
});
