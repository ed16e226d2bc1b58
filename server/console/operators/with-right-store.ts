import { sql } from "kysely";
import type { OperatorRight, OperatorRole } from "#contract/console/rights.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";
import { rightsOfRole } from "../rights.ts";

type OperatorWithGrants = {
  operator_id: string;
  operator_name: string;
  grants: { role: OperatorRole; scope: GrantScope }[];
};
/** An operator with the scopes of one right. */
export type OperatorWithRight = {
  readonly operatorId: string;
  readonly name: string;
  readonly scopes: readonly GrantScope[];
};

/** Lists the operators who are not locked and have a right for lists of rows, by their ids. */
export async function listOperatorsWith(db: Database, right: OperatorRight): Promise<OperatorWithRight[]> {
  const { rows } = await sql<OperatorWithGrants>`
    select o.operator_id, o.operator_name, json_agg(json_build_object('role', g.role, 'scope', g.scope)) as grants
    from operator o join operator_grant g on g.operator_id = o.operator_id
    where o.locked_time is null and o.activated_time is not null
    group by o.operator_id order by o.operator_id`.execute(db);
  return rows.flatMap(({ operator_id, operator_name, grants }) => {
    const scopes = grants.flatMap(({ role, scope }) => (rightsOfRole[role][right] === "list" ? [scope] : []));
    return scopes.length === 0 ? [] : [{ operatorId: operator_id, name: operator_name, scopes }];
  });
}

/**
 * Scopes of one operator for a right as they are now, for work that goes on after the operator has left.
 * @returns null if the operator is locked or gone; none: the right was taken away
 */
export async function scopesOfOperator(
  db: Database,
  operatorId: string,
  right: OperatorRight,
): Promise<GrantScope[] | null> {
  const { rows } = await sql<{ grants: { role: OperatorRole; scope: GrantScope }[] }>`
    select coalesce((select json_agg(json_build_object('role', g.role, 'scope', g.scope)) from operator_grant g
      where g.operator_id = o.operator_id), '[]') as grants
    from operator o where o.operator_id = ${operatorId} and o.locked_time is null`.execute(db);
  const [found] = rows;
  if (!found) return null;
  return found.grants.flatMap(({ role, scope }) => (rightsOfRole[role][right] === "list" ? [scope] : []));
}
