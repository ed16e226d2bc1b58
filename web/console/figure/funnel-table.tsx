import { funnelStepNames } from "#contract/console/figure-terms.ts";
import type { ConsoleFunnel } from "#contract/console/figures.ts";
import { funnelSteps, type FunnelStep } from "#contract/tracking/names.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { groupDigits } from "../kit/chart/chart-spec.ts";
import * as utilityCss from "../kit/styles/utility.module.css";
import { ChangeText } from "./change-text.tsx";
import * as figureCss from "./figure.module.css";
import * as funnelCss from "./funnel.module.css";
import { figurePageMessages as texts } from "./messages.ts";

export type FunnelPeople = ConsoleFunnel["rows"][number]["people"];
type FunnelRow = {
  readonly step: FunnelStep;
  readonly people: number;
  /** Part of the people of the step before; null: the first step, or nobody. */
  readonly rate: number | null;
  readonly previous: number | null;
  readonly previousRate: number | null;
};

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Steps with their part of the step before. */
export function stepRows(people: FunnelPeople, previous: FunnelPeople | null): readonly FunnelRow[] {
  return funnelSteps.map((step, index) => {
    const before = funnelSteps[index - 1];
    return {
      step,
      people: people[step],
      rate: before === undefined ? null : share(people[step], people[before]),
      previous: previous === null ? null : previous[step],
      previousRate:
        before === undefined || previous === null ? null : share(previous[step], previous[before]),
    };
  });
}

/** Fewer people than this say nothing about a rate. */
const LEAST_PEOPLE = 50;
/** Points of a drop that is worth a note. */
const LEAST_DROP = 3;
/** The step that lost most of its rate to the period before, in points; null: none lost much. */
export function worstDrop(
  rows: readonly FunnelRow[],
): { from: FunnelStep; to: FunnelStep; points: number } | null {
  const drops = rows.flatMap(({ step, rate, previousRate }, index) => {
    const before = rows[index - 1];
    if (before === undefined || rate === null || previousRate === null) return [];
    if (before.people < LEAST_PEOPLE || (before.previous ?? 0) < LEAST_PEOPLE) return [];
    return [{ from: before.step, to: step, points: Math.round((previousRate - rate) * 100) }];
  });
  const worst = drops.toSorted((one, other) => other.points - one.points)[0];
  return worst === undefined || worst.points < LEAST_DROP ? null : worst;
}

/** Width of a bar, percent: small steps stay visible, so that it is not proportional, and says so. */
const widthOf = (people: number, most: number): number =>
  people === 0 || most === 0 ? 0 : Math.max(2, 100 * (people / most) ** 0.35);
const rateText = (rate: number | null): string => (rate === null ? "—" : `${(rate * 100).toFixed(1)}%`);

const Bars = ({ row, most }: { row: FunnelRow; most: number }) => (
  <span className={funnelCss.funnelBars} aria-hidden="true">
    <span
      className={funnelCss.funnelBar}
      data-step={row.step}
      style={{ width: `${widthOf(row.people, most)}%` }}
    />
    {row.previous !== null && (
      <span className={funnelCss.funnelBefore} style={{ width: `${widthOf(row.previous, most)}%` }} />
    )}
  </span>
);

type FunnelTableProps = {
  people: FunnelPeople;
  previous: FunnelPeople | null;
  /** With the numbers of the period before, and their difference. */
  isCompared?: boolean;
};

/** Funnel as a table with bars: people of each step, and their part of the step before. */
export function FunnelTable({ people, previous, isCompared = false }: FunnelTableProps) {
  const rows = stepRows(people, isCompared ? previous : null);
  const most = Math.max(...rows.map((row) => Math.max(row.people, row.previous ?? 0)));
  return (
    <table
      className={classNames(funnelCss.funnel, isCompared && funnelCss.compared)}
      aria-label={texts.funnel}
    >
      <thead className={isCompared ? undefined : utilityCss.visuallyHidden}>
        <tr>
          <th scope="col">{texts.step}</th>
          <td aria-hidden="true" />
          <th scope="col">{texts.people}</th>
          <th scope="col">{texts.conversion}</th>
          {isCompared && <th scope="col">{texts.previousPeople}</th>}
          {isCompared && <th scope="col">{texts.conversionChange}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.step}>
            <th scope="row">{funnelStepNames[row.step]}</th>
            <td>
              <Bars row={row} most={most} />
            </td>
            <td className={figureCss.number}>{groupDigits(row.people)}</td>
            <td className={classNames(figureCss.number, utilityCss.muted)}>{rateText(row.rate)}</td>
            {isCompared && (
              <td className={classNames(figureCss.number, utilityCss.muted)}>
                {row.previous === null ? "—" : groupDigits(row.previous)}
              </td>
            )}
            {isCompared && (
              <td className={figureCss.number}>
                <ChangeText figure={{ figure: "captchaRate", value: row.rate, previous: row.previousRate }} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
