import { showRightsMatrix } from "#contract/console/operators.ts";
import {
  operatorRightNames,
  operatorRoleNames,
  operatorRoles,
  type OperatorRole,
  type RightReach,
} from "#contract/console/rights.ts";
import type { AppContext } from "../../core/app-context.ts";
import { hasRight, requireOperator } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { rightsOfRole } from "../rights.ts";
import { operatorStore } from "./operator-store.ts";

/** Reach of each right by role, as the server applies it (requirement CO14). */
const rightsMatrix = () =>
  operatorRightNames.map((right) => ({
    right,
    reaches: Object.fromEntries(
      operatorRoleNames.flatMap((role) => {
        const reach = rightsOfRole[role][right];
        return reach === undefined ? [] : [[role, reach]];
      }),
    ) as Partial<Record<OperatorRole, RightReach>>,
  }));

/** Registers 权限矩阵: the table for everybody, and who holds which role for those who may see operators. */
export function registerRightsMatrix({ db, clock }: AppContext, calls: OperatorRouter): void {
  calls.on(showRightsMatrix, async (_args, caller) => {
    const maySeeHolders = hasRight(requireOperator(caller), "operator.read");
    const operators = maySeeHolders
      ? await readForOperator(db, (transaction) => operatorStore(transaction).list(new Date(clock.now())))
      : null;
    return {
      roles: operatorRoleNames.map((role) => ({ role, name: operatorRoles[role] })),
      rights: rightsMatrix(),
      holders:
        operators
          ?.filter(({ is_locked }) => !is_locked)
          .map((row) => ({ operatorId: row.operator_id, name: row.operator_name, grants: row.grants })) ??
        null,
    };
  });
}
