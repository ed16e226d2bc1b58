import type { PaymentWay } from "#contract/payment/payment.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { inTransaction } from "../../database/shared-tables/audit-log.ts";
import type { ChannelRefund, NoticeEvent } from "../channel.ts";
import { openDifference } from "../difference/store.ts";
import { recordNotice } from "../settle/notice-store.ts";
import { findByNumber, lookNow, recordFailure, type ReportedRefund } from "./outcome-store.ts";
import { FAILED_DELAY } from "./rules.ts";
import { completeRefund, type OnRefunded } from "./success-store.ts";

/** Report of a channel that a refund succeeded; its time is missing where the channel does not name one. */
export type SuccessReport = Pick<ChannelRefund, "outTradeNo" | "outRefundNo" | "channelNo"> & {
  readonly refundFen: number;
  readonly refundTime: number | null;
};
/** applied: it ended by this; again: it had ended; difference: it is not ours, or not what we asked for. */
export type AppliedReport = "applied" | "again" | "difference";
/** Parts of the server that reports need; commands have no more. */
export type RefundReportContext = Pick<AppContext, "db" | "clock"> & {
  readonly log: { error(fields: object, message: string): void };
};
type RefundNotice = Exclude<NoticeEvent, { kind: "paid" | "ignored" }>;

/** Compares a report with the refund that we asked for; null: it is that one. */
function faultOf(
  refund: ReportedRefund | null,
  report: Pick<ChannelRefund, "outTradeNo" | "refundFen">,
): string | null {
  if (refund === null) return "unknown refund";
  if (refund.outTradeNo !== report.outTradeNo) return "refund of another payment";
  if (refund.receiptNo !== null) return "refunded by the channel and outside of it";
  if (refund.state === "waiting") return "refund was not asked for";
  return report.refundFen !== null && report.refundFen !== refund.sendFen ? "amount" : null;
}

/** Shows operators a report that is not what we asked for. */
async function differ(
  { clock, log }: RefundReportContext,
  db: Database,
  way: PaymentWay,
  { outRefundNo, refundFen }: Pick<ChannelRefund, "outRefundNo" | "refundFen">,
  refund: ReportedRefund | null,
  details: string,
): Promise<"difference"> {
  const isNew = await openDifference(db, {
    way,
    day: null,
    kind: details === "amount" ? "amount" : "notice",
    number: outRefundNo,
    oursFen: refund && -refund.sendFen,
    theirsFen: refundFen === null ? null : -refundFen,
    details,
    now: new Date(clock.now()),
  });
  if (isNew) log.error({ way, outRefundNo, reason: details }, "payment difference found");
  return "difference";
}

/** Applies a notice that does not name a sum, or that a refund failed. */
async function applyOther(
  context: RefundReportContext,
  on: Database,
  way: PaymentWay,
  kind: RefundNotice["kind"],
  report: ChannelRefund,
): Promise<void> {
  const { clock, log } = context;
  const refund = await findByNumber(on, way, report.outRefundNo);
  const fault = faultOf(refund, report);
  if (fault !== null || refund === null) {
    await differ(context, on, way, report, refund, fault ?? "unknown refund");
    return;
  }
  const now = clock.now();
  // Alipay's notice does not name the sum of this refund: the channel is asked.
  if (kind === "refunded") {
    await lookNow(on, refund.refundId, new Date(now));
    return;
  }
  const event = kind === "refundAbnormal" ? "fail" : "close";
  const due = event === "fail" ? new Date(now + FAILED_DELAY) : null;
  if (await recordFailure(on, refund.refundId, event, due))
    log.error({ way, refundId: refund.refundId, problem: event }, "refund failed, operator needed");
}

/** Applies what the channels report of refunds, by answer, notice or bill: each once, in any order. */
export function createRefundReports(
  context: RefundReportContext,
  { onRefunded, merchantIdOf }: RefundReportPorts,
) {
  const { db, clock } = context;
  /** Applies a success, whose sum has to be the one that we asked for. */
  async function applySuccess(
    way: PaymentWay,
    report: SuccessReport,
    on: Database = db,
  ): Promise<AppliedReport> {
    const refund = await findByNumber(on, way, report.outRefundNo);
    const fault = faultOf(refund, report);
    if (fault !== null || refund === null)
      return differ(context, on, way, report, refund, fault ?? "unknown refund");
    if (refund.state === "success") return "again";
    const now = new Date(clock.now());
    const success = { at: new Date(report.refundTime ?? now), now, channelNo: report.channelNo };
    return (await completeRefund(on, refund, success, onRefunded)) ? "applied" : "again";
  }
  async function applyIn(
    on: Database,
    way: PaymentWay,
    { kind, refund: report, merchantId }: RefundNotice,
  ): Promise<void> {
    if (merchantId !== null && merchantId !== merchantIdOf(way)) {
      await differ(context, on, way, report, null, "another merchant");
      return;
    }
    const { refundFen } = report;
    if (kind === "refunded" && refundFen !== null) await applySuccess(way, { ...report, refundFen }, on);
    else await applyOther(context, on, way, kind, report);
  }
  /**
   * Applies a genuine notice, which is recorded with what it causes; resolves after their commit. A second one changes
   * nothing.
   */
  const applyNotice = (way: PaymentWay, notice: RefundNotice): Promise<void> =>
    inTransaction(db, async (transaction) => {
      await applyIn(transaction, way, notice);
      const { noticeId, kind, refund } = notice;
      const now = new Date(clock.now());
      await recordNotice(transaction, { way, noticeId, outTradeNo: refund.outTradeNo, kind, now });
    });
  return { applySuccess, applyNotice };
}
export type RefundReports = ReturnType<typeof createRefundReports>;
export type RefundReportPorts = {
  readonly onRefunded: OnRefunded;
  /** Our number at a channel; null: there is no such channel. */
  merchantIdOf(way: PaymentWay): string | null;
};
