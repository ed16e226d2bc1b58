import { sql } from "kysely";
import type { PaymentWay } from "#contract/payment/payment.ts";
import type { Database } from "../../database/connection/database.ts";
import type { LeasedRefund } from "./lease-store.ts";
import type { RefundCause } from "./request-store.ts";
import { DECLINED, REFUND_LEASE, statesWith, type RefundStateName } from "./rules.ts";

/** A refund as operators see it: no person, amounts in fen. */
export type RefundEntry = {
  readonly refundId: string;
  readonly orderId: string;
  readonly orderNo: string;
  readonly way: PaymentWay;
  readonly outRefundNo: string;
  readonly cause: RefundCause;
  readonly amountFen: number;
  readonly state: RefundStateName;
  /** Short word: silent, slow, noBalance, abnormal, closed, tooMany, refused <code of the channel>; "": none. */
  readonly problem: string;
  readonly askedBy: string | null;
  readonly approvedBy: string | null;
  readonly receiptNo: string | null;
  readonly tries: number;
  readonly createdTime: Date;
  /** Next look; null: none. */
  readonly dueTime: Date | null;
};

const entries = sql`
  select r.refund_id as "refundId", r.order_id as "orderId", o.order_no as "orderNo", p.way,
    r.out_refund_no as "outRefundNo", r.cause, r.amount_fen as "amountFen", r.state, r.problem, r.asked_by as "askedBy",
    r.approved_by as "approvedBy", r.receipt_no as "receiptNo", r.tries, r.created_time as "createdTime",
    r.due_time as "dueTime"
  from refund r join payment p using (payment_id) join mall_order o on o.order_id = r.order_id`;

/** Lists refunds that wait for an operator: to be approved, or failed; the oldest first (requirement MA68). */
export async function listOpenRefunds(db: Database, most: number): Promise<RefundEntry[]> {
  const { rows } = await sql<RefundEntry>`
    ${entries} where r.state in ('waiting', 'abnormal', 'closed') or (r.state = 'sent' and r.problem <> '')
    order by r.refund_id limit ${most}`.execute(db);
  return rows;
}
/** Finds one refund; null: there is none. */
export async function findRefundEntry(db: Database, refundId: string): Promise<RefundEntry | null> {
  const { rows } = await sql<RefundEntry>`${entries} where r.refund_id = ${refundId}`.execute(db);
  return rows[0] ?? null;
}

/** Approves a refund that waits, unless the same operator asked for it. @returns whether it was approved now */
export async function approve(
  db: Database,
  refundId: string,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update refund set state = 'due', approved_by = ${by}, due_time = ${now}
    where refund_id = ${refundId} and state = any(${statesWith("approve")}::text[]) and asked_by is distinct from ${by}
      and not is_returned
    returning 1`.execute(db);
  return rows.length === 1;
}

/** Words of a second operator, as a note of the order. */
export type Review = { readonly noteId: string; readonly by: string; readonly now: Date };
/**
 * Returns a waiting refund to whoever asked for it, or declines it, unless the same operator asked for it. Its sum stays
 * held at the payment: it is still owed.
 * @returns the order's id; null: its state does not allow it
 */
export async function review(
  db: Database,
  refundId: string,
  answer: "return" | "decline",
  { noteId, by, now }: Review,
): Promise<string | null> {
  const isReturn = answer === "return";
  const { rows } = await sql<{ order_id: string }>`
    update refund set is_returned = ${isReturn}, reviewed_by = ${by}, reviewed_time = ${now}, review_note_id = ${noteId},
      state = ${isReturn ? "waiting" : "closed"}, problem = ${isReturn ? "" : DECLINED},
      due_time = case when ${isReturn} then due_time end
    where refund_id = ${refundId} and state = any(${statesWith("decline")}::text[]) and asked_by is distinct from ${by}
      and not is_returned
    returning order_id`.execute(db);
  return rows[0]?.order_id ?? null;
}

/** Submits a returned or declined refund again; whoever does so is the one who asked. @returns whether it waits now */
export async function resubmit(
  db: Database,
  refundId: string,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update refund set state = 'waiting', is_returned = false, problem = '', asked_by = ${by}, due_time = ${now}
    where refund_id = ${refundId} and state = any(${statesWith("resubmit")}::text[])
      and (is_returned or problem = ${DECLINED}) and carried_by is null
    returning 1`.execute(db);
  return rows.length === 1;
}

/** Makes a refund due at once; one that was closed is asked for again. @returns false if its state does not allow it */
export async function makeDue(db: Database, refundId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update refund set due_time = ${now},
      state = case when state <> 'closed' then state when sent_time is null then 'due' else 'sent' end
    where refund_id = ${refundId} and state = any(${statesWith("retry")}::text[]) and carried_by is null
      and problem <> ${DECLINED}
    returning 1`.execute(db);
  return rows.length === 1;
}

/**
 * Takes a refund for an operator, so that no process asks the channel for it meanwhile.
 * @returns null if its state does not allow to settle it, another refund carries it, or a process works on it now
 */
export async function leaseToSettle(
  db: Database,
  refundId: string,
  now: Date,
): Promise<(LeasedRefund & { readonly state: RefundStateName }) | null> {
  const { rows } = await sql<LeasedRefund & { readonly state: RefundStateName }>`
    update refund r set leased_until = ${new Date(now.getTime() + REFUND_LEASE)}, tries = r.tries + 1
    from payment p
    where r.refund_id = ${refundId} and p.payment_id = r.payment_id and r.state = any(${statesWith("settle")}::text[])
      and r.carried_by is null and (r.leased_until is null or r.leased_until <= ${now})
    returning r.refund_id as "refundId", r.out_refund_no as "outRefundNo", p.out_trade_no as "outTradeNo",
      r.order_id as "orderId", p.way, r.tries, coalesce(r.sent_fen, r.amount_fen) as "sendFen",
      p.amount_fen as "totalFen", false as "isFirst", false as "isOneTooMany", r.state`.execute(db);
  return rows[0] ?? null;
}

/** Ends the lease of an operator who did not settle the refund. */
export async function endLease(
  db: Database,
  { refundId, tries }: Pick<LeasedRefund, "refundId" | "tries">,
): Promise<void> {
  await sql`update refund set leased_until = null where refund_id = ${refundId} and tries = ${tries}`.execute(
    db,
  );
}
