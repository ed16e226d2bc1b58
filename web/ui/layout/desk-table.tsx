import * as deskTableCss from "./desk-table.module.css";

/** Order of a desk's table; null keeps the order of the server. */
export type Sorting<Column extends string> = {
  readonly column: Column;
  readonly isAscending: boolean;
} | null;

/** Rows in the order of a column; those with equal values keep their order. */
export const sortRows = <Row, Column extends string>(
  rows: readonly Row[],
  sorting: Sorting<Column>,
  valueOf: (row: Row, column: Column) => number,
): readonly Row[] =>
  sorting === null
    ? rows
    : [...rows].sort(
        (one, other) =>
          (valueOf(one, sorting.column) - valueOf(other, sorting.column)) * (sorting.isAscending ? 1 : -1),
      );

type SortableHeadProps<Column extends string> = {
  column: Column;
  label: string;
  sorting: Sorting<Column>;
  /** The first press sorts in descending order. */
  isDescendingFirst?: boolean;
  onSort: (sorting: Sorting<Column>) => void;
};

/** Head of a column by which the table can be sorted. */
export function SortableHead<Column extends string>(props: SortableHeadProps<Column>) {
  const { column, label, sorting, isDescendingFirst = false, onSort } = props;
  const isSorted = sorting?.column === column;
  const order = sorting?.isAscending ? "ascending" : "descending";
  return (
    <th scope="col" aria-sort={isSorted ? order : "none"}>
      <button
        type="button"
        className={deskTableCss.sort}
        onClick={() => onSort({ column, isAscending: isSorted ? !sorting.isAscending : !isDescendingFirst })}
      >
        {label}
      </button>
    </th>
  );
}
