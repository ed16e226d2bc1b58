import { useMemo, type ReactNode } from "react";
import type { FigureName } from "#contract/console/figure-terms.ts";
import type { FigureTrend } from "#contract/console/figures.ts";
import { formatDate } from "#contract/core/date-text.ts";
import { dayOfWeek } from "#contract/core/shanghai-date.ts";
import { ChartPanel } from "../kit/chart/chart-panel.tsx";
import type { ChartCategory, ChartSeries, ChartSpec } from "../kit/chart/chart-spec.ts";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { fullText, figureTerm } from "./figure-text.ts";
import * as figureCss from "./figure.module.css";
import { figurePageMessages as texts } from "./messages.ts";

/** Day of a chart: 11.21 at the axis, 11月21日 周六 in the tooltip. */
export function dayCategory(day: string): ChartCategory {
  const moment = `${day}T00:00:00+08:00`;
  return {
    label: `${Number(day.slice(5, 7))}.${day.slice(8, 10)}`,
    name: texts.dayName(formatDate(moment), texts.weekdays[dayOfWeek(moment)] ?? ""),
  };
}

/** Chart of one or two figures day by day, the first one with the period before. */
function trendSpec(trend: FigureTrend, shown: readonly FigureName[], isYear: boolean): ChartSpec | null {
  const found = shown.flatMap((name) => trend.series.find(({ figure }) => figure === name) ?? []);
  const [first] = found;
  if (first === undefined) return null;
  const name = figureTerm(first.figure).name;
  const lines = found.map(({ figure, points }, at): ChartSeries => ({
    id: figure,
    name: figureTerm(figure).name,
    look: at === 0 ? "main" : "second",
    values: points.map(({ value }) => value),
  }));
  const before: ChartSeries[] =
    first.previous === null
      ? []
      : [
          {
            id: "before",
            name: isYear ? texts.beforeYear(name) : texts.before(name),
            look: "before",
            values: first.points.map((_point, index) => first.previous?.[index]?.value ?? null),
          },
        ];
  return {
    label: lines.map((line) => line.name).join(texts.and),
    kind: "line",
    categories: first.points.map(({ day }) => dayCategory(day)),
    series: [...lines, ...before],
    isLastOpen: trend.isLastDayOpen,
    format: (value) => fullText(first.figure, value),
  };
}

type TrendPanelProps = {
  trend: FigureTrend;
  shown: readonly FigureName[];
  /** The comparison is that of last year. */
  isYear: boolean;
  /** Choice of the figures. */
  choice?: ReactNode;
  /** A press on a day. */
  onDay?: (figure: FigureName, day: string) => void;
};

/** Course of figures, as a chart or as a table. */
export function TrendPanel({ trend, shown, isYear, choice, onDay }: TrendPanelProps) {
  const spec = useMemo(() => trendSpec(trend, shown, isYear), [trend, shown, isYear]);
  if (spec === null) return null;
  const isOfPersons = shown.some((name) => figureTerm(name).kind === "persons");
  const isChecking = trend.series.some(
    ({ figure, points }) => shown.includes(figure) && points.some((point) => point.isChecking),
  );
  const pick = (index: number): void => {
    const [first] = shown;
    const day = trend.series.find(({ figure }) => figure === first)?.points[index]?.day;
    if (first !== undefined && day !== undefined) onDay?.(first, day);
  };
  return (
    <ChartPanel
      title={spec.label}
      head={texts.day}
      spec={spec}
      choice={choice}
      {...(onDay && { onPick: pick })}
    >
      {isOfPersons && <p className={figureCss.note}>{texts.persons}</p>}
      {isChecking && (
        <div className={figureCss.note}>
          <NoteBar tone="warn">
            {texts.checking} · {texts.checkingHint}
          </NoteBar>
        </div>
      )}
    </ChartPanel>
  );
}
