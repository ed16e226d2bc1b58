import { AsyncLocalStorage } from "node:async_hooks";
import { LIST_PAGE_ROWS } from "#contract/console/list.ts";

const storage = new AsyncLocalStorage<number>();

/** Rows of a page that the current code reads: those of a screen, or more for a file of the whole list. */
export const listPageRows = (): number => storage.getStore() ?? LIST_PAGE_ROWS;

/** Whether the current code reads page after page of a whole list, which was counted before. */
export const isReadingWhole = (): boolean => storage.getStore() !== undefined;

/** Runs a read whose pages have this number of rows. */
export const withListPageRows = <T>(rows: number, run: () => T): T => storage.run(rows, run);
