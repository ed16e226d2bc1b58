import { sql } from "kysely";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";
import { activityInScope } from "../../database/statements/operator-scope.ts";
import { listWaitingRows, type ConsoleGuestRow } from "./guest-list-store.ts";

type WaitlistActivity = { is_published: boolean; called_off_time: Date | null };
/** Finds an activity in scope; null: none. */
export async function findWaitlistActivity(
  db: Database,
  scopes: readonly GrantScope[],
  activityId: string,
): Promise<WaitlistActivity | null> {
  const { rows } = await sql<WaitlistActivity>`
    select a.is_published, a.called_off_time from activity a
    where a.activity_id = ${activityId} and ${activityInScope(scopes, "a")}`.execute(db);
  return rows[0] ?? null;
}

/** Entries that a waitlist shows at most. */
const MAX_ENTRIES = 500;
/** The waitlist of an activity in its order, reserved seats first. */
export const listWaitlistRows = (
  db: Database,
  scopes: readonly GrantScope[],
  activityId: string,
  now: Date,
): Promise<ConsoleGuestRow[]> => listWaitingRows(db, scopes, activityId, { now, limit: MAX_ENTRIES });
