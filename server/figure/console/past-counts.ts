import { LRUCache } from "lru-cache";
import type { Database } from "../../database/connection/database.ts";
import { spansOf } from "../definition/period.ts";
import { readFigureVersions, type FigureVersions } from "../definition/version-store.ts";
import { readsActivities, type CountBy, type Extent } from "./area-scopes.ts";

/** Rows of all counts that are kept. */
const MAX_ROWS = 100_000;
/** Rows of a count that is kept. */
const MAX_ROWS_OF_ONE = 10_000;

/** Past days of which something is counted, and how. */
type PastQuestion = {
  /** Name of the count, with what sets it apart. */
  readonly count: readonly string[];
  /** The days, by part. */
  readonly days: readonly (readonly string[])[];
  readonly by: CountBy;
};
/** Counts of past days, as a query asks for them. */
export type PastCounts = <R extends object>(
  question: PastQuestion,
  query: Extent,
  count: () => Promise<R[]>,
) => Promise<readonly R[]>;
/** Opens the kept counts, as they are valid now. */
export type OpenPastCounts = (db: Database) => Promise<PastCounts>;

/** Counts each time. */
export const countEachTime: PastCounts = (_question, _query, count) => count();

/**
 * Keeps what a process has counted of past days until one of them is counted again (requirement CO84). Equal questions
 * that are asked at once are counted once, so that the cards, the trend and the funnel of a board share what they read.
 */
export function createPastCounts(): OpenPastCounts {
  const kept = new LRUCache<string, readonly object[]>({
    maxSize: MAX_ROWS,
    maxEntrySize: MAX_ROWS_OF_ONE,
    sizeCalculation: (rows) => rows.length + 1,
  });
  const running = new Map<string, Promise<readonly object[]>>();

  async function run(key: string, count: () => Promise<object[]>): Promise<readonly object[]> {
    const rows = await count();
    kept.set(key, rows);
    return rows;
  }
  const of =
    (versions: FigureVersions) =>
    (
      { count: name, days, by }: PastQuestion,
      query: Extent,
      count: () => Promise<object[]>,
    ): Promise<readonly object[]> => {
      const { filter, scopes } = query;
      const version = [versions.days, readsActivities(by, query) ? versions.activities : ""];
      const key = JSON.stringify([name, by, days.map(spansOf), filter, scopes, version]);
      const found = kept.get(key) ?? running.get(key);
      if (found !== undefined) return Promise.resolve(found);
      const counting = run(key, count).finally(() => running.delete(key));
      running.set(key, counting);
      return counting;
    };
  // The key names the count, which has rows of one type.
  return async (db) => of(await readFigureVersions(db)) as PastCounts;
}
