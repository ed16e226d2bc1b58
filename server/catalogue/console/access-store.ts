import { sql } from "kysely";
import type { OperatorRight } from "#contract/console/rights.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../../database/connection/database.ts";
import { activityInScope, ownActivityInScope } from "../../database/statements/operator-scope.ts";
import {
  requireOperator,
  requireScopes,
  scopesOf,
  type OperatorCaller,
} from "../../http/console/operator.ts";
import { consoleActivityMessages } from "./messages.ts";

/** The refusal for an activity that does not exist or is out of scope, which look alike. */
export const activityUnknown = (): Refusal =>
  new Refusal("notFound", { message: consoleActivityMessages.unknownActivity });

/** @throws Refusal "notFound" unless the caller may read the activity */
export async function requireReadable(
  db: Database,
  caller: OperatorCaller,
  activityId: string,
): Promise<void> {
  const { rows } = await sql`select from activity a where a.activity_id = ${activityId}
    and ${activityInScope(requireScopes(caller, "activity.read"), "a")}`.execute(db);
  if (rows.length === 0) throw activityUnknown();
}

/** Whether an activity exists and may be written within scopes. */
export async function isOwnActivity(
  db: Database,
  scopes: readonly GrantScope[],
  activityId: string,
): Promise<boolean> {
  const { rows } = await sql`select from activity a where a.activity_id = ${activityId}
    and ${ownActivityInScope(scopes, "a")}`.execute(db);
  return rows.length > 0;
}

/** @throws Refusal "notFound" unless the activity is the caller's own for a right */
export async function requireOwn(
  db: Database,
  caller: OperatorCaller,
  activityId: string,
  right: OperatorRight,
): Promise<void> {
  if (!(await isOwnActivity(db, requireScopes(caller, right), activityId))) throw activityUnknown();
}

/**
 * Checks after a write that an activity is still the caller's own, so that nobody gives one to a sponsor outside of their
 * scope.
 * @throws Refusal "invalid" at the sponsor
 */
export async function requireStillOwn(
  db: Database,
  caller: OperatorCaller,
  activityId: string,
  right: OperatorRight,
): Promise<void> {
  if (!(await isOwnActivity(db, requireScopes(caller, right), activityId)))
    throw new Refusal("invalid", { fields: { sponsorLevel1: consoleActivityMessages.sponsor } });
}

export type ActivityAbilities = { can_write: boolean; can_publish: boolean; can_call_off: boolean };
/** Acts on an activity that the caller's grants allow. */
export async function abilitiesFor(
  db: Database,
  caller: OperatorCaller,
  activityId: string,
): Promise<ActivityAbilities> {
  const own = (right: OperatorRight) => ownActivityInScope(scopesOf(requireOperator(caller), right), "a");
  const { rows } = await sql<ActivityAbilities>`
    select ${own("activity.write")} as can_write, ${own("activity.publish")} as can_publish,
      ${own("activity.callOff")} as can_call_off
    from activity a where a.activity_id = ${activityId}`.execute(db);
  return rows[0] ?? { can_write: false, can_publish: false, can_call_off: false };
}
