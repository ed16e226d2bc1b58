import { sql } from "kysely";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";
import { activityInScope } from "../../database/statements/operator-scope.ts";

/** A session to which guests are moved. */
export type TargetSession = {
  readonly activityId: string;
  readonly sessionId: string;
  readonly hasBegun: boolean;
};
/** Finds a session of an activity in scope; null: none. */
export async function findTargetSession(
  db: Database,
  scopes: readonly GrantScope[],
  { activityId, sessionId }: { readonly activityId: string; readonly sessionId: string },
  now: Date,
): Promise<TargetSession | null> {
  const { rows } = await sql<{ has_begun: boolean }>`
    select s.start_time <= ${now} as has_begun
    from activity_session s join activity a on a.activity_id = s.activity_id
    where s.activity_id = ${activityId} and s.session_id = ${sessionId} and ${activityInScope(scopes, "a")}`.execute(
    db,
  );
  const [row] = rows;
  return row ? { activityId, sessionId, hasBegun: row.has_begun } : null;
}
