import { useMemo, useState } from "react";

/** Ticked rows of a list, also of its other pages; or everything that the filter finds (requirement CO35). */
export type RowSelection = {
  readonly ids: ReadonlySet<string>;
  readonly isEverything: boolean;
  select(ids: ReadonlySet<string>): void;
  selectEverything(): void;
  clear(): void;
};

const NONE: ReadonlySet<string> = new Set();

/** Selection of a list. @param listKey its filter as text: another list begins without a selection */
export function useRowSelection(listKey: string): RowSelection {
  const [state, setState] = useState({ listKey, ids: NONE, isEverything: false });
  const { ids, isEverything } = state.listKey === listKey ? state : { ids: NONE, isEverything: false };
  return useMemo(
    () => ({
      ids,
      isEverything,
      select: (chosen) => setState({ listKey, ids: chosen, isEverything: false }),
      selectEverything: () => setState({ listKey, ids: NONE, isEverything: true }),
      clear: () => setState({ listKey, ids: NONE, isEverything: false }),
    }),
    [listKey, ids, isEverything],
  );
}

/**
 * Argument of a bulk act (`bulkSelection` of the contract): the ids, or filter, count and moment, so that the server can
 * refuse when the count is another by then.
 */
export const selectionArgument = <F>(
  { ids, isEverything }: RowSelection,
  list: { readonly filter: F; readonly count: number; readonly asOf: string },
): { ids: string[] } | { filter: F; count: number; asOf: string } =>
  isEverything ? { filter: list.filter, count: list.count, asOf: list.asOf } : { ids: [...ids] };
