import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

export type ConsoleSeriesRow = {
  series_code: string;
  name: string;
  image_url: string;
  is_hidden: boolean;
  revision: number;
  changed_time: Date | null;
  activities: number;
};

/** All series in their order, with the number of published activities that have not ended. */
export async function listSeriesRows(db: Database, now: Date): Promise<ConsoleSeriesRow[]> {
  const { rows } = await sql<ConsoleSeriesRow>`
    select s.series_code, s.name, s.image_url, s.is_hidden, s.revision, s.changed_time,
      (select count(*)::int from activity a where a.is_published and a.end_time > ${now}
        and s.series_code = any(a.series_codes)) as activities
    from series s order by s.position, s.series_code`.execute(db);
  return rows;
}
