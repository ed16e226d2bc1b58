import { figureNames, type FigureName } from "#contract/console/figure-terms.ts";
import { MAX_FIGURE_DAYS, type FigureFilter, type FigureRange } from "#contract/console/figures.ts";
import { Refusal } from "#contract/core/errors.ts";
import {
  requireOperator,
  scopesOf,
  type Operator,
  type OperatorCaller,
} from "../../http/console/operator.ts";
import { termOf } from "../definition/figures.ts";
import { daysOf } from "../definition/period.ts";
import { figureMessages } from "../messages.ts";
import type { AreaScopes } from "./area-scopes.ts";

/**
 * Scopes of the caller by area. Figures of activities need `figure.read` for rows; those of the mall and the club also the
 * right to read the mall and the club, so that a moderator sees the club's alone.
 */
export function areaScopesOf(operator: Pick<Operator, "grants">): AreaScopes {
  const activity = scopesOf(operator, "figure.read", "list");
  return {
    activity,
    mall: activity.length === 0 ? [] : scopesOf(operator, "mall.read", "list"),
    club:
      scopesOf(operator, "figure.read", "counts").length === 0
        ? []
        : scopesOf(operator, "club.read", "counts"),
  };
}

export const areaScopes = (caller: OperatorCaller): AreaScopes => areaScopesOf(requireOperator(caller));

/** Properties that the rows of the mall and the club have. */
const propertiesOf: Readonly<Record<"mall" | "club", readonly (keyof FigureFilter)[]>> = {
  mall: ["dealerId", "region", "channel", "host", "cityCode"],
  club: [],
};
/** Whether the rows of a figure have all properties by which they are filtered. */
function hasProperties(figure: FigureName, filter: FigureFilter): boolean {
  const { area } = termOf(figure);
  if (area === "activity") return true;
  const given = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return given.every((name) => (propertiesOf[area] as readonly string[]).includes(name));
}

/** Figures among the wanted ones that the caller may see and that the filter leaves rows of. */
export const visibleFigures = (
  scopes: AreaScopes,
  filter: FigureFilter,
  wanted: readonly FigureName[] = figureNames,
): FigureName[] =>
  [...new Set(wanted)].filter(
    (figure) => scopes[termOf(figure).area].length > 0 && hasProperties(figure, filter),
  );

/** @throws Refusal "invalid" with the field for a range that is none */
export function checkRange(range: FigureRange): FigureRange {
  for (const field of ["from", "to"] as const) {
    const time = Date.parse(range[field]);
    const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(range[field]);
    if (!isDay) throw new Refusal("invalid", { fields: { [field]: figureMessages.noDate } });
  }
  if (range.to < range.from) throw new Refusal("invalid", { fields: { to: figureMessages.order } });
  if (daysOf(range) > MAX_FIGURE_DAYS)
    throw new Refusal("invalid", { fields: { to: figureMessages.tooLong } });
  return range;
}
