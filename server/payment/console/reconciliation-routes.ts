import {
  listDifferences,
  refetchBill,
  resolveDifference,
  showReconciliation,
  type DifferenceRow,
  type ReconciliationDay,
} from "#contract/console/mall/reconciliation.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { trimmed } from "#contract/core/text.ts";
import type { AppContext } from "../../core/app-context.ts";
import {
  operatorAuditActor,
  requireOperator,
  requireScopes,
  type OperatorCaller,
} from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import type { DifferenceDesk } from "../reconciliation/desk.ts";
import { consolePaymentMessages as messages } from "./messages.ts";
import type { PaymentConsolePorts } from "./ports.ts";
import {
  findDifferenceState,
  listDayDifferences,
  listMonth,
  listOtherDifferences,
  sumOpenDifferences,
  type ConsoleDayRow,
  type ConsoleDifferenceRow,
} from "./reconciliation-store.ts";

/** The books are the maker's as a whole: a grant of regions or dealers has no part of them. */
const mayReconcile = (caller: OperatorCaller): boolean =>
  requireScopes(caller, "mall.reconcile").some(
    ({ dealers, sponsorLevel2 }) => dealers === "*" && sponsorLevel2 === "*",
  );

function stateOfDay({ state, differences }: ConsoleDayRow): ReconciliationDay["state"] {
  if (state === "waiting" || state === "read") return "waiting";
  if (state === "open") return "open";
  return differences > 0 ? "resolved" : "clean";
}
const presentDay = (row: ConsoleDayRow): ReconciliationDay => ({
  way: row.way,
  day: row.day,
  state: stateOfDay(row),
  problem: row.problem,
  ours: { count: row.ours_count, fen: row.ours_fen },
  bill: {
    count: row.bill_count,
    paidFen: row.paid_fen,
    refundedFen: row.refunded_fen,
    feeFen: row.fee_fen,
    fen: row.paid_fen - row.refunded_fen,
  },
  open: row.open,
  differences: row.differences,
});
const presentDifference =
  (names: ReadonlyMap<string, string>) =>
  (row: ConsoleDifferenceRow): DifferenceRow => ({
    differenceId: row.difference_id,
    way: row.way,
    day: row.day,
    kind: row.kind,
    number: row.number,
    order:
      row.order_id !== null && row.order_no !== null
        ? { orderId: row.order_id, orderNo: row.order_no }
        : null,
    oursFen: row.ours_fen,
    theirsFen: row.theirs_fen,
    state: row.state,
    resolvedBy: row.resolved_by && (names.get(row.resolved_by) ?? row.resolved_by),
    resolvedReason: row.resolved_reason,
    createdTime: toShanghaiIso(row.created_time),
  });

/** Registers the console's calls about the channels' bills (requirements CO77, MA91–MA93). */
export function reconciliationCalls(
  { db }: AppContext,
  calls: OperatorRouter,
  desk: DifferenceDesk,
  ports: PaymentConsolePorts,
): void {
  const presentAll = async (rows: readonly ConsoleDifferenceRow[]): Promise<DifferenceRow[]> => {
    const names = await ports.operatorNames(rows.flatMap(({ resolved_by }) => resolved_by ?? []));
    return rows.map(presentDifference(names));
  };
  calls.on(showReconciliation, async ({ month }, caller) => {
    if (!mayReconcile(caller)) return { days: [], open: { count: 0, sumFen: 0 }, others: [] };
    const { days, open, others } = await readForOperator(db, async (reading) => ({
      days: await listMonth(reading, month),
      open: await sumOpenDifferences(reading),
      others: await listOtherDifferences(reading),
    }));
    return { days: days.map(presentDay), open, others: await presentAll(others) };
  });
  calls.on(listDifferences, async (which, caller) => {
    if (!mayReconcile(caller)) return { differences: [] };
    return { differences: await presentAll(await listDayDifferences(db, which)) };
  });
  calls.on(refetchBill, async ({ way, day }, caller) => {
    if (!mayReconcile(caller) || !(await desk.refetch(way, day, operatorAuditActor(caller))))
      throw new Refusal("notFound", { message: messages.unknownDay });
    return {};
  });
  calls.on(resolveDifference, async ({ differenceId, reason }, caller) => {
    const by = { id: requireOperator(caller).operatorId, host: "console" };
    if (!mayReconcile(caller) || (await findDifferenceState(db, differenceId)) === null)
      throw new Refusal("notFound", { message: messages.unknownDifference });
    if (!(await desk.resolve(differenceId, by, trimmed(reason))))
      throw new Refusal("stateChanged", { message: messages.resolved });
    return {};
  });
}
