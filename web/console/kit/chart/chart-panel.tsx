import { lazy, Suspense, useState, type ReactNode } from "react";
import { ConsoleButton } from "../controls/console-button.tsx";
import { Panel } from "../layout/page-layout.tsx";
import { kitMessages } from "../messages.ts";
import * as utilityCss from "../styles/utility.module.css";
import type { ChartSpec } from "./chart-spec.ts";
import * as chartCss from "./chart.module.css";

// A start page needs neither at once.
const ChartTable = lazy(async () => ({ default: (await import("./chart-table.tsx")).ChartTable }));
const ChartCanvas = lazy(async () => ({ default: (await import("./chart-canvas.tsx")).ChartCanvas }));

/** Sample of a series: its shape and colour with its name. */
const Legend = ({ kind, series }: Pick<ChartSpec, "kind" | "series">) => (
  <ul className={chartCss.legend}>
    {series.map(({ id, name, look }) => (
      <li key={id}>
        <span className={chartCss.sample} data-kind={kind} data-look={look} aria-hidden="true" />
        {name}
      </li>
    ))}
  </ul>
);

type ChartPanelProps = {
  spec: ChartSpec;
  title: string;
  /** Head of the table's first column: 日期. */
  head: string;
  hint?: ReactNode;
  /** Beside the title: the choice of what is shown. */
  choice?: ReactNode;
  /** A press on a category; its index. */
  onPick?: (index: number) => void;
  /** Below the chart. */
  children?: ReactNode;
};

/** Chart in a card: legend, the same values as a table, and the chart, which is loaded when it is first shown. */
export function ChartPanel({ spec, title, head, hint, choice, onPick, children }: ChartPanelProps) {
  const [isTable, setTable] = useState(false);
  return (
    <Panel
      title={title}
      hint={hint}
      isFlush
      actions={
        <>
          {!isTable && <Legend kind={spec.kind} series={spec.series} />}
          <ConsoleButton isSmall aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? kitMessages.asChart : kitMessages.asTable}
          </ConsoleButton>
          {choice}
        </>
      }
    >
      <Suspense
        fallback={
          <div className={chartCss.body}>
            <div className={chartCss.canvas} data-kind={spec.kind} aria-busy="true">
              <span className={utilityCss.visuallyHidden}>{kitMessages.loading}</span>
            </div>
          </div>
        }
      >
        {isTable ? (
          <ChartTable spec={spec} head={head} />
        ) : (
          <div className={chartCss.body}>
            <ChartCanvas spec={spec} {...(onPick && { onPick })} />
          </div>
        )}
      </Suspense>
      {children}
    </Panel>
  );
}
