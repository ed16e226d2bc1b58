import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import type { ListSort } from "../table/column.ts";
import {
  readListAddress,
  writeListAddress,
  type FilterValues,
  type ListAddress,
  type ListFilter,
} from "./list-address.ts";

/** State of a list's entry in the history. */
type EntryState = {
  /** Values of private filters. */
  readonly hidden?: FilterValues;
  /** Cursors of the pages before this one; empty after a reload in another tab. */
  readonly trail?: readonly (string | null)[];
};

export type ListNavigation = {
  readonly address: ListAddress;
  /** The address says nothing: the list as it is opened from the menu. */
  readonly isPlain: boolean;
  /** Changes a filter; shows the first page. @param isTyping replaces the entry instead of adding one for each key */
  setFilter(name: string, values: readonly string[], isTyping?: boolean): void;
  clearFilters(): void;
  setSort(sort: ListSort): void;
  setColumns(columns: readonly string[]): void;
  setOpen(id: string | null): void;
  /** Shows a saved view: its filters, sort and columns. @param isOpening the list opens with it: Back leaves the list */
  showView(view: Pick<ListAddress, "filters" | "sort" | "columns" | "view">, isOpening?: boolean): void;
  toNext(cursor: string): void;
  toPrevious(): void;
};

const firstPage = { cursor: null, page: 1, open: null } as const;

/** Filters, sort, columns, page and open row of a list, in the address, so that reload, Back and a link show the same. */
export function useListAddress(filters: readonly ListFilter[]): ListNavigation {
  const location = useLocation();
  const navigate = useNavigate();
  const { search, pathname } = location;
  const state = location.state as EntryState | null;
  return useMemo(() => {
    const address = readListAddress(search, filters, state?.hidden);
    const trail = state?.trail ?? [];
    const show = (
      changed: Partial<ListAddress>,
      { isReplaced = false, nextTrail = [] as readonly (string | null)[] } = {},
    ): void => {
      const next = writeListAddress({ ...address, ...changed }, filters);
      const entry: EntryState = { hidden: next.hidden, trail: nextTrail };
      void navigate(
        { pathname, search: next.search === "" ? "" : `?${next.search}` },
        { state: entry, replace: isReplaced, preventScrollReset: true },
      );
    };
    return {
      address,
      isPlain: search === "",
      setFilter(name, values, isTyping = false) {
        show({ filters: { ...address.filters, [name]: values }, ...firstPage }, { isReplaced: isTyping });
      },
      clearFilters() {
        const kept = filters.flatMap(({ kind, name }) =>
          kind === "hidden" && address.filters[name] ? [[name, address.filters[name]] as const] : [],
        );
        show({ filters: Object.fromEntries(kept), view: null, ...firstPage });
      },
      setSort: (sort) => show({ sort, ...firstPage }),
      setColumns: (columns) => show({ columns }, { isReplaced: true, nextTrail: trail }),
      setOpen: (open) => show({ open }, { isReplaced: address.open !== null, nextTrail: trail }),
      showView: (view, isOpening = false) => show({ ...view, ...firstPage }, { isReplaced: isOpening }),
      toNext: (cursor) =>
        show({ cursor, page: address.page + 1, open: null }, { nextTrail: [...trail, address.cursor] }),
      toPrevious() {
        const cursor = trail.at(-1) ?? null;
        const page = cursor === null ? 1 : address.page - 1;
        show({ cursor, page, open: null }, { nextTrail: trail.slice(0, -1) });
      },
    };
  }, [search, pathname, state, filters, navigate]);
}
