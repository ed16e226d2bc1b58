import * as z from "zod/mini";
import { timestamp, upTo } from "../core/fields.ts";

/** Rows of one page of a list. */
export const LIST_PAGE_ROWS = 50;
/** Highest exact count of a list; above it the screen shows `10,000+` (`isCountExact` is false). */
export const MAX_EXACT_COUNT = 10_000;
/** Longest cursor; it contains the sort key and the id of the last row, and no personal data. */
const MAX_CURSOR_LENGTH = 400;

/**
 * Arguments of a list: filter, sort, cursor of the next page, and the moment as of which its rows are read.
 * @param filter schema of the filter; every field optional
 * @param sorts names of the sortable columns, the first one is the default
 */
export const operatorListArgs = <F extends z.ZodMiniType, const S extends readonly [string, ...string[]]>(
  filter: F,
  sorts: S,
) =>
  z.object({
    filter,
    sort: z.optional(z.object({ by: z.enum(sorts), isDescending: z.boolean() })),
    cursor: z.optional(z.string().check(upTo(MAX_CURSOR_LENGTH))),
    asOf: z.optional(timestamp),
  });

/** A page of a list; `next` null: the last page. */
export const listPage = <R extends z.ZodMiniType>(row: R) =>
  z.object({
    rows: z.array(row),
    next: z.nullable(z.string()),
    count: z.int(),
    isCountExact: z.boolean(),
    asOf: timestamp,
  });

/** Selection of a bulk act: ticked rows, or everything that a filter finds (requirements CO35, CO36). */
export const bulkSelection = <F extends z.ZodMiniType>(filter: F) =>
  z.union([
    z.object({ ids: z.array(z.string()).check(z.minLength(1), z.maxLength(500)) }),
    z.object({ filter, count: z.int(), asOf: timestamp }),
  ]);
