import type { PaymentWay } from "#contract/payment/payment.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import type { NoticeEvent } from "../channel.ts";
import type { PaymentChannels } from "../channels.ts";
import { createRefundReports, type RefundReports } from "./apply.ts";
import { refundDesk, type RefundDesk } from "./operator.ts";
import { requestRefund, type NewRefund, type RequestedRefund } from "./request-store.ts";
import type { OnRefunded } from "./success-store.ts";
import { refundWorker } from "./worker.ts";

export type { RefundReports } from "./apply.ts";
export type { MallOperator } from "./operator-audit.ts";
export type { NewRefund } from "./request-store.ts";
export type { DoneRefund, OnRefunded } from "./success-store.ts";

export type Refunds = {
  /** Writes a refund in the transaction that causes it, with the order's row locked (requirement MA65). */
  request(db: Database, refund: NewRefund): Promise<RequestedRefund>;
  /** Applies the genuine notice of a refund; resolves after its commit. */
  applyRefundEvent(way: PaymentWay, event: Exclude<NoticeEvent, { kind: "paid" | "ignored" }>): Promise<void>;
  readonly reports: RefundReports;
  readonly desk: RefundDesk;
  /** Asks the channels for refunds that are due; also runs every few seconds. */
  work(): Promise<void>;
  close(): void;
};

/** Interval between looks at the refunds that are due, ms. */
const REFUND_INTERVAL = 5_000;

/**
 * Creates the refunds of payments (requirements MA65–MA68, MA94).
 * @param onRefunded told of each refund that ended, in its transaction
 */
export function createRefunds(
  context: AppContext,
  channels: Pick<PaymentChannels, "of">,
  onRefunded: OnRefunded = () => Promise.resolve(),
): Refunds {
  const merchantIdOf = (way: PaymentWay): string | null => channels.of(way)?.merchantId ?? null;
  const reports = createRefundReports(context, { onRefunded, merchantIdOf });
  const work = refundWorker(context, channels, reports);
  const working = context.tasks.schedule("payment.refunds", REFUND_INTERVAL, work);
  return {
    request: (db, refund) => requestRefund(db, refund, context.config.secondEyesFen),
    applyRefundEvent: reports.applyNotice,
    reports,
    desk: refundDesk(context, channels, reports, onRefunded),
    work,
    close: () => working.stop(),
  };
}
