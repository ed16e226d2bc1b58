import type { RawBuilder } from "kysely";
import { MAX_EXACT_COUNT } from "#contract/console/list.ts";
import { Refusal } from "#contract/core/errors.ts";
import { listOrder, type ListPosition, type SortColumn } from "../../database/statements/list-order.ts";
import { isReadingWhole, listPageRows } from "./list-size.ts";

type ListArgs<S extends string> = {
  readonly sort?: { readonly by: S; readonly isDescending: boolean } | undefined;
  readonly cursor?: string | undefined;
  readonly asOf?: string | undefined;
};
type ListColumns<S extends string> = {
  /** Sortable columns by their names in the contract; nothing else can be sorted by. */
  readonly sorts: Readonly<Record<S, SortColumn>>;
  /** SQL expression of the row's id. */
  readonly id: RawBuilder<unknown>;
  readonly defaultSort: { readonly by: S; readonly isDescending: boolean };
};

/** Rows that a count reads at most: one more than the highest exact count. */
export const COUNT_LIMIT = MAX_EXACT_COUNT + 1;
/** Rows that a count reads at most now: a file of the whole list counts no page. */
export const countLimit = (): number => (isReadingWhole() ? 1 : COUNT_LIMIT);

const encodeCursor = (by: string, isDescending: boolean, { key, id }: ListPosition): string =>
  Buffer.from(JSON.stringify([by, isDescending ? 1 : 0, key, id])).toString("base64url");

/** @throws Refusal "invalid" for a cursor of another sort, or one that is no cursor */
function decodeCursor(cursor: string, by: string, isDescending: boolean): ListPosition {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (Array.isArray(parsed) && parsed.length === 4) {
      const [sort, direction, key, id] = parsed as unknown[];
      const isSame = sort === by && direction === (isDescending ? 1 : 0);
      if (isSame && typeof key === "string" && typeof id === "string") return { key, id };
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Refusal("invalid");
}

/** @throws Refusal "invalid" */
function momentOf(text: string | undefined, now: number): Date {
  const moment = text === undefined ? new Date(now) : new Date(text);
  if (Number.isNaN(moment.getTime())) throw new Refusal("invalid");
  return moment;
}

/**
 * Prepares the statement of one page of a list (contract/console/list.ts). The statement selects `key` as `sort_key` and
 * the id as `row_id`, filters by `after`, orders by `order` and limits to `limit`; a second one counts at most
 * `countLimit` rows. `toPage` makes the call's result of both.
 * @param now ms since the epoch
 * @throws Refusal "invalid" for a malformed cursor or moment
 */
export function listQuery<S extends string>(
  { sort, cursor, asOf }: ListArgs<S>,
  { sorts, id, defaultSort }: ListColumns<S>,
  now: number,
) {
  const { by, isDescending } = sort ?? defaultSort;
  const position = cursor === undefined ? null : decodeCursor(cursor, by, isDescending);
  const moment = momentOf(asOf, now);
  const pageRows = listPageRows();
  return {
    ...listOrder(sorts[by], id, isDescending, position),
    // One more shows whether there is a next page.
    limit: pageRows + 1,
    /** Moment as of which the rows are read: that of the first page. */
    asOf: moment,
    /** @param counted number of rows that the count has read */
    toPage<R extends { readonly sort_key: string; readonly row_id: string }, T>(
      rows: readonly R[],
      counted: number,
      toRow: (row: R) => T,
    ) {
      const shown = rows.slice(0, pageRows);
      const last = rows.length > pageRows ? shown.at(-1) : undefined;
      return {
        rows: shown.map(toRow),
        next:
          last === undefined ? null : encodeCursor(by, isDescending, { key: last.sort_key, id: last.row_id }),
        count: Math.min(counted, MAX_EXACT_COUNT),
        isCountExact: counted <= MAX_EXACT_COUNT,
        asOf: moment.toISOString(),
      };
    },
  };
}
