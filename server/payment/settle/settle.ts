import type { PaymentWay } from "#contract/payment/payment.ts";
import type { AppContext } from "../../core/app-context.ts";
import { runForEverybody } from "../../core/caller-network.ts";
import { BatchWriter } from "../../database/batching/batch-writer.ts";
import type { Database } from "../../database/connection/database.ts";
import { lockOrder, markPaid, type LockedOrder } from "../../order/index.ts";
import type { PaidTrade } from "../channel.ts";
import type { PaymentChannels } from "../channels.ts";
import { openDifference } from "../difference/store.ts";
import { paidEntries } from "../ledger/rules.ts";
import { writeEntries } from "../ledger/store.ts";
import type { Refunds } from "../refund/index.ts";
import type { PaymentRow } from "../tables.ts";
import { settleGroup, type GroupOutcome, type TradeReport } from "./group.ts";
import { recordNotice } from "./notice-store.ts";
import { tradeFault } from "./rules.ts";
import { findOrderOfTrade, lockPayment, markPaymentPaid } from "./store.ts";

/**
 * paid: the order is paid now; surplus: the order was paid or cancelled already, and the money goes back; again: the payment
 * was settled before; difference: it is not what we began, nothing is sold for it, and operators see it.
 */
type PaymentOutcome = "paid" | "surplus" | "again" | "difference";
/**
 * Settles a payment that a channel reports, by notice, query or bill: payment, order, ledger and refunds in one transaction,
 * in which the order is locked first (requirements MA46, MA47, MA52, MA54, MA55).
 * @param noticeId of the notice that reports it
 */
export type Settle = (way: PaymentWay, trade: PaidTrade, noticeId?: string) => Promise<PaymentOutcome>;

type Settled = { readonly outcome: PaymentOutcome; readonly newDifference: string | null };
type Dependencies = {
  readonly channels: Pick<PaymentChannels, "of">;
  readonly refunds: Pick<Refunds, "request">;
};
const isUnpaid = ({ state }: LockedOrder): boolean => state === "pending" || state === "closing";

/** Books a payment of a locked order: the order is paid by it, or it is a surplus. */
async function book(
  db: Database,
  order: LockedOrder,
  payment: PaymentRow,
  trade: PaidTrade,
  now: Date,
  refunds: Pick<Refunds, "request">,
): Promise<"paid" | "surplus"> {
  const isSurplus = !isUnpaid(order);
  const { order_id: orderId } = order;
  const { payment_id: paymentId, way } = payment;
  await markPaymentPaid(db, payment, trade, { isSurplus, now });
  await writeEntries(db, {
    txnId: `paid ${paymentId}`,
    entries: paidEntries(trade.amountFen, isSurplus),
    at: new Date(trade.paidTime),
    way,
    orderId,
    paymentId,
  });
  const refund = { orderId, paymentId, now };
  if (isSurplus) {
    const amountFen = trade.amountFen;
    await refunds.request(db, { ...refund, amountFen, cause: "surplus", causeId: paymentId });
    return "surplus";
  }
  const { refundFen } = await markPaid(db, order, { paidFen: trade.amountFen, by: "channel", now });
  if (refundFen > 0)
    await refunds.request(db, { ...refund, amountFen: refundFen, cause: "closed", causeId: orderId });
  return "paid";
}

/** Creates the function that settles payments, each in a transaction of its own. */
export function createSettleAlone(
  { db, clock, log }: AppContext,
  { channels, refunds }: Dependencies,
): Settle {
  async function settleIn(
    transaction: Database,
    way: PaymentWay,
    trade: PaidTrade,
    noticeId: string | undefined,
  ): Promise<Settled> {
    const now = new Date(clock.now());
    const { outTradeNo } = trade;
    const orderId = await findOrderOfTrade(transaction, way, outTradeNo);
    const order = orderId === null ? null : await lockOrder(transaction, orderId);
    const payment = order && (await lockPayment(transaction, outTradeNo));
    if (noticeId !== undefined)
      await recordNotice(transaction, { way, noticeId, outTradeNo, kind: "paid", now });
    const fault = payment
      ? tradeFault(payment, trade, channels.of(way)?.merchantId ?? "")
      : { kind: "notice" as const, details: "unknown number" };
    if (fault) {
      const isNew = await openDifference(transaction, {
        way,
        day: null,
        kind: fault.kind,
        number: outTradeNo,
        oursFen: payment?.amount_fen ?? null,
        theirsFen: trade.amountFen,
        details: fault.details,
        now,
      });
      return { outcome: "difference", newDifference: isNew ? fault.details : null };
    }
    if (!order || !payment || payment.state === "paid") return { outcome: "again", newDifference: null };
    const outcome = await book(transaction, order, payment, trade, now, refunds);
    return { outcome, newDifference: null };
  }
  return async (way, trade, noticeId) => {
    const { outcome, newDifference } = await db
      .transaction()
      .execute((transaction) => settleIn(transaction, way, trade, noticeId));
    if (newDifference !== null)
      log.error({ way, outTradeNo: trade.outTradeNo, reason: newDifference }, "payment difference found");
    if (outcome === "surplus") log.warn({ way, outTradeNo: trade.outTradeNo }, "surplus payment refunded");
    return outcome;
  };
}

/** Key of all groups of a process. */
const GROUP = "trades";

/**
 * Creates the function that settles payments: those that arrive at once share a transaction, so that a rush of notices does
 * not wait for a commit each (requirement MA104). Whatever is more than the payment of an order that waits for it is
 * settled alone.
 */
export function createSettle(context: AppContext, dependencies: Dependencies): Settle {
  const { db, clock } = context;
  const settleAlone = createSettleAlone(context, dependencies);
  const groups = new BatchWriter<TradeReport, GroupOutcome>((_key, reports) => {
    const at = { channels: dependencies.channels, now: new Date(clock.now()) };
    return db.transaction().execute((transaction) => settleGroup(transaction, reports, at));
  });
  return async (way, trade, noticeId) => {
    // Notices all come from the channels' few networks, whose share of a queue they would use up.
    const outcome = await runForEverybody(() => groups.add(GROUP, { way, trade, noticeId }));
    return outcome === "alone" ? settleAlone(way, trade, noticeId) : outcome;
  };
}
