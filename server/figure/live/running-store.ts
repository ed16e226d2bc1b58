import { sql } from "kysely";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";
import { activityInScope } from "../../database/statements/operator-scope.ts";

/** Counts what takes place now: sessions, and offline activities without sessions. */
export async function countRunning(db: Database, scopes: readonly GrantScope[], now: Date): Promise<number> {
  const { rows } = await sql<{ running: number }>`
    select count(*)::int as running
    from activity a left join activity_session n on n.activity_id = a.activity_id
    where a.is_published and a.activity_type = 'localoffline' and a.start_time <= ${now} and a.end_time > ${now}
      and coalesce(n.start_time, a.start_time) <= ${now} and coalesce(n.end_time, a.end_time) > ${now}
      and ${activityInScope(scopes, "a")}`.execute(db);
  return rows[0]?.running ?? 0;
}
