import { kitMessages } from "../messages.ts";
import { columnClass, type Column } from "./column.ts";
import * as utilityCss from "../styles/utility.module.css";
import * as tableCss from "./table.module.css";

/** Lengths of the bones, so that they look like texts. */
const WIDTHS = ["72%", "56%", "84%", "64%"];

/** Table while its first rows are loaded: the real heads, and bones of rows. */
export const TableSkeleton = <R,>({
  columns,
  rows = 8,
}: {
  columns: readonly Column<R>[];
  rows?: number;
}) => (
  <div className={tableCss.card} aria-busy="true">
    <output className={utilityCss.visuallyHidden}>{kitMessages.loading}</output>
    <table className={tableCss.table} aria-hidden="true">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.id} className={columnClass(column)}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <tr key={row}>
            {columns.map((column, index) => (
              <td key={column.id} className={columnClass(column)}>
                <span className={tableCss.bone} style={{ width: WIDTHS[(row + index) % WIDTHS.length] }}>
                  &nbsp;
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
