import { everyScope } from "#contract/console/scope.ts";
import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../database/connection/database.ts";
import { commandLineActor, inTransaction, writeAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { inviteStore } from "./invite-store.ts";
import { operatorStore } from "./operator-store.ts";

/**
 * Invites the first operator, a system administrator who then invites the others (requirement CO18).
 * @returns the path of the invitation below the origin; null: there are operators already
 */
export const addFirstOperator = (
  db: Database,
  clock: Pick<Clock, "now">,
  { login, name }: { readonly login: string; readonly name: string },
): Promise<string | null> =>
  inTransaction(db, async (transaction) => {
    const operators = operatorStore(transaction);
    if (!(await operators.isEmpty())) return null;
    const now = new Date(clock.now());
    const operatorId = await operators.add({ login, name, directoryKey: null, isActivated: false, now });
    if (operatorId === null) return null;
    // Alone, the first operator could do nothing else: another role is given by a second administrator.
    const grants = [{ role: "sysadmin" as const, scope: everyScope }];
    await operators.setGrants(operatorId, "hand", grants, { by: null, now });
    const { token } = await inviteStore(transaction).add(operatorId, clock.now());
    await writeAuditEntry(transaction, {
      by: commandLineActor,
      action: "operator.first",
      about: { kind: "operator", id: operatorId },
      outcome: "done",
      now,
    });
    return `/console/invitation#${token}`;
  });
