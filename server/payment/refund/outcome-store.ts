import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import type { LeasedRefund } from "./lease-store.ts";
import { statesWith } from "./rules.ts";

/** Outcome of a look at a refund that is not its success. */
export type LookOutcome = {
  readonly event: "send" | "fail" | "close";
  /** Short word for operators, shown in their list; "": none. */
  readonly problem: string;
  /** Next look; null: none, operators have to act. */
  readonly due: Date | null;
  readonly channelNo?: string | null;
};
const stateAfter = { fail: "abnormal", close: "closed" } as const;

/**
 * Ends a lease with what the channel said, unless the refund has moved or another process has taken it since.
 * @returns whether it was written
 */
export async function recordOutcome(
  db: Database,
  { refundId, tries }: Pick<LeasedRefund, "refundId" | "tries">,
  { event, problem, due, channelNo = null }: LookOutcome,
): Promise<boolean> {
  const { rows } = await sql`
    update refund set state = ${event === "send" ? sql`state` : stateAfter[event]}, problem = ${problem}, due_time = ${due},
      channel_no = coalesce(${channelNo}::text, channel_no), leased_until = null
    where refund_id = ${refundId} and tries = ${tries} and state = any(${statesWith(event)}::text[])
    returning 1`.execute(db);
  return rows.length === 1;
}

/** A refund that a report of the channel is about. */
export type ReportedRefund = {
  readonly refundId: string;
  readonly orderId: string;
  readonly state: string;
  /** Sum asked for under its number, with the carried ones; fen. */
  readonly sendFen: number;
  /** Receipt of an operator who paid it back outside the channel. */
  readonly receiptNo: string | null;
  readonly outTradeNo: string;
};
/** Finds the refund with a number at a channel. */
export async function findByNumber(
  db: Database,
  way: string,
  outRefundNo: string,
): Promise<ReportedRefund | null> {
  const { rows } = await sql<ReportedRefund>`
    select r.refund_id as "refundId", r.order_id as "orderId", r.state, coalesce(r.sent_fen, r.amount_fen) as "sendFen", r.receipt_no as "receiptNo",
      p.out_trade_no as "outTradeNo"
    from refund r join payment p using (payment_id) where r.out_refund_no = ${outRefundNo} and p.way = ${way}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Records a failure that a notice reports, with the next look. @returns whether the state accepts it */
export async function recordFailure(
  db: Database,
  refundId: string,
  event: "fail" | "close",
  due: Date | null,
): Promise<boolean> {
  const { rows } = await sql`
    update refund set state = ${stateAfter[event]}, problem = ${stateAfter[event]}, due_time = ${due}
    where refund_id = ${refundId} and state = any(${statesWith(event)}::text[]) and state <> ${stateAfter[event]}
    returning 1`.execute(db);
  return rows.length === 1;
}

/** Asks the channel about a refund at once. */
export async function lookNow(db: Database, refundId: string, now: Date): Promise<void> {
  await sql`update refund set due_time = ${now} where refund_id = ${refundId} and state = 'sent'`.execute(db);
}
