import { useMemo, useRef, type ReactNode } from "react";
import {
  columnVisibilityFeature,
  rowSelectionFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from "@tanstack/react-table";
import { classNames } from "../../../ui/styles/class-names.ts";
import { standardColumns, type Column, type ListSort } from "./column.ts";
import type { RowSelection } from "./row-selection.ts";
import { TableHead } from "./table-head.tsx";
import { TableRow, type RowLook } from "./table-row.tsx";
import { useRowKeys } from "./use-row-keys.ts";
import { useRowWindow } from "./use-row-window.ts";
import * as tableCss from "./table.module.css";

export type DataTableProps<R> = RowLook<R> & {
  /** Accessible name: 报名列表. */
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowId: (row: R) => string;
  /** Ids of the shown columns, in any order; absent: those that are not optional. */
  shownColumns?: readonly string[];
  /** Rows of the whole list, for assistive technology; absent: those given. */
  count?: number;
  /** Rows of the list before the first given one. */
  offset?: number;
  sort?: ListSort | null;
  onSort?: (sort: ListSort) => void;
  selection?: RowSelection;
  /** The next rows are being loaded: these stay, paler. */
  isBusy?: boolean;
  /** The table fills a panel (`Panel isFlush`), whose edge it takes. */
  isInset?: boolean;
  /** Above the table: the bulk bar, tabs of states. */
  head?: ReactNode;
  /** Below the table: count and pages (`TableFoot`). */
  foot?: ReactNode;
};

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });
const NO_SELECTION = {};
/** The library takes objects only. */
type Entry<R> = { readonly row: R };

/** State of the table library: visible columns, and rows with their ticks. */
function useRowModel<R>({ columns, rows, rowId, shownColumns, selection }: DataTableProps<R>) {
  const definitions = useMemo(
    () =>
      columns.map(({ id, label }): ColumnDef<typeof features, Entry<R>, unknown> => ({
        id,
        header: label,
        accessorFn: ({ row }) => row,
      })),
    [columns],
  );
  const data = useMemo(() => rows.map((row): Entry<R> => ({ row })), [rows]);
  const columnVisibility = useMemo(() => {
    const shown = new Set(shownColumns ?? standardColumns(columns));
    return Object.fromEntries(columns.map(({ id }, index) => [id, index === 0 || shown.has(id)]));
  }, [columns, shownColumns]);
  const rowSelection = useMemo(
    () =>
      selection === undefined
        ? NO_SELECTION
        : Object.fromEntries([...selection.ids].map((id) => [id, true as const])),
    [selection],
  );
  return useTable({
    features,
    columns: definitions,
    data,
    getRowId: ({ row }) => rowId(row),
    enableRowSelection: selection !== undefined && !selection.isEverything,
    state: { columnVisibility, rowSelection },
    onRowSelectionChange: (updater) => {
      const next = typeof updater === "function" ? updater(rowSelection) : updater;
      selection?.select(new Set(Object.keys(next)));
    },
  });
}

/**
 * Table of rows: a real `table` with sortable heads, ticks, and keys (`j k x Enter`). Of more than a hundred rows only
 * those in the window are in the document (requirement CO33).
 */
export function DataTable<R>(props: DataTableProps<R>) {
  const { label, columns, rows, selection, sort = null, onSort, offset = 0, count = rows.length } = props;
  const table = useRowModel(props);
  const body = useRef<HTMLTableSectionElement>(null);
  const model = table.getRowModel().rows;
  const { first, end, before, after, showRow } = useRowWindow(model.length, body);
  const [active, setActive] = useRowKeys(model.length, showRow);
  const shown = table
    .getVisibleLeafColumns()
    .flatMap(({ id }) => columns.find((column) => column.id === id) ?? []);
  const width = shown.length + (selection === undefined ? 0 : 1);
  return (
    <div className={classNames(tableCss.card, props.isInset === true && tableCss.inset)}>
      {props.head}
      <div className={tableCss.scroller}>
        <table
          className={classNames(tableCss.table, props.isBusy === true && tableCss.busy)}
          aria-label={label}
          aria-rowcount={count + 1}
          aria-busy={props.isBusy === true}
        >
          <TableHead
            columns={shown}
            sort={sort}
            onSort={onSort}
            ticks={
              selection && {
                isAll: selection.isEverything || (model.length > 0 && table.getIsAllRowsSelected()),
                isSome: table.getIsSomeRowsSelected(),
                onChange: (isTicked) => table.toggleAllRowsSelected(isTicked),
              }
            }
          />
          <tbody ref={body}>
            <Spacer height={before} width={width} />
            {model.slice(first, end).map((row, at) => (
              <TableRow
                key={row.id}
                {...props}
                columns={shown}
                row={row.original.row}
                id={row.id}
                rowIndex={offset + first + at + 2}
                isActive={active === first + at}
                onActivate={() => setActive(first + at)}
                tick={
                  selection && {
                    isTicked: selection.isEverything || row.getIsSelected(),
                    onChange: row.getToggleSelectedHandler(),
                    onToggle: () => row.toggleSelected(),
                  }
                }
              />
            ))}
            <Spacer height={after} width={width} />
          </tbody>
        </table>
      </div>
      {props.foot}
    </div>
  );
}

/** Room of the rows that are not in the document. */
const Spacer = ({ height, width }: { height: number; width: number }) =>
  height === 0 ? null : (
    <tr className={tableCss.spacer} aria-hidden="true">
      <td colSpan={width} style={{ height }}>
        {/* Nothing is read here. */}
      </td>
    </tr>
  );
