import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "../../../ui/styles/class-names.ts";
import { TickBox } from "../controls/tick-box.tsx";
import { kitMessages } from "../messages.ts";
import { columnClass, type Column } from "./column.ts";
import * as tableCss from "./table.module.css";

/** How a table's rows look and open. */
export type RowLook<R> = {
  /** Name of a row in the label of its tick: its title or number. */
  rowName: (row: R) => string;
  /** Line below the first column where the table is narrow: what the hidden columns say. */
  secondLine?: (row: R) => ReactNode;
  /** Rows that need attention have a tint; their state says why. */
  isFailing?: (row: R) => boolean;
  /** Opens the row in a panel beside the table. */
  onOpen?: (row: R) => void;
  /** Page of a row; instead of `onOpen`. */
  rowLink?: (row: R) => string;
  /** Row whose panel is open. */
  openId?: string | null;
};
type RowTick = {
  isTicked: boolean;
  /** Change of the box, with Shift for a range. */
  onChange: (event: unknown) => void;
  onToggle: () => void;
};
type TableRowProps<R> = RowLook<R> & {
  columns: readonly Column<R>[];
  row: R;
  id: string;
  rowIndex: number;
  isActive: boolean;
  onActivate: () => void;
  tick: RowTick | undefined;
};

/** Whether an element inside the row handles presses itself. */
const isOwnControl = ({ target, currentTarget }: MouseEvent | KeyboardEvent): boolean =>
  target instanceof Element && target !== currentTarget && target.closest("a, button, input, label") !== null;

/** One row. Enter opens it, x ticks it, when it has the focus. */
export function TableRow<R>(props: TableRowProps<R>) {
  const { columns, row, id, rowName, onOpen, rowLink, openId, isActive, tick } = props;
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isActive) element.current?.focus();
  }, [isActive]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isOwnControl(event) || event.metaKey || event.ctrlKey) return;
    if (event.key === "x" && tick) tick.onToggle();
    else if (event.key === "Enter") element.current?.querySelector<HTMLElement>("[data-open-row]")?.click();
    else return;
    event.preventDefault();
  };
  return (
    <tr
      ref={element}
      tabIndex={-1}
      aria-rowindex={props.rowIndex}
      className={classNames(
        tableCss.row,
        props.isFailing?.(row) === true && tableCss.failing,
        tick?.isTicked === true && tableCss.selected,
        openId === id && tableCss.current,
        onOpen !== undefined && tableCss.openable,
      )}
      onFocus={props.onActivate}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (!isOwnControl(event)) onOpen?.(row);
      }}
    >
      {tick && (
        <td className={tableCss.tick}>
          <TickBox
            aria-label={kitMessages.selectRow(rowName(row))}
            checked={tick.isTicked}
            onChange={tick.onChange}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.id} className={columnClass(column)}>
          {index === 0 ? <FirstCell {...{ column, row, onOpen, rowLink }} /> : shown(column.cell(row))}
          {index === 0 && props.secondLine && (
            <span className={tableCss.second}>{props.secondLine(row)}</span>
          )}
        </td>
      ))}
    </tr>
  );
}

/** Content of a cell; an empty one says so. */
const shown = (content: ReactNode): ReactNode =>
  content === null || content === undefined || content === "" || content === false ? (
    <span className={tableCss.none}>—</span>
  ) : (
    content
  );

type FirstCellProps<R> = {
  column: Column<R>;
  row: R;
  onOpen: ((row: R) => void) | undefined;
  rowLink: ((row: R) => string) | undefined;
};
/** Name of the row, which opens it. */
function FirstCell<R>({ column, row, onOpen, rowLink }: FirstCellProps<R>) {
  if (rowLink)
    return (
      <Link to={rowLink(row)} className={tableCss.open} data-open-row>
        {column.cell(row)}
      </Link>
    );
  if (onOpen)
    return (
      <button type="button" className={tableCss.open} data-open-row onClick={() => onOpen(row)}>
        {column.cell(row)}
      </button>
    );
  return column.cell(row);
}
