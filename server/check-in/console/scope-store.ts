import { sql } from "kysely";
import type { GrantScope } from "#contract/console/scope.ts";
import type { FormField } from "#contract/activity/activity.ts";
import type { CancellationColumns } from "../../activity/index.ts";
import type { Database } from "../../database/connection/database.ts";
import { activityInScope, personRowInScope } from "../../database/statements/operator-scope.ts";
import { effectiveDealerId } from "../../signup/index.ts";
import type { CheckInDesk } from "../store.ts";

/**
 * Finds the desk of a guest in scope: the guest's activity, as a link of the whole activity would reach it. Locks the sign-up, so
 * that its dealer cannot change between this decision and the check-in.
 */
export async function findDeskOfGuest(
  transaction: Database,
  scopes: readonly GrantScope[],
  signUpId: string,
): Promise<CheckInDesk | null> {
  const { rows } = await sql<CancellationColumns & { activity_id: string; form: FormField[] }>`
    select u.activity_id, a.form, a.called_off_time, a.called_off_reason
    from signup u join activity a on a.activity_id = u.activity_id
    left join activity_session s on s.activity_id = u.activity_id and s.session_id = u.session_id
    where u.signup_id = ${signUpId} and ${personRowInScope(scopes, "a", effectiveDealerId(sql`u`))}
    for update of u`.execute(transaction);
  const [row] = rows;
  return row ? { ...row, session_id: null, dealer_id: null } : null;
}

/** Title of an activity in scope; null: none. */
export async function findArrivalActivity(
  db: Database,
  scopes: readonly GrantScope[],
  activityId: string,
): Promise<string | null> {
  const { rows } = await sql<{ title: string }>`
    select a.title from activity a where a.activity_id = ${activityId} and ${activityInScope(scopes, "a")}`.execute(
    db,
  );
  return rows[0]?.title ?? null;
}
