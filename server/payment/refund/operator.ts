import type { AppContext } from "../../core/app-context.ts";
import { withAuditEntry } from "../../database/shared-tables/audit-log.ts";
import type { PaymentChannels } from "../channels.ts";
import type { RefundReports } from "./apply.ts";
import { approve, findRefundEntry, listOpenRefunds, makeDue, type RefundEntry } from "./operator-store.ts";
import { refundAuditEntry, type MallOperator } from "./operator-audit.ts";
import { refundReviews, refundStateOf } from "./review.ts";
import { offlineSettlement, type SettledOffline } from "./settle-offline.ts";
import type { OnRefunded } from "./success-store.ts";

/** ownRequest: the operator asked for it; state: it is not in a state for that, or a process works on it now. */
export type OperatorOutcome = "done" | "notFound" | "ownRequest" | "state";
export type SettleOutcome = OperatorOutcome | SettledOffline;

/** Most refunds of a list. */
const MOST_LISTED = 200;

/** Creates what operators do with refunds; each action has its audit entry (requirements MA68, MA94). */
export function refundDesk(
  context: Pick<AppContext, "db" | "clock">,
  channels: Pick<PaymentChannels, "of">,
  reports: RefundReports,
  onRefunded: OnRefunded,
) {
  const { db, clock } = context;
  const now = (): Date => new Date(clock.now());
  const settleOffline = offlineSettlement(context, channels, reports, onRefunded);
  const stateOf = refundStateOf(db);
  return {
    ...refundReviews(context),
    /** Refunds that wait for an operator, the oldest first. */
    listOpen: (): Promise<RefundEntry[]> => listOpenRefunds(db, MOST_LISTED),
    find: (refundId: string): Promise<RefundEntry | null> => findRefundEntry(db, refundId),
    /** Approves a refund as the second operator, never as the one who asked for it. */
    async approve(refundId: string, by: MallOperator): Promise<OperatorOutcome> {
      const at = now();
      const isDone = await withAuditEntry(
        db,
        (transaction) => approve(transaction, refundId, { by: by.id, now: at }),
        (isApproved) => (isApproved ? refundAuditEntry(by, "refund.approve", refundId, at) : null),
      );
      return isDone ? "done" : stateOf(refundId, by);
    },
    /** Asks the channel again at once, under the same number. */
    async retry(refundId: string, by: MallOperator): Promise<OperatorOutcome> {
      const at = now();
      const isDone = await withAuditEntry(
        db,
        (transaction) => makeDue(transaction, refundId, at),
        (isDue) => (isDue ? refundAuditEntry(by, "refund.retry", refundId, at) : null),
      );
      return isDone ? "done" : stateOf(refundId, by);
    },
    async settleOffline(refundId: string, receiptNo: string, by: MallOperator): Promise<SettleOutcome> {
      return (await settleOffline(refundId, receiptNo, by)) ?? stateOf(refundId, by);
    },
  };
}
export type RefundDesk = ReturnType<typeof refundDesk>;
