import type { ListSort } from "../table/column.ts";
import type { Option } from "../form/select-input.tsx";
import { kitMessages } from "../messages.ts";

/** Filter of a list. Its values stand in the address unless they may name a person (`isPrivate`, requirement CO34). */
export type ListFilter =
  | {
      readonly kind: "select";
      readonly name: string;
      readonly label: string;
      readonly options: readonly Option[];
      /** Text while nothing is chosen; default: 全部. */
      readonly standard?: string;
      /** Value that stands while the address says nothing, where one is always chosen; there is no 全部 then. */
      readonly required?: string;
    }
  | {
      readonly kind: "multi";
      readonly name: string;
      readonly label: string;
      readonly options: readonly Option[];
    }
  | {
      /** One of the usual periods, or a range of days. */
      readonly kind: "period";
      readonly name: string;
      readonly label: string;
      readonly options: readonly Option[];
      /** Value of the period that stands while the address says nothing. */
      readonly standard: string;
    }
  | {
      /** One of many things, which the server finds by a text. */
      readonly kind: "lookup";
      readonly name: string;
      readonly label: string;
      readonly placeholder: string;
      readonly find: (text: string) => Promise<readonly Option[]>;
      /** Name of a chosen thing; null: there is none, or it is out of scope. */
      readonly nameOf: (value: string) => Promise<string | null>;
    }
  | { readonly kind: "days"; readonly name: string; readonly label: string }
  | {
      /** Part of the page's state that is no filter of rows, such as its tab: it has no control, and clearing leaves it. */
      readonly kind: "hidden";
      readonly name: string;
    }
  | {
      readonly kind: "text";
      readonly name: string;
      /** Accessible name. */
      readonly label: string;
      readonly placeholder: string;
      /** May be a mobile or a name: kept with the entry of the history instead. */
      readonly isPrivate?: boolean;
    };
/** Chosen values by the filter's name; a range of days is one value “from..to”. */
export type FilterValues = Readonly<Record<string, readonly string[]>>;

/** Everything that tells which rows a list shows (requirement CO30). */
export type ListAddress = {
  readonly filters: FilterValues;
  /** null: the call's default. */
  readonly sort: ListSort | null;
  /** Ids of the shown columns; null: the standard ones. */
  readonly columns: readonly string[] | null;
  readonly cursor: string | null;
  /** 1 for the first page. */
  readonly page: number;
  /** Id of the saved view; null: none. */
  readonly view: string | null;
  /** Id of the row whose panel is open. */
  readonly open: string | null;
};

/** Parameters that are no filters; no filter may have such a name. */
const OWN = {
  sort: "sort",
  columns: "cols",
  cursor: "cursor",
  page: "page",
  view: "view",
  open: "open",
} as const;

const sortOf = (text: string | null): ListSort | null =>
  text === null || text === "" ? null : { by: text.replace(/^-/, ""), isDescending: text.startsWith("-") };
const sortText = ({ by, isDescending }: ListSort): string => (isDescending ? `-${by}` : by);
const isInAddress = (filter: ListFilter): boolean => filter.kind !== "text" || filter.isPrivate !== true;

/** Reads a list's address. @param search the address's query @param hidden values of private filters */
export function readListAddress(
  search: string,
  filters: readonly ListFilter[],
  hidden: FilterValues = {},
): ListAddress {
  const query = new URLSearchParams(search);
  const values = filters.flatMap((filter): [string, readonly string[]][] => {
    const found = isInAddress(filter) ? query.getAll(filter.name) : (hidden[filter.name] ?? []);
    const chosen = found.filter((value) => value !== "");
    return chosen.length === 0 ? [] : [[filter.name, filter.kind === "multi" ? chosen : chosen.slice(0, 1)]];
  });
  const page = Number(query.get(OWN.page) ?? 1);
  const columns = query.get(OWN.columns);
  return {
    filters: Object.fromEntries(values),
    sort: sortOf(query.get(OWN.sort)),
    columns: columns === null ? null : columns.split(",").filter((id) => id !== ""),
    cursor: query.get(OWN.cursor),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    view: query.get(OWN.view),
    open: query.get(OWN.open),
  };
}

/** Writes a list's address: the query without “?”, and the values that must not stand in it. */
export function writeListAddress(
  address: ListAddress,
  filters: readonly ListFilter[],
): { search: string; hidden: FilterValues } {
  const query = new URLSearchParams();
  const hidden: Record<string, readonly string[]> = {};
  for (const filter of filters) {
    const chosen = address.filters[filter.name] ?? [];
    if (isInAddress(filter)) for (const value of chosen) query.append(filter.name, value);
    else if (chosen.length > 0) hidden[filter.name] = chosen;
  }
  if (address.sort !== null) query.set(OWN.sort, sortText(address.sort));
  if (address.columns !== null) query.set(OWN.columns, address.columns.join(","));
  if (address.cursor !== null) query.set(OWN.cursor, address.cursor);
  if (address.page > 1) query.set(OWN.page, String(address.page));
  if (address.view !== null) query.set(OWN.view, address.view);
  if (address.open !== null) query.set(OWN.open, address.open);
  return { search: query.toString(), hidden };
}

/** The chosen period in words: 近 14 天, or its days. */
export function periodWords(
  { options, standard }: Extract<ListFilter, { kind: "period" }>,
  [value = standard]: readonly string[],
): string {
  const { from, to } = readDays([value]);
  return options.find((option) => option.value === value)?.label ?? kitMessages.dateRange(from, to);
}

const RANGE = "..";
/** First and last day of a range's value; "" is open. */
export function readDays(values: readonly string[] | undefined): { from: string; to: string } {
  const [from = "", to = ""] = (values?.[0] ?? "").split(RANGE);
  return { from, to };
}
/** Value of a range; none while both ends are open. */
export const writeDays = ({ from, to }: { from: string; to: string }): string[] =>
  from === "" && to === "" ? [] : [`${from}${RANGE}${to}`];
