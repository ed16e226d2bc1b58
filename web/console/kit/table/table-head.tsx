import { classNames } from "../../../ui/styles/class-names.ts";
import { ArrowDownIcon, ArrowUpIcon } from "../controls/console-icons.tsx";
import { TickBox } from "../controls/tick-box.tsx";
import { kitMessages } from "../messages.ts";
import { columnClass, type Column, type ListSort } from "./column.ts";
import * as tableCss from "./table.module.css";

type HeadTicks = {
  isAll: boolean;
  isSome: boolean;
  onChange: (isTicked: boolean) => void;
};
type TableHeadProps<R> = {
  columns: readonly Column<R>[];
  sort: ListSort | null;
  onSort: ((sort: ListSort) => void) | undefined;
  ticks: HeadTicks | undefined;
};

/** Heads of the columns; a press on a sortable one sorts by it, the next press turns the order. */
export const TableHead = <R,>({ columns, sort, onSort, ticks }: TableHeadProps<R>) => (
  <thead>
    <tr aria-rowindex={1}>
      {ticks && (
        <th className={tableCss.tick} scope="col">
          <TickBox
            aria-label={kitMessages.selectPage}
            checked={ticks.isAll}
            isPartial={ticks.isSome && !ticks.isAll}
            onChange={(event) => ticks.onChange(event.target.checked)}
          />
        </th>
      )}
      {columns.map((column) => (
        <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
      ))}
    </tr>
  </thead>
);

function HeadCell<R>({
  column,
  sort,
  onSort,
}: Pick<TableHeadProps<R>, "sort" | "onSort"> & { column: Column<R> }) {
  const isSorted = sort?.by === column.id;
  const isDescending = isSorted && sort.isDescending;
  return (
    <th
      scope="col"
      className={classNames(columnClass(column))}
      {...(isSorted && { "aria-sort": isDescending ? "descending" : "ascending" })}
    >
      {column.isSortable === true && onSort ? (
        <button
          type="button"
          className={tableCss.sort}
          title={kitMessages.sortBy(column.label)}
          onClick={() => onSort({ by: column.id, isDescending: isSorted && !isDescending })}
        >
          {column.label}
          {isSorted && (isDescending ? <ArrowDownIcon size={16} /> : <ArrowUpIcon size={16} />)}
        </button>
      ) : (
        column.label
      )}
    </th>
  );
}
