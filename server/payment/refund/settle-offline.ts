import type { AppContext } from "../../core/app-context.ts";
import { withAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { ChannelForged, ChannelSilent } from "../channel.ts";
import type { PaymentChannels } from "../channels.ts";
import type { RefundReports } from "./apply.ts";
import type { LeasedRefund } from "./lease-store.ts";
import { refundAuditEntry, type MallOperator } from "./operator-audit.ts";
import { endLease, leaseToSettle } from "./operator-store.ts";
import { completeRefund, type OnRefunded } from "./success-store.ts";

/**
 * done: settled; refunded, processing: the channel does it after all; silent: the channel does not say whether it did;
 * state: another process has ended it meanwhile.
 */
export type SettledOffline = "done" | "refunded" | "processing" | "silent" | "state";
const RECEIPT = /^[\w-]{4,64}$/;

/**
 * Creates the function that ends a refund which an operator paid back outside the channel. The channel is asked first, so
 * that nobody is paid twice.
 */
export function offlineSettlement(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  channels: Pick<PaymentChannels, "of">,
  reports: RefundReports,
  onRefunded: OnRefunded,
) {
  const now = (): Date => new Date(clock.now());
  /** State of a refund at its channel, as far as settling it depends on it. */
  async function askChannel(
    refund: LeasedRefund,
  ): Promise<"open" | Exclude<SettledOffline, "done" | "state">> {
    const channel = channels.of(refund.way);
    // Without the channel nobody can ask any more: the operator's word counts.
    if (channel === null) return "open";
    try {
      const answer = await channel.queryRefund(refund);
      if (answer.state === "success") {
        const { refundFen, ...report } = answer.refund;
        await reports.applySuccess(refund.way, { ...report, refundFen: refundFen ?? refund.sendFen });
        return "refunded";
      }
      if (answer.state === "processing") return "processing";
      return answer.state === "refused" ? "silent" : "open";
    } catch (error) {
      if (error instanceof ChannelSilent || error instanceof ChannelForged) return "silent";
      throw error;
    }
  }
  async function settle(leased: LeasedRefund, receiptNo: string, by: MallOperator): Promise<SettledOffline> {
    const answer = await askChannel(leased);
    if (answer !== "open") return answer;
    const at = now();
    const success = { at, now: at, receiptNo };
    const isDone = await withAuditEntry(
      db,
      (transaction) => completeRefund(transaction, leased, success, onRefunded),
      (isSettled) => (isSettled ? refundAuditEntry(by, "refund.settle", leased.refundId, at) : null),
    );
    return isDone ? "done" : "state";
  }
  /**
   * @param receiptNo of the payment outside, 4 to 64 letters, digits, - and _
   * @returns null if the refund cannot be settled now, or there is none
   * @throws RangeError for another receipt
   */
  return async (refundId: string, receiptNo: string, by: MallOperator): Promise<SettledOffline | null> => {
    if (!RECEIPT.test(receiptNo)) throw new RangeError("a receipt has 4 to 64 letters, digits, - and _");
    const leased = await leaseToSettle(db, refundId, now());
    if (!leased) return null;
    try {
      return await settle(leased, receiptNo, by);
    } finally {
      await endLease(db, leased);
    }
  };
}
