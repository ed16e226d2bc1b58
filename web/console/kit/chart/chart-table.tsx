import { useMemo } from "react";
import type { Column } from "../table/column.ts";
import { DataTable } from "../table/data-table.tsx";
import { pointText, type ChartCategory, type ChartSeries, type ChartSpec } from "./chart-spec.ts";
import * as chartCss from "./chart.module.css";

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
