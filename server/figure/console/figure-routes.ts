import type { FigureName } from "#contract/console/figure-terms.ts";
import {
  groupFigures,
  listFigureRows,
  showConsoleFunnel,
  showFigures,
  showFigureTrend,
  type Figure,
  type FigureGroup,
  type FigureTrend,
} from "#contract/console/figures.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import type { AppContext } from "../../core/app-context.ts";
import { listQuery } from "../../http/console/list-query.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readFigures } from "./read-figures-store.ts";
import { isPersonFigure, nothing, rowSources, termOf, valueOf, type Counted } from "../definition/figures.ts";
import { daysInRange } from "../definition/period.ts";
import { countFigures } from "./count-store.ts";
import { countFunnel, namesOf } from "./funnel-store.ts";
import { createPastCounts } from "./past-counts.ts";
import type { FigurePorts } from "./ports.ts";
import type { FigureQuery } from "./query.ts";
import {
  addUp,
  comparedRange,
  countCompared,
  countWhole,
  prepareCompared,
  readFigureInput,
  type FigureParts,
} from "./reading.ts";
import { kindOfRows, presentFigureRow } from "./figure-rows.ts";
import { countFigureRows, listFigureRecords, rowColumns } from "./rows-store.ts";

const GROUP_LIMIT = 50;
const MAX_FUNNEL_ROWS = 200;

const isCurrent = (figure: FigureName): boolean => termOf(figure).isCurrent === true;
const countedValue = (figure: FigureName, counted: Counted) => ({
  value: valueOf(figure, counted),
  rows: counted.rows,
  counted: counted.counted,
});
/** Whether a day of the query is shown as 口径核对中. */
const isChecking = ({ made, whole }: FigureQuery, figure: FigureName): boolean =>
  made.checking.size > 0 && whole.spans.length > 0 && (isPersonFigure(figure) || rowSources[figure].isMade);

/** Registers the call for the values of figures. */
function valueCalls(parts: FigureParts, calls: OperatorRouter): void {
  calls.on(showFigures, async ({ figures: wanted, compare, ...input }, caller) => {
    const reading = await readFigureInput(parts, caller, input);
    const figures = reading.visible(wanted);
    const compared = comparedRange(reading, compare);
    const values = await readFigures(parts.context.db, async (db): Promise<Figure[]> => {
      const query = await reading.prepare(db);
      const now = await countWhole(db, figures, query);
      const byDay = figures.filter((figure) => !isCurrent(figure));
      const before =
        compared && addUp(await countCompared(db, byDay, await prepareCompared(db, reading, compared), null));
      return figures.map((figure) => ({
        figure,
        ...countedValue(figure, now(figure)),
        previous:
          before === null || isCurrent(figure)
            ? null
            : valueOf(figure, before.get(figure)?.get("") ?? nothing),
        isChecking: isChecking(query, figure),
      }));
    });
    return { figures: values, compared, asOf: reading.asOf.toISOString() };
  });
}

/** Registers the call for values day by day. */
function trendCalls(parts: FigureParts, calls: OperatorRouter): void {
  calls.on(showFigureTrend, async ({ figures: wanted, compare, ...input }, caller) => {
    const reading = await readFigureInput(parts, caller, input);
    const figures = reading.visible(wanted).filter((figure) => !isCurrent(figure));
    const compared = comparedRange(reading, compare);
    const series = await readFigures(parts.context.db, async (db): Promise<FigureTrend["series"]> => {
      const query = await reading.prepare(db);
      const counted = addUp(await countFigures(db, figures, query, "day"));
      const before =
        compared &&
        addUp(await countCompared(db, figures, await prepareCompared(db, reading, compared), "day"));
      const points = (of: typeof counted, figure: FigureName, days: readonly string[]) =>
        days.map((day) => ({
          day,
          value: valueOf(figure, of.get(figure)?.get(day) ?? nothing),
          isChecking: query.made.checking.has(day),
        }));
      return figures.map((figure) => ({
        figure,
        points: points(counted, figure, daysInRange(reading.range)),
        previous: before && compared && points(before, figure, daysInRange(compared)),
      }));
    });
    const isLastDayOpen = reading.range.to >= toShanghaiDate(reading.asOf);
    return { series, compared, isLastDayOpen, asOf: reading.asOf.toISOString() };
  });
}

/** Name of a group that has one. */
async function groupNames(
  db: AppContext["db"],
  by: FigureGroup,
  groups: readonly string[],
): Promise<(group: string) => string | null> {
  if (by !== "dealer" && by !== "activity") return () => null;
  const names = await namesOf(db, by, groups);
  return (group) => {
    const found = names.get(group);
    if (found === undefined) return null;
    return by === "dealer" ? dealerDisplayName(found) : found.name;
  };
}

