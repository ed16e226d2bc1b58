import type { AfterSaleState } from "#contract/order/order-state.ts";
import { withAuditEntry, type AuditActor } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { mallTimes } from "../mall-times.ts";
import { lockOrder, type LockedOrder } from "../order-store.ts";
import type { PaymentPort } from "../ports.ts";
import { nextCaseState } from "./case-machine.ts";
import { findCase, lockCase, moveCase } from "./case-store.ts";
import { endCase, refundCase } from "./settle.ts";
import type { LockedCase } from "./tables.ts";
import { addReturned, type ReceivedUnit } from "./unit-store.ts";

/** An operator's step; `name` is the operator's, who may not approve the refund too (requirement MA94). */
export type CaseOperator = { readonly by: AuditActor; readonly name: string; readonly now: Date };
/** done: changed; state: the case does not accept the step now, with its state; units: not the units of the case. */
export type CaseOutcome =
  | { readonly outcome: "done"; readonly state: AfterSaleState }
  | { readonly outcome: "state"; readonly state: AfterSaleState }
  | { readonly outcome: "noCase" }
  | { readonly outcome: "units" };
type Payments = Pick<PaymentPort, "requestRefund">;

/** Locks the order of a case, then the case. */
async function lockBoth(
  db: Database,
  caseNo: string,
): Promise<{ readonly order: LockedOrder; readonly found: LockedCase } | null> {
  const known = await findCase(db, { caseNo });
  const order = known && (await lockOrder(db, known.order_id));
  const found = known && order && (await lockCase(db, known.after_sale_id));
  return found ? { order, found } : null;
}

const withEntry = (
  db: Database,
  caseNo: string,
  action: "after-sale.decide" | "after-sale.receive",
  { by, now }: CaseOperator,
  run: (db: Database) => Promise<CaseOutcome>,
): Promise<CaseOutcome> =>
  withAuditEntry(db, run, (result) => {
    if (result.outcome !== "done") return null;
    return { by, action, about: { kind: "after-sale", id: caseNo }, outcome: result.state, now };
  });

/**
 * Decides about a case: a refund is paid back, a return is to be sent back first; a decline has a reason for the person.
 */
export const decideCase = (
  db: Database,
  caseNo: string,
  decision: { readonly isAgreed: true } | { readonly isAgreed: false; readonly reason: string },
  operator: CaseOperator,
  payments: Payments,
): Promise<CaseOutcome> =>
  withEntry(db, caseNo, "after-sale.decide", operator, async (transaction) => {
    const locked = await lockBoth(transaction, caseNo);
    if (!locked) return { outcome: "noCase" };
    const { order, found } = locked;
    const step = { by: "operator", now: operator.now, askedBy: operator.name } as const;
    const event = decision.isAgreed ? (found.kind === "return" ? "agreeReturn" : "agree") : "decline";
    if (nextCaseState(found.state, event) === null) return { outcome: "state", state: found.state };
    if (!decision.isAgreed) {
      const ended = await endCase(transaction, order, found, {
        event: "decline",
        step,
        reason: decision.reason,
      });
      return { outcome: "done", state: ended.state };
    }
    if (event === "agreeReturn") {
      const due_time = new Date(operator.now.getTime() + mallTimes.returnSending);
      const agreed = await moveCase(transaction, found, event, step, { due_time });
      return { outcome: "done", state: agreed.state };
    }
    const refunded = found.units.map(({ line_id, qty, is_shipped }) => ({
      lineId: line_id,
      qty,
      isShipped: is_shipped,
    }));
    const after = await refundCase(transaction, order, found, { refunded, event: "agree", step, payments });
    return { outcome: "done", state: after.state };
  });

/** Whether an inspection fits the units of a case: each of its lines at most once, at least one unit. */
function isInspectionOf(found: LockedCase, units: readonly ReceivedUnit[]): boolean {
  const isFitting = units.every(({ lineId, received, good }) => {
    const unit = found.units.find(({ line_id }) => line_id === lineId);
    return unit !== undefined && received <= unit.qty && good >= 0 && good <= received;
  });
  const isOnce = new Set(units.map(({ lineId }) => lineId)).size === units.length;
  return isFitting && isOnce && units.some(({ received }) => received > 0);
}

/**
 * Receives a return with what its inspection has found (requirement MA71): what came is refunded, what is good goes to
 * stock, the rest is scrapped; units that did not come are free again.
 */
export const receiveCase = (
  db: Database,
  caseNo: string,
  units: readonly ReceivedUnit[],
  operator: CaseOperator,
  payments: Payments,
): Promise<CaseOutcome> =>
  withEntry(db, caseNo, "after-sale.receive", operator, async (transaction) => {
    const locked = await lockBoth(transaction, caseNo);
    if (!locked) return { outcome: "noCase" };
    const { order, found } = locked;
    if (nextCaseState(found.state, "receive") === null) return { outcome: "state", state: found.state };
    if (!isInspectionOf(found, units)) return { outcome: "units" };
    const came = units.filter(({ received }) => received > 0);
    const step = { by: "operator", now: operator.now, askedBy: operator.name } as const;
    const received = await moveCase(transaction, found, "receive", step);
    await addReturned(transaction, found.after_sale_id, came, operator.now);
    const refunded = came.map(({ lineId, received: qty }) => ({ lineId, qty, isShipped: true }));
    const after = await refundCase(transaction, order, received, {
      refunded,
      event: "refund",
      step,
      payments,
    });
    return { outcome: "done", state: after.state };
  });

/**
 * Ends a case whose money is back, in the transaction of the refund's success.
 * @param db with the order's row locked
 * @param refund other causes than "afterSale" have no case
 */
export async function finishCase(
  db: Database,
  { cause, causeId, now }: { readonly cause: string; readonly causeId: string; readonly now: Date },
): Promise<void> {
  if (cause !== "afterSale") return;
  const found = await lockCase(db, causeId);
  if (found && nextCaseState(found.state, "finish") !== null)
    await moveCase(db, found, "finish", { by: "channel", now });
}
