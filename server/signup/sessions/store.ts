import type { Database } from "../../database/connection/database.ts";
import type { SessionRow, SignUpTables } from "../tables.ts";

/**
 * Lists the sessions of an activity that have not begun, in order of time.
 * @param dealerId with it: only the sessions of this dealer and those of no dealer
 */
export function listUpcomingSessions(
  db: Database,
  activityId: string,
  dealerId: string | undefined,
  now: Date,
): Promise<SessionRow[]> {
  let query = db
    .withTables<SignUpTables>()
    .selectFrom("activity_session")
    .selectAll()
    .where("activity_id", "=", activityId)
    .where("start_time", ">", now);
  if (dealerId !== undefined)
    query = query.where((where) =>
      where.or([where("dealer_id", "=", dealerId), where("dealer_id", "is", null)]),
    );
  return query.orderBy("start_time").orderBy("session_id").execute();
}
