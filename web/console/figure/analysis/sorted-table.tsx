import type { ReactNode } from "react";
import { classNames } from "../../../ui/styles/class-names.ts";
import { ArrowDownIcon, ArrowUpIcon } from "../../kit/controls/console-icons.tsx";
import { ShareBar } from "../../kit/display/badge.tsx";
import { kitMessages } from "../../kit/messages.ts";
import type { ListSort } from "../../kit/table/column.ts";
import * as tableCss from "../../kit/table/table.module.css";
import * as groupCss from "./groups.module.css";

/** Column of numbers: its values are sorted and may have bars. */
export type NumberColumn<R> = {
  readonly id: string;
  readonly label: string;
  readonly value: (row: R) => number | null;
  readonly text: (row: R) => string;
  readonly cell?: (row: R) => ReactNode;
  /** A bar beside the number, by the largest of the column. */
  readonly hasBar?: boolean;
};
type SortedTableProps<R> = {
  label: string;
  /** Head and cell of the first column. */
  head: string;
  name: (row: R) => ReactNode;
  rowKey: (row: R) => string;
  rows: readonly R[];
  columns: readonly NumberColumn<R>[];
  sort: ListSort | null;
  onSort: (sort: ListSort) => void;
  /** Rows below the others: the rest and the total. */
  foot?: ReactNode;
};

/** Rows by a column; without a value last. */
function sortRows<R>(
  rows: readonly R[],
  columns: readonly NumberColumn<R>[],
  sort: ListSort | null,
): readonly R[] {
  const column = columns.find(({ id }) => id === sort?.by);
  if (column === undefined || sort === null) return rows;
  const none = Number.NEGATIVE_INFINITY;
  const sign = sort.isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [column.value(one), column.value(other)];
    if (a === null || b === null) return (b ?? none) - (a ?? none) || 0;
    return sign * (a - b);
  });
}

/** Table of numbers by group, sorted by any column, with bars, a rest and a total. */
export function SortedTable<R>({
  label,
  head,
  name,
  rowKey,
  rows,
  columns,
  sort,
  onSort,
  foot,
}: SortedTableProps<R>) {
  const sorted = sortRows(rows, columns, sort);
  const most = new Map(
    columns.map((column) => [column.id, Math.max(0, ...rows.map((row) => column.value(row) ?? 0))]),
  );
  return (
    <div className={tableCss.scroller}>
      <table className={classNames(tableCss.table, groupCss.groups)} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {columns.map((column) => (
              <SortHead key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={rowKey(row)} className={tableCss.row}>
              <th scope="row">{name(row)}</th>
              {columns.map((column) => (
                <td key={column.id} className={`${tableCss.number} ${tableCss.alignEnd}`}>
                  <span className={groupCss.barCell}>
                    {column.hasBar === true && (
                      <ShareBar
                        label={column.label}
                        value={column.value(row) ?? 0}
                        max={most.get(column.id) ?? 0}
                      />
                    )}
                    {column.cell ? column.cell(row) : column.text(row)}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot !== undefined && <tfoot>{foot}</tfoot>}
      </table>
    </div>
  );
}

type SortHeadProps<R> = { column: NumberColumn<R>; sort: ListSort | null; onSort: (sort: ListSort) => void };
function SortHead<R>({ column: { id, label }, sort, onSort }: SortHeadProps<R>) {
  const isSorted = sort?.by === id;
  const isDescending = sort?.isDescending === true;
  return (
    <th
      scope="col"
      className={tableCss.alignEnd}
      {...(isSorted && { "aria-sort": isDescending ? "descending" : "ascending" })}
    >
      <button
        type="button"
        className={tableCss.sort}
        aria-label={kitMessages.sortBy(label)}
        onClick={() => onSort({ by: id, isDescending: !isSorted || !isDescending })}
      >
        {label}
        {isSorted && (isDescending ? <ArrowDownIcon size={16} /> : <ArrowUpIcon size={16} />)}
      </button>
    </th>
  );
}
