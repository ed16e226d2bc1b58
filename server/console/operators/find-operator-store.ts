import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import type { Operator } from "../../http/console/operator.ts";
import { toOperatorGrant } from "../session/authenticator.ts";
import type { StoredGrant } from "../session/store.ts";

/**
 * Finds an operator with the grants of now, for work that goes on after their request.
 * @returns null: removed, locked, or not activated yet
 */
export async function findOperator(db: Database, operatorId: string): Promise<Operator | null> {
  const { rows } = await sql<{ operator_id: string; operator_name: string; grants: StoredGrant[] }>`
    select o.operator_id, o.operator_name, coalesce((
      select jsonb_agg(jsonb_build_object('role', g.role, 'scope', g.scope) order by g.grant_id)
      from operator_grant g where g.operator_id = o.operator_id), '[]'::jsonb) as grants
    from operator o where o.operator_id = ${operatorId} and o.locked_time is null`.execute(db);
  const [found] = rows;
  if (found === undefined) return null;
  return {
    operatorId: found.operator_id,
    name: found.operator_name,
    sessionId: "",
    stepUpUntil: 0,
    grants: found.grants.map(toOperatorGrant),
  };
}
