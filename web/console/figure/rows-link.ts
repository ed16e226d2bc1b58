import type { FigureName } from "#contract/console/figure-terms.ts";
import type { ListFilter } from "../kit/list/list-address.ts";
import { writeListAddress } from "../kit/list/list-address.ts";
import type { ListNavigation } from "../kit/list/use-list-address.ts";

const plain = { sort: null, columns: null, cursor: null, page: 1, view: null, open: null } as const;

/**
 * Address of 查看明细: the figure with the page's filters, and the moment of its number, so that the rows are as many as it
 * says (requirement CO78).
 * @param period of the rows, instead of the page's
 */
export function rowsLinkOf(
  figure: FigureName,
  filters: readonly ListFilter[],
  { address }: ListNavigation,
  asOf: string,
  period?: string,
): string {
  const { compare: _compare, ...others } = address.filters;
  const values = period === undefined ? others : { ...others, period: [period] };
  const { search } = writeListAddress({ ...plain, filters: values }, filters);
  const own = new URLSearchParams({ figure, at: asOf });
  return `/dashboard/rows?${[own.toString(), search].filter((part) => part !== "").join("&")}`;
}

/** Address of the analysis with the page's filters. */
export function analysisLink(
  tab: string,
  filters: readonly ListFilter[],
  { address }: ListNavigation,
): string {
  const { search } = writeListAddress({ ...plain, filters: address.filters }, filters);
  return `/analysis?${[`tab=${tab}`, search].filter((part) => part !== "").join("&")}`;
}
