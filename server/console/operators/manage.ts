import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../../database/connection/database.ts";
import { requireOperator, type OperatorCaller } from "../../http/console/operator.ts";
import { operatorStore, type LockedOperator } from "./operator-store.ts";

/**
 * Locks an operator's row for a change by another one.
 * @throws Refusal "secondPerson": one's own account (requirement CO15); "notFound"
 */
export async function lockOther(
  transaction: Database,
  caller: OperatorCaller,
  operatorId: string,
): Promise<LockedOperator> {
  if (requireOperator(caller).operatorId === operatorId) throw new Refusal("secondPerson");
  const found = await operatorStore(transaction).lockRow(operatorId);
  if (found === null) throw new Refusal("notFound");
  return found;
}

/**
 * Runs a change that may take away a system administrator.
 * @throws Refusal "lastSysadmin" if none is left who may log in (requirement CO15)
 */
export async function keepSysadmin<T>(transaction: Database, change: () => Promise<T>): Promise<T> {
  const store = operatorStore(transaction);
  const before = await store.lockSysadmins();
  const result = await change();
  if (before > 0 && (await store.countSysadmins()) === 0) throw new Refusal("lastSysadmin");
  return result;
}
