import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ListFilter, FilterValues } from "./list-address.ts";
import { useListAddress, type ListNavigation } from "./use-list-address.ts";
import { useRowSelection, type RowSelection } from "../table/row-selection.ts";

/** Arguments of a list call (`operatorListArgs` of the contract). */
export type ListArguments<F, S extends string> = {
  filter: F;
  sort?: { by: S; isDescending: boolean } | undefined;
  cursor?: string | undefined;
};
/** Page of a list (`listPage` of the contract). */
export type ListRows<R> = {
  readonly rows: readonly R[];
  readonly next: string | null;
  readonly count: number;
  readonly isCountExact: boolean;
  readonly asOf: string;
};

type ListOptions<F, S extends string, R> = {
  /** Key of the list in the cache: the name of its call. An area invalidates it after its writes. */
  name: string;
  /** Filters of the page; a constant, or memoized. */
  filters: readonly ListFilter[];
  /** Filter of the call for the chosen values. */
  toFilter: (values: FilterValues) => F;
  load: (args: ListArguments<F, S>) => Promise<ListRows<R>>;
};

export type List<F, R> = {
  readonly navigation: ListNavigation;
  readonly query: UseQueryResult<ListRows<R>, Error>;
  readonly filters: readonly ListFilter[];
  /** Filter of the shown rows, for bulk acts and exports. */
  readonly filter: F;
  readonly selection: RowSelection;
};

/** A list of the console: its address, the rows of the page, and the ticked ones. */
export function useList<F, S extends string, R>({
  name,
  filters,
  toFilter,
  load,
}: ListOptions<F, S, R>): List<F, R> {
  const navigation = useListAddress(filters);
  const { filters: values, sort, cursor } = navigation.address;
  const filter = useMemo(() => toFilter(values), [values, toFilter]);
  const args: ListArguments<F, S> = {
    filter,
    // The server refuses the name of a column that it does not sort by, as in an old link.
    ...(sort !== null && { sort: { by: sort.by as S, isDescending: sort.isDescending } }),
    ...(cursor !== null && { cursor }),
  };
  const query = useQuery({
    queryKey: [name, args],
    queryFn: () => load(args),
    placeholderData: keepPreviousData,
  });
  const selection = useRowSelection(JSON.stringify(filter));
  return { navigation, query, filters, filter, selection };
}
