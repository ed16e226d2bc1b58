import {
  listDifferences,
  refetchBill,
  resolveDifference,
  showReconciliation,
  type DifferenceRow,
  type ReconciliationMonth,
  type ReconciliationDay,
} from "#contract/console/mall/reconciliation.ts";
import { send } from "../../shell/index.ts";

export type DayKey = Pick<ReconciliationDay, "way" | "day">;
export const loadMonth = (month: string): Promise<ReconciliationMonth> => send(showReconciliation, { month });
export const loadDifferences = async ({ way, day }: DayKey): Promise<readonly DifferenceRow[]> =>
  (await send(listDifferences, { way, day })).differences;
export const refetch = async ({ way, day }: DayKey): Promise<void> =>
  void (await send(refetchBill, { way, day }));
export const resolveWithReason = async (differenceId: string, reason: string): Promise<void> =>
  void (await send(resolveDifference, { differenceId, reason }));

/** Keys of this area's queries in the cache. */
export const reconciliationKeys = {
  month: showReconciliation.name,
  differences: ({ way, day }: DayKey) => [listDifferences.name, way, day],
};
