import { sql } from "kysely";
import type { PaymentWay } from "#contract/payment/payment.ts";
import type { Database } from "../../database/connection/database.ts";
import { LAST_WAITS, MOST_REFUNDS, REFUND_LEASE, REFUNDS_APART } from "./rules.ts";

/** A refund that this process works on alone until its lease ends. */
export type LeasedRefund = {
  readonly refundId: string;
  readonly outRefundNo: string;
  readonly outTradeNo: string;
  readonly orderId: string;
  readonly way: PaymentWay;
  /** Requests so far with this one; a write of another number has been overtaken. */
  readonly tries: number;
  /** Sum to ask for under this number, fen; it never changes. */
  readonly sendFen: number;
  /** Sum of the whole payment, fen. */
  readonly totalFen: number;
  /** Whether the channel cannot know of it: this is the first request. */
  readonly isFirst: boolean;
  /** Whether the channel takes no more refunds of the payment. */
  readonly isOneTooMany: boolean;
};

type Candidate = {
  refund_id: string;
  payment_id: string;
  amount_fen: number;
  is_sent: boolean;
  refunds_sent: number;
};

/**
 * Finds the refund that is due first, and locks it with its payment unless another process has it. A new request leaves
 * a minute after the payment's last one; the last that a channel takes waits until it can carry the rest (MA67).
 */
async function lockDueRefund(db: Database, now: Date): Promise<Candidate | null> {
  const { rows } = await sql<Candidate>`
    select r.refund_id, p.payment_id, r.amount_fen, r.sent_time is not null as is_sent, p.refunds_sent
    from refund r join payment p using (payment_id)
    where r.state in ('due', 'sent', 'abnormal') and r.carried_by is null and r.due_time <= ${now}
      and (r.leased_until is null or r.leased_until <= ${now})
      and (r.sent_time is not null or p.refunds_sent >= ${MOST_REFUNDS}
        or ((p.refund_sent_time is null or p.refund_sent_time <= ${new Date(now.getTime() - REFUNDS_APART)})
          and (p.refunds_sent < ${MOST_REFUNDS - 1} or r.created_time <= ${new Date(now.getTime() - LAST_WAITS)}
            or (p.refunding_fen + p.refunded_fen = p.paid_fen and not exists
              (select from refund w where w.payment_id = p.payment_id and w.state = 'waiting')))))
    order by r.due_time, r.refund_id limit 1 for no key update of r, p skip locked`.execute(db);
  return rows[0] ?? null;
}

/** Lets the last refund that a channel takes carry all others that were not sent. @returns their sum, fen */
async function carryOthers(db: Database, { refund_id, payment_id }: Candidate, now: Date): Promise<number> {
  const { rows } = await sql<{ amount_fen: number }>`
    update refund set carried_by = ${refund_id}, state = 'sent', sent_time = ${now}, due_time = null
    where payment_id = ${payment_id} and state = 'due' and sent_time is null and refund_id <> ${refund_id}
    returning amount_fen`.execute(db);
  return rows.reduce((sum, { amount_fen }) => sum + amount_fen, 0);
}

/**
 * Takes the refund that is due first: it is `sent` before its request leaves, so that a process that dies asks the
 * channel about it first (requirement MA66). A time is the lease and no lock, since the embedded database has only one
 * connection.
 * @returns null if none is due
 */
export const leaseDueRefund = (db: Database, now: Date): Promise<LeasedRefund | null> =>
  db.transaction().execute(async (transaction) => {
    const due = await lockDueRefund(transaction, now);
    if (!due) return null;
    const isOneTooMany = !due.is_sent && due.refunds_sent >= MOST_REFUNDS;
    const isNew = !due.is_sent && !isOneTooMany;
    const isLast = isNew && due.refunds_sent === MOST_REFUNDS - 1;
    const sendFen = due.amount_fen + (isLast ? await carryOthers(transaction, due, now) : 0);
    if (isNew)
      await sql`update payment set refunds_sent = refunds_sent + 1, refund_sent_time = ${now}
        where payment_id = ${due.payment_id}`.execute(transaction);
    const { rows } = await sql<LeasedRefund>`
      update refund r set leased_until = ${new Date(now.getTime() + REFUND_LEASE)}, tries = r.tries + 1,
        state = case when r.state = 'due' and ${!isOneTooMany}::boolean then 'sent' else r.state end,
        sent_time = case when ${isNew}::boolean then ${now}::timestamptz else r.sent_time end,
        sent_fen = case when ${isNew}::boolean then ${sendFen}::int else r.sent_fen end
      from payment p where r.refund_id = ${due.refund_id} and p.payment_id = r.payment_id
      returning r.refund_id as "refundId", r.out_refund_no as "outRefundNo", p.out_trade_no as "outTradeNo",
        r.order_id as "orderId", p.way, r.tries, coalesce(r.sent_fen, r.amount_fen) as "sendFen",
        p.amount_fen as "totalFen", ${isNew}::boolean as "isFirst", ${isOneTooMany}::boolean as "isOneTooMany"`.execute(
      transaction,
    );
    return rows[0] ?? null;
  });
