import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

/** Versions of what past days are counted of; equal versions: nothing has changed. */
export type FigureVersions = {
  /** Of the days that were counted and their persons. */
  readonly days: string;
  /** Of what scopes and filters read of activities and dealers. */
  readonly activities: string;
};
/** Noted changes beyond which all but the last are forgotten. */
const MAX_NOTED = 100;

/** Reads the versions; in a transaction, before what is counted, which is then never older than they say. */
export async function readFigureVersions(db: Database): Promise<FigureVersions> {
  const { rows } = await sql<{ part: keyof FigureVersions; version: string }>`
    select part, md5(string_agg(version_id::text, ',' order by version_id)) as version from figure_version group by part`.execute(
    db,
  );
  const of = (part: keyof FigureVersions): string => rows.find((row) => row.part === part)?.version ?? "";
  return { days: of("days"), activities: of("activities") };
}

/** Forgets noted changes when they have become many; the last of each kind stays, so that no version comes again. */
export const purgeFigureVersions = (db: Database): Promise<unknown> =>
  sql`delete from figure_version v where (select count(*) from figure_version) > ${MAX_NOTED}::int
    and v.version_id < (select max(w.version_id) from figure_version w where w.part = v.part)`.execute(db);
