import type { PaymentWay } from "#contract/payment/payment.ts";
import type { Database } from "../../database/connection/database.ts";
import { isPaidInGroup, markGroupPaid } from "../../order/index.ts";
import type { PaidTrade } from "../channel.ts";
import type { PaymentChannels } from "../channels.ts";
import { paidEntries } from "../ledger/rules.ts";
import { writeTransactions } from "../ledger/store.ts";
import {
  lockFreeTrades,
  markPaymentsPaid,
  recordNotices,
  type LockedTrade,
  type PaidPayment,
} from "./group-store.ts";
import { tradeFault } from "./rules.ts";

/** A report of a channel about a payment; `noticeId`: of the notice that reports it. */
export type TradeReport = {
  readonly way: PaymentWay;
  readonly trade: PaidTrade;
  readonly noticeId: string | undefined;
};
/** alone: nothing was done, the report has to be settled in a transaction of its own. */
export type GroupOutcome = "paid" | "again" | "alone";

/**
 * Judges the reports of a group, in their order. Everything but the payment of an order that waits for it, and its
 * repetition, is settled alone: differences, surpluses, orders that are being closed, and those that others have locked.
 */
function judge(
  reports: readonly TradeReport[],
  locked: readonly LockedTrade[],
  merchantIdOf: (way: PaymentWay) => string,
): { readonly outcomes: GroupOutcome[]; readonly paid: PaidPayment[] } {
  const known = new Map(locked.map((row) => [row.out_trade_no, row]));
  const paid = new Map<string, PaidPayment>();
  const judgeOne = ({ way, trade }: TradeReport): GroupOutcome => {
    const row = known.get(trade.outTradeNo);
    if (row?.way !== way || tradeFault(row, trade, merchantIdOf(way)) !== null) return "alone";
    const first = paid.get(row.order_id);
    if (row.payment_state === "paid" || first?.locked === row) return "again";
    if (first !== undefined || !isPaidInGroup(row)) return "alone";
    paid.set(row.order_id, { locked: row, trade });
    return "paid";
  };
  return { outcomes: reports.map(judgeOne), paid: [...paid.values()] };
}

/** Books the payments of a group: orders, payments and ledger. */
async function book(db: Database, paid: readonly PaidPayment[], now: Date): Promise<void> {
  await markGroupPaid(
    db,
    paid.map(({ locked, trade }) => ({ order: locked, paidFen: trade.amountFen })),
    now,
  );
  await markPaymentsPaid(db, paid, now);
  await writeTransactions(
    db,
    paid.map(({ locked, trade }) => ({
      txnId: `paid ${locked.payment_id}`,
      entries: paidEntries(trade.amountFen, false),
      at: new Date(trade.paidTime),
      way: locked.way,
      orderId: locked.order_id,
      paymentId: locked.payment_id,
    })),
  );
}

/**
 * Settles reports in one transaction, as `Settle` does each: orders and payments are locked first, and every report is
 * booked with its notice (requirements MA46, MA104).
 * @param db a transaction
 * @returns outcomes in the order of the reports
 */
export async function settleGroup(
  db: Database,
  reports: readonly TradeReport[],
  { channels, now }: { readonly channels: Pick<PaymentChannels, "of">; readonly now: Date },
): Promise<GroupOutcome[]> {
  const numbers = [...new Set(reports.map(({ trade }) => trade.outTradeNo))];
  const locked = await lockFreeTrades(db, numbers);
  const { outcomes, paid } = judge(reports, locked, (way) => channels.of(way)?.merchantId ?? "");
  const notices = reports.flatMap(({ way, trade, noticeId }, at) =>
    noticeId === undefined || outcomes[at] === "alone"
      ? []
      : [{ way, noticeId, outTradeNo: trade.outTradeNo }],
  );
  if (notices.length > 0) await recordNotices(db, notices, now);
  if (paid.length > 0) await book(db, paid, now);
  return outcomes;
}
