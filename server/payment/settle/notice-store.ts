import { sql } from "kysely";
import type { PaymentWay } from "#contract/payment/payment.ts";
import type { Database } from "../../database/connection/database.ts";
import { prepared } from "../../database/statements/prepared-statements.ts";

/** A genuine notice of a channel about a payment or a refund. */
export type ReceivedNotice = {
  readonly way: PaymentWay;
  readonly noticeId: string;
  /** Number of the payment, also for a notice about its refund. */
  readonly outTradeNo: string;
  readonly kind: "paid" | "refunded" | "refundAbnormal" | "refundClosed";
  readonly now: Date;
};

/** Records a genuine notice in the transaction of what it causes; the channel may send it several times. */
export async function recordNotice(db: Database, notice: ReceivedNotice): Promise<void> {
  const { way, noticeId, outTradeNo, kind, now } = notice;
  await sql`
    insert into payment_notice (channel, notice_id, out_trade_no, kind, received_time, handled_time)
    values (${way}, ${noticeId}, ${outTradeNo}, ${kind}, ${now}, ${now})
    on conflict (channel, notice_id) do nothing ${prepared}`.execute(db);
}
