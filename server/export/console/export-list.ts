import type { OperatorCall, OperatorResult } from "#contract/console/operator-call.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";

/** Content of a cell. Ids and times are texts; numbers are counts and amounts. */
export type ExportCell = string | number | null;
/** Column of a list's file. */
type ExportColumn = {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: unknown) => ExportCell;
  /** Whether it is the person's mobile, which a full export shows whole. */
  readonly isMobile: boolean;
};
/** Tables in which the person of a row is found. */
export type PersonKind = "signUp" | "lead" | "koc" | "share";
type RowOf<C extends OperatorCall, K extends string> =
  OperatorResult<C> extends Readonly<Record<K, readonly (infer R)[]>> ? R : never;

/** How the rows of a list are read. */
type ListReading<R> = {
  /** Person of a row. A file ends when one of its people is erased. */
  readonly person?: { readonly kind: PersonKind; readonly id: (row: R) => string };
  /** Call that searches the rows for a part of a name or the last four digits. */
  readonly search?: OperatorCall;
  /** The call answers all rows at once, by arguments that are the filter. */
  readonly isWhole?: boolean;
  /** The right has no scope: it may come from another grant than the right to export. */
  readonly isGlobal?: boolean;
};
/** A list as its files are made of it: the rows that its call answers the operator, and how each cell is written. */
export type ExportList = ListReading<unknown> & {
  readonly call: OperatorCall;
  /** Name of the rows in the call's answer. */
  readonly rows: string;
  /** Meaning of a row, on the first sheet. */
  readonly definition: string;
  readonly columns: readonly ExportColumn[];
};

/** Id of the column with the person's mobile in every list. */
const MOBILE = "mobile";

/** Declares a list by its call, the heads of its columns, and a cell for each; infers the row's type. */
export function exportList<
  C extends OperatorCall,
  const K extends string,
  const H extends Readonly<Record<string, string>>,
>(
  call: C,
  rows: K,
  { definition, columns: heads }: { readonly definition: string; readonly columns: H },
  {
    cells,
    ...reading
  }: ListReading<RowOf<C, K>> & {
    readonly cells: { readonly [I in keyof H]: (row: RowOf<C, K>) => ExportCell };
  },
): ExportList {
  const columns = Object.entries(heads).map(([id, label]) => ({
    id,
    label,
    cell: cells[id] as ExportColumn["cell"],
    isMobile: id === MOBILE,
  }));
  return { ...(reading as ListReading<unknown>), call, rows, definition, columns };
}

/** “2026-11-27 18:00:00” in Shanghai. */
export const timeCell = (time: string | null): string | null =>
  time === null ? null : toShanghaiIso(time).slice(0, 19).replace("T", " ");
/** Yuan. */
export const yuanCell = (fen: number | null): number | null => (fen === null ? null : fen / 100);