/** Registers the call for figures by parts. */
function groupCalls(parts: FigureParts, calls: OperatorRouter): void {
  calls.on(groupFigures, async ({ figures: wanted, by, limit = GROUP_LIMIT, ...input }, caller) => {
    const reading = await readFigureInput(parts, caller, input);
    const figures = reading.visible(wanted);
    const asOf = reading.asOf.toISOString();
    return readFigures(parts.context.db, async (db) => {
      const query = await reading.prepare(db);
      const sums = addUp(await countFigures(db, figures, query, by));
      const whole = await countWhole(db, figures, query);
      const valuesOf = (read: (figure: FigureName) => Counted) =>
        Object.fromEntries(figures.map((figure) => [figure, countedValue(figure, read(figure))]));
      const groups = rankGroups(figures, sums);
      const shown = groups.slice(0, limit);
      const others = groups.slice(limit);
      const nameOf = await groupNames(db, by, shown);
      const of = (figure: FigureName, group: string): Counted => sums.get(figure)?.get(group) ?? nothing;
      return {
        rows: shown.map((group) => ({
          group,
          name: nameOf(group),
          values: valuesOf((figure) => of(figure, group)),
        })),
        rest: {
          groups: others.length,
          values: valuesOf((figure) => sumOf(others.map((group) => of(figure, group)))),
        },
        total: valuesOf(whole),
        asOf,
      };
    });
  });
}
const sumOf = (parts: readonly Counted[]): Counted => ({
  rows: parts.reduce((sum, { rows }) => sum + rows, 0),
  counted: parts.reduce((sum, { counted }) => sum + counted, 0),
  amount: parts.reduce((sum, { amount }) => sum + amount, 0),
  median: null,
});
/** Groups by the number of the first figure that has rows of them, the unknown one last. */
function rankGroups(figures: readonly FigureName[], sums: ReturnType<typeof addUp>): string[] {
  const groups = new Set(figures.flatMap((figure) => [...(sums.get(figure)?.keys() ?? [])]));
  const numberOf = (figure: FigureName, group: string): number =>
    (sums.has(figure) ? valueOf(figure, sums.get(figure)?.get(group) ?? nothing) : null) ?? -1;
  return [...groups].toSorted((one, other) => {
    if (one === "" || other === "") return one === "" ? 1 : -1;
    for (const figure of figures) {
      const difference = numberOf(figure, other) - numberOf(figure, one);
      if (difference !== 0) return difference;
    }
    return one < other ? -1 : 1;
  });
}

/** Registers the call for the rows of a figure. */
function rowCalls(parts: FigureParts, calls: OperatorRouter): void {
  calls.on(listFigureRows, async ({ filter: wanted, ...list }, caller) => {
    const { figure, range, ...filter } = wanted;
    const reading = await readFigureInput(parts, caller, { range, filter, asOf: list.asOf });
    if (reading.scopes[termOf(figure).area].length === 0) throw new Refusal("forbidden");
    const page = listQuery(list, rowColumns, reading.now);
    const kind = kindOfRows(figure);
    const isEmpty = reading.visible([figure]).length === 0;
    const { rows, count } = await readFigures(parts.context.db, async (db) => {
      const query = await reading.prepare(db);
      if (isEmpty) return { rows: [], count: 0 };
      return {
        rows: await listFigureRecords(db, figure, query, page),
        count: await countFigureRows(db, figure, query),
      };
    });
    return page.toPage(rows, count, (row) => presentFigureRow(kind, row));
  });
}

/** Registers the call for the funnel. */
function funnelCalls(parts: FigureParts, calls: OperatorRouter): void {
  calls.on(showConsoleFunnel, async ({ by, compare, ...input }, caller) => {
    const reading = await readFigureInput(parts, caller, input);
    const compared = comparedRange(reading, compare);
    return readFigures(parts.context.db, async (db) => {
      const query = await reading.prepare(db);
      const found = await countFunnel(db, query, by);
      const before =
        compared && by !== "day"
          ? await countFunnel(db, (await prepareCompared(db, reading, compared)).persons, by)
          : null;
      const most = ([, people]: readonly [string, Readonly<Record<string, number>>]): number =>
        Math.max(...Object.values(people));
      const groups = [...found].toSorted((one, other) =>
        by === "day"
          ? one[0].localeCompare(other[0])
          : most(other) - most(one) || one[0].localeCompare(other[0]),
      );
      const shown = by === "day" ? groups.slice(-MAX_FUNNEL_ROWS) : groups.slice(0, MAX_FUNNEL_ROWS);
      const nameOf = await groupNames(
        db,
        by === "activity" ? "activity" : "channel",
        shown.map(([group]) => group),
      );
      return {
        rows: shown.map(([group, people]) => ({
          group,
          name: nameOf(group),
          people,
          previous: before?.get(group) ?? null,
        })),
        compared: by === "day" ? null : compared,
        isChecking: query.made.checking.size > 0,
        asOf: reading.asOf.toISOString(),
      };
    });
  });
}

/** Registers the calls for figures and their rows. */
export function registerFigureCalls(context: AppContext, calls: OperatorRouter, ports: FigurePorts): void {
  const parts = { context, ports, openPast: createPastCounts() };
  valueCalls(parts, calls);
  trendCalls(parts, calls);
  groupCalls(parts, calls);
  rowCalls(parts, calls);
  funnelCalls(parts, calls);
}
