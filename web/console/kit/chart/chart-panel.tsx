import { lazy, Suspense, useMemo, useState, type ReactNode } from "react";
import { ConsoleButton } from "../controls/console-button.tsx";
import { Panel } from "../layout/page-layout.tsx";
import { kitMessages } from "../messages.ts";
import * as utilityCss from "../styles/utility.module.css";
import type { Column } from "../table/column.ts";
import { DataTable } from "../table/data-table.tsx";
import { pointText, type ChartCategory, type ChartSeries, type ChartSpec } from "./chart-spec.ts";
import * as chartCss from "./chart.module.css";

const ChartCanvas = lazy(async () => ({ default: (await import("./chart-canvas.tsx")).ChartCanvas }));

/** Sample of a series: its shape and colour with its name. */
export const Legend = ({ kind, series }: Pick<ChartSpec, "kind" | "series">) => (
  <ul className={chartCss.legend}>
    {series.map(({ id, name, look }) => (
      <li key={id}>
        <span className={chartCss.sample} data-kind={kind} data-look={look} aria-hidden="true" />
        {name}
      </li>
    ))}
  </ul>
);

type TableRow = ChartCategory & { readonly index: number };

/** The same values as a table. */
export function ChartTable({ spec, head }: { spec: ChartSpec; head: string }) {
  const columns = useMemo((): readonly Column<TableRow>[] => {
    const cellOf = ({ values }: ChartSeries) => {
      const cell = ({ index }: TableRow) => pointText(values[index], spec.format);
      return cell;
    };
    return [
      { id: "category", label: head, cell: ({ name }) => name },
      ...spec.series.map((series): Column<TableRow> => ({
        id: series.id,
        label: series.name,
        cell: cellOf(series),
        align: "end",
        isNumber: true,
      })),
    ];
  }, [spec, head]);
  const rows = useMemo(() => spec.categories.map((category, index) => ({ ...category, index })), [spec]);
  return (
    <div className={chartCss.table}>
      <DataTable
        isInset
        label={spec.label}
        columns={columns}
        rows={rows}
        rowId={({ index }) => String(index)}
        rowName={({ name }) => name}
      />
    </div>
  );
}

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
      {isTable ? (
        <ChartTable spec={spec} head={head} />
      ) : (
        <div className={chartCss.body}>
          <Suspense
            fallback={
              <div className={chartCss.canvas} data-kind={spec.kind}>
                <span className={utilityCss.visuallyHidden}>{kitMessages.loading}</span>
              </div>
            }
          >
            <ChartCanvas spec={spec} {...(onPick && { onPick })} />
          </Suspense>
        </div>
      )}
      {children}
    </Panel>
  );
}
