import { sql } from "kysely";
import type { PaymentWay } from "#contract/payment/payment.ts";
import type { Database } from "../../database/connection/database.ts";
import { prepared } from "../../database/statements/prepared-statements.ts";
import type { PaidTrade } from "../channel.ts";
import type { PaymentRow } from "../tables.ts";

/** Finds the order of a number that a channel reports; null: we never gave it to this channel. */
export async function findOrderOfTrade(
  db: Database,
  way: PaymentWay,
  outTradeNo: string,
): Promise<string | null> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from payment where out_trade_no = ${outTradeNo} and way = ${way} ${prepared}`.execute(db);
  return rows[0]?.order_id ?? null;
}

/** Locks a payment, after its order. */
export async function lockPayment(db: Database, outTradeNo: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`
    select * from payment where out_trade_no = ${outTradeNo} for no key update`.execute(db);
  return rows[0] ?? null;
}

/**
 * Marks a locked payment as paid. Other attempts of the order that are open are closed at once.
 * @param now of the product's clock
 */
export async function markPaymentPaid(
  db: Database,
  { payment_id, order_id }: PaymentRow,
  { channelNo, amountFen, paidTime }: PaidTrade,
  { isSurplus, now }: { readonly isSurplus: boolean; readonly now: Date },
): Promise<void> {
  await sql`
    update payment set state = 'paid', is_surplus = ${isSurplus}, paid_fen = ${amountFen}, channel_no = ${channelNo},
      paid_time = ${new Date(paidTime)}, query_due_time = null
    where payment_id = ${payment_id} ${prepared}`.execute(db);
  await sql`
    update payment set query_due_time = ${now}
    where order_id = ${order_id} and payment_id <> ${payment_id} and state in ('made', 'open') ${prepared}`.execute(
    db,
  );
}
