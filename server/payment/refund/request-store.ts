import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { needsSecondOperator, type RefundStateName } from "./rules.ts";

/** Reason of a refund. surplus: paid twice or too late; closed: paid while its person or an operator closed the order. */
export type RefundCause = "afterSale" | "surplus" | "closed" | "operator";
/** A refund to write. */
export type NewRefund = {
  readonly orderId: string;
  /** undefined: the payment that paid the order. */
  readonly paymentId?: string;
  /** Integer fen, at least 1. */
  readonly amountFen: number;
  readonly cause: RefundCause;
  /** Id of the case, the payment or the order; a cause and its id are refunded once. */
  readonly causeId: string;
  /** Id of the operator who asked; null or undefined: the person, or a rule. */
  readonly askedBy?: string | null;
  readonly now: Date;
};
export type RequestedRefund = { readonly refundId: string; readonly state: RefundStateName };

async function findRefund(db: Database, { cause, causeId }: NewRefund): Promise<RequestedRefund | null> {
  const { rows } = await sql<RequestedRefund>`
    select refund_id as "refundId", state from refund where cause = ${cause} and cause_id = ${causeId}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/**
 * Writes a refund, which the worker then asks the channel for. Its sum is held at the payment by the same statement, so
 * that no more is refunded than was paid; a second one for the same cause changes nothing (requirement MA65).
 * @param db the transaction that causes it, with the order's row locked
 * @param secondEyesFen sum above which a refund that an operator asked for waits for a second one
 * @throws Error if the order was not paid, or too little of it is left
 */
export async function requestRefund(
  db: Database,
  refund: NewRefund,
  secondEyesFen: number,
): Promise<RequestedRefund> {
  const { orderId, paymentId = null, amountFen, cause, causeId, askedBy = null, now } = refund;
  if (!Number.isSafeInteger(amountFen) || amountFen < 1) throw new RangeError(`a refund of ${amountFen} fen`);
  const refundId = newId();
  const state = needsSecondOperator({ askedBy, amountFen }, secondEyesFen) ? "waiting" : "due";
  const { rows } = await sql<RequestedRefund>`
    with paid as materialized (
      select payment_id, out_trade_no from payment
      where order_id = ${orderId} and state = 'paid'
        and case when ${paymentId}::text is null then not is_surplus else payment_id = ${paymentId} end
        and refunding_fen + refunded_fen + ${amountFen}::int <= paid_fen
      order by payment_id limit 1 for no key update
    ), made as (
      insert into refund (refund_id, out_refund_no, payment_id, order_id, after_sale_id, cause, cause_id, amount_fen, state,
        asked_by, due_time, created_time)
      select ${refundId}, out_trade_no || '_' || ${refundId}::text, payment_id, ${orderId},
        ${cause === "afterSale" ? causeId : null}::text, ${cause}, ${causeId}, ${amountFen}::int, ${state}, ${askedBy}::text,
        ${now}::timestamptz, ${now}::timestamptz
      from paid on conflict (cause, cause_id) do nothing returning refund_id, payment_id, state
    ), held as (
      update payment p set refunding_fen = p.refunding_fen + ${amountFen}::int from made where p.payment_id = made.payment_id
    )
    select refund_id as "refundId", state from made`.execute(db);
  const known = rows[0] ?? (await findRefund(db, refund));
  if (!known) throw new Error(`order ${orderId} has no payment of which ${amountFen} fen are left to refund`);
  return known;
}
