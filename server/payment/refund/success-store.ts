import { sql } from "kysely";
import type { PaymentWay } from "#contract/payment/payment.ts";
import type { Database } from "../../database/connection/database.ts";
import { inTransaction } from "../../database/shared-tables/audit-log.ts";
import { lockOrder, moveOrder, tellNews, type LockedOrder } from "../../order/index.ts";
import { refundEntries } from "../ledger/rules.ts";
import { openOrderFen, writeEntries } from "../ledger/store.ts";
import type { RefundCause } from "./request-store.ts";
import { statesWith } from "./rules.ts";

/** A refund whose money is with the person again. */
export type DoneRefund = {
  readonly refundId: string;
  readonly orderId: string;
  readonly cause: RefundCause;
  /** Id of the case, the payment or the order. */
  readonly causeId: string;
  readonly amountFen: number;
  readonly now: Date;
};
/** Word that a refund succeeded: of the channel, or of an operator who paid it back outside of it. */
export type RefundSuccess = {
  /** Time of the channel. */
  readonly at: Date;
  /** Time of the product's clock. */
  readonly now: Date;
  readonly channelNo?: string | null;
  /** Receipt of the operator; the state then has to accept "settle". */
  readonly receiptNo?: string;
};
/** @param db the transaction of the success, with the order's row locked */
export type OnRefunded = (db: Database, refund: DoneRefund) => Promise<void>;

type Row = {
  refund_id: string;
  payment_id: string;
  cause: RefundCause;
  cause_id: string;
  amount_fen: number;
  is_surplus: boolean;
  way: PaymentWay;
};

/** Moves a refund and those that it carries, and frees their sums at the payment. */
async function moveToSuccess(db: Database, refundId: string, success: RefundSuccess): Promise<Row[]> {
  const { at, channelNo = null, receiptNo = null } = success;
  const states = statesWith(receiptNo === null ? "succeed" : "settle");
  const { rows } = await sql<Row>`
    with done as (
      update refund set state = 'success', success_time = ${at}, receipt_no = ${receiptNo}::text, due_time = null,
        leased_until = null, problem = '',
        channel_no = case when refund_id = ${refundId} then coalesce(${channelNo}::text, channel_no) else channel_no end
      where (refund_id = ${refundId} or carried_by = ${refundId}) and state = any(${states}::text[])
      returning refund_id, payment_id, cause, cause_id, amount_fen
    ), sums as (select payment_id, sum(amount_fen)::int as fen from done group by payment_id),
    freed as (
      update payment p set refunding_fen = p.refunding_fen - fen, refunded_fen = p.refunded_fen + fen from sums
      where p.payment_id = sums.payment_id
    )
    select done.*, p.is_surplus, p.way from done join payment p using (payment_id) order by refund_id`.execute(
    db,
  );
  return rows;
}

async function book(
  db: Database,
  { refund_id, payment_id, amount_fen, is_surplus, way }: Row,
  orderId: string,
  { at, receiptNo }: RefundSuccess,
): Promise<void> {
  await writeEntries(db, {
    txnId: `refund ${refund_id}`,
    entries: refundEntries({
      fen: amount_fen,
      isSurplus: is_surplus,
      isOffline: receiptNo !== undefined,
      openFen: is_surplus ? 0 : await openOrderFen(db, orderId),
    }),
    at,
    way,
    orderId,
    paymentId: payment_id,
    refundId: refund_id,
  });
}

/** Adds what was refunded to the order, which is `refunded` when all of its units are. */
async function countRefunded(
  db: Database,
  order: LockedOrder,
  fen: number,
  { now, receiptNo }: RefundSuccess,
): Promise<void> {
  await sql`update mall_order set refunded_fen = refunded_fen + ${fen}::int where order_id = ${order.order_id}`.execute(
    db,
  );
  const isWhole = order.lines.every(({ qty, refunded_qty }) => qty === refunded_qty);
  if (!isWhole || order.state === "refunded" || order.state === "done") return;
  const by = receiptNo === undefined ? "channel" : "operator";
  await moveOrder(db, order, "refund", { by, why: "all units refunded", now });
}

/**
 * Ends a refund and those that it carries as successful: refund, payment, ledger, order, news and the case in one
 * transaction. Again: nothing (requirements MA65, MA90).
 * @param onRefunded told of each refund that ended
 * @returns whether it ended now
 */
export const completeRefund = (
  db: Database,
  { refundId, orderId }: { readonly refundId: string; readonly orderId: string },
  success: RefundSuccess,
  onRefunded: OnRefunded,
): Promise<boolean> =>
  inTransaction(db, async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (!order) throw new Error(`no order ${orderId}`);
    const done = await moveToSuccess(transaction, refundId, success);
    if (done.length === 0) return false;
    for (const row of done) await book(transaction, row, orderId, success);
    const ofOrder = done.filter(({ is_surplus }) => !is_surplus);
    const fen = ofOrder.reduce((sum, { amount_fen }) => sum + amount_fen, 0);
    if (fen > 0) await countRefunded(transaction, order, fen, success);
    const { now } = success;
    await tellNews(transaction, { userId: order.user_id, kind: "refunded", aboutId: orderId, now });
    for (const { refund_id, cause, cause_id, amount_fen } of done)
      await onRefunded(transaction, {
        refundId: refund_id,
        orderId,
        cause,
        causeId: cause_id,
        amountFen: amount_fen,
        now,
      });
    return true;
  });
