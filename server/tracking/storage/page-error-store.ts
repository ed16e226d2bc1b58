import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";

const DAY = 86_400_000;
/** Maximum of errors in a list. */
export const MAX_LISTED_PAGE_ERRORS = 50;

/** An error in browsers, with all its occurrences of the same release. */
export type ListedPageError = {
  release: string;
  message: string;
  /** Positions in the release's scripts, separated by blanks, the innermost first. */
  stack: string;
  kinds: string[];
  routes: string[];
  hosts: string[];
  occurrences: number;
  /** Number of browsers. */
  visitors: number;
  last_time: Date;
};

export const pageErrorStore = (db: Database) => ({
  /**
   * Lists errors in browsers, those of the most visitors first.
   * @param days number of Shanghai days up to today @param release null: of all releases
   */
  async list(days: number, release: string | null, now: number): Promise<ListedPageError[]> {
    const ofRelease = release === null ? sql`` : sql`and properties->>'release' = ${release}`;
    const { rows } = await sql<ListedPageError>`
      select coalesce(properties->>'release', '') as release, coalesce(properties->>'message', '') as message,
        coalesce(properties->>'stack', '') as stack,
        array_agg(distinct coalesce(properties->>'kind', '')) as kinds,
        array_agg(distinct coalesce(properties->>'route', '')) as routes,
        array_agg(distinct coalesce(properties->>'platform_type', '')) as hosts,
        count(*)::int as occurrences, count(distinct distinct_id)::int as visitors, max(event_time) as last_time
      from tracked_event
      where event = 'page_error' and day >= ${toShanghaiDate(now - (days - 1) * DAY)}::date ${ofRelease}
      group by 1, 2, 3 order by visitors desc, occurrences desc, last_time desc limit ${MAX_LISTED_PAGE_ERRORS}`.execute(
      db,
    );
    return rows;
  },
});
