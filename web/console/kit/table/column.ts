import type { ReactNode } from "react";
import { classNames } from "../../../ui/styles/class-names.ts";
import * as tableCss from "./table.module.css";

/** Column of a table. The first one is the row's name: it opens the row, and cannot be hidden. */
export type Column<R> = {
  /** Name in the address; also that of the sort where `isSortable`. */
  readonly id: string;
  readonly label: string;
  readonly cell: (row: R) => ReactNode;
  readonly isSortable?: boolean;
  readonly align?: "end" | "center";
  /** Figures of equal width: counts, times, numbers. */
  readonly isNumber?: boolean;
  /** Takes the free width and is cut with … */
  readonly isWide?: boolean;
  /** Left out where the table is narrower than 780 (`narrow`) or 1150 px (`medium`). */
  readonly hideBelow?: "narrow" | "medium";
  /** Shown only when it is chosen. */
  readonly isOptional?: boolean;
};

export const columnClass = <R>({ align, isNumber, isWide, hideBelow }: Column<R>): string =>
  classNames(
    align === "end" && tableCss.alignEnd,
    align === "center" && tableCss.alignCenter,
    isNumber === true && tableCss.number,
    isWide === true && tableCss.wide,
    hideBelow === "narrow" && tableCss.hiddenNarrow,
    hideBelow === "medium" && tableCss.hiddenMedium,
  );

/** Ids of the columns that are shown unless others are chosen. */
export const standardColumns = <R>(columns: readonly Column<R>[]): string[] =>
  columns.filter(({ isOptional }) => isOptional !== true).map(({ id }) => id);

/** Order of a list; the same as in the arguments of a list call. */
export type ListSort = { readonly by: string; readonly isDescending: boolean };
