import type { FigureName } from "#contract/console/figure-terms.ts";
import type { FigureFilter, FigureRange } from "#contract/console/figures.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import type { OperatorCaller } from "../../http/console/operator.ts";
import { momentOf } from "../../http/console/position-cursor.ts";
import { isPersonFigure, nothing, addCounted, type Counted } from "../definition/figures.ts";
import { daysOf, rangeBefore } from "../definition/period.ts";
import { areaScopes, checkRange, visibleFigures } from "./access.ts";
import type { CountBy } from "./area-scopes.ts";
import { countFigures, type CountedRow } from "./count-store.ts";
import type { FigurePorts } from "./ports.ts";
import type { OpenPastCounts } from "./past-counts.ts";
import type { AreaScopes } from "./area-scopes.ts";
import { prepareFigureQuery, type FigureQuery } from "./query.ts";

const DAY = 86_400_000;
export type FigureInput = {
  readonly range: FigureRange;
  readonly filter: FigureFilter;
  readonly asOf?: string | undefined;
};
/** A call's filter, checked, with what the caller may see. */
export type FigureReading = {
  readonly range: FigureRange;
  readonly filter: FigureFilter;
  readonly scopes: AreaScopes;
  readonly asOf: Date;
  readonly now: number;
  readonly dueOf: (day: string) => Date;
  /** Figures among the wanted ones that the caller may see. */
  visible(wanted?: readonly FigureName[]): FigureName[];
  /** Prepares the counting of a range; default: the call's. */
  prepare(db: Database, range?: FigureRange, asOf?: Date): Promise<FigureQuery>;
};

/** Parts on which the calls of figures depend. */
export type FigureParts = {
  readonly context: AppContext;
  readonly ports: FigurePorts;
  readonly openPast: OpenPastCounts;
};

/** Checks the arguments that all calls of figures have. @throws Refusal "invalid" */
export async function readFigureInput(
  { context, ports, openPast }: FigureParts,
  caller: OperatorCaller,
  { range, filter, asOf }: FigureInput,
): Promise<FigureReading> {
  const now = context.clock.now();
  const scopes = areaScopes(caller);
  const moment = momentOf(asOf, now);
  const dueOf = await ports.readLeadDueTimes();
  const checked = checkRange(range);
  return {
    range: checked,
    filter,
    scopes,
    asOf: moment,
    now,
    dueOf,
    visible: (wanted) => visibleFigures(scopes, filter, wanted),
    prepare: (db, ofRange = checked, ofMoment = moment) =>
      prepareFigureQuery(db, { range: ofRange, filter, scopes, asOf: ofMoment, dueOf }, now, openPast),
  };
}

/** Counts by figure and group; parts of past days and of today are added up. */
export function addUp(rows: readonly CountedRow[]): ReadonlyMap<FigureName, ReadonlyMap<string, Counted>> {
  const sums = new Map<FigureName, Map<string, Counted>>();
  for (const { figure, group, ...counted } of rows) {
    const groups = sums.get(figure) ?? new Map<string, Counted>();
    const before = groups.get(group);
    groups.set(group, before === undefined ? counted : addCounted(before, counted));
    sums.set(figure, groups);
  }
  return sums;
}
/** Counts figures as a whole. */
export async function countWhole(
  db: Database,
  figures: readonly FigureName[],
  query: FigureQuery,
): Promise<(figure: FigureName) => Counted> {
  const sums = addUp(await countFigures(db, figures, query));
  return (figure) => sums.get(figure)?.get("") ?? nothing;
}

/** The range to compare with, as a call asks for it; null: none. */
export const comparedRange = (
  { range }: FigureReading,
  compare: FigureRange | null | undefined,
): FigureRange | null => (compare === undefined ? rangeBefore(range) : compare && checkRange(compare));

/**
 * Prepares the counting of the days before. While the last day of the range is not over, that of the range before is
 * counted up to the same time of the day; persons of several days are counted of whole days, which need no events.
 */
export async function prepareCompared(
  db: Database,
  reading: FigureReading,
  compared: FigureRange,
): Promise<{ readonly rows: FigureQuery; readonly persons: FigureQuery }> {
  const { range, asOf } = reading;
  const isOpen = range.to >= toShanghaiDate(asOf);
  const cut = new Date(asOf.getTime() - (Date.parse(range.to) - Date.parse(compared.to)));
  const isCut = isOpen && cut.getTime() < asOf.getTime() - DAY / 2;
  const whole = await reading.prepare(db, compared);
  if (!isCut) return { rows: whole, persons: whole };
  const rows = await reading.prepare(db, compared, cut);
  return { rows, persons: daysOf(range) === 1 ? rows : whole };
}

/** Counts figures of the days before by parts. */
export async function countCompared(
  db: Database,
  figures: readonly FigureName[],
  { rows, persons }: Awaited<ReturnType<typeof prepareCompared>>,
  by: CountBy,
): Promise<CountedRow[]> {
  const ofPersons = figures.filter(isPersonFigure);
  const ofRows = figures.filter((figure) => !isPersonFigure(figure));
  return [
    ...(await countFigures(db, ofRows, rows, by)),
    ...(ofPersons.length === 0 ? [] : await countFigures(db, ofPersons, persons, by)),
  ];
}
