import { sql } from "kysely";
import type { PaymentWay } from "#contract/payment/payment.ts";
import { newId } from "../../core/ids.ts";
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

/** Records a genuine notice with what it causes; the channel may send it several times. */
export async function recordNotice(
  db: Database,
  notice: {
    readonly way: PaymentWay;
    readonly noticeId: string;
    readonly outTradeNo: string;
    readonly kind: string;
    readonly now: Date;
  },
): Promise<void> {
  await sql`
    insert into payment_notice (channel, notice_id, out_trade_no, kind, received_time, handled_time)
    values (${notice.way}, ${notice.noticeId}, ${notice.outTradeNo}, ${notice.kind}, ${notice.now}, ${notice.now})
    on conflict (channel, notice_id) do nothing ${prepared}`.execute(db);
}

/** Adds a difference for operators to resolve. @returns false if there is one of this kind for the number */
export async function addTradeDifference(
  db: Database,
  difference: {
    readonly way: PaymentWay;
    readonly kind: "amount" | "notice";
    readonly number: string;
    readonly oursFen: number | null;
    readonly theirsFen: number;
    readonly details: string;
    readonly now: Date;
  },
): Promise<boolean> {
  const { way, kind, number, oursFen, theirsFen, details, now } = difference;
  const { rows } = await sql`
    insert into difference (difference_id, way, kind, number, ours_fen, theirs_fen, details, created_time)
    values (${newId()}, ${way}, ${kind}, ${number}, ${oursFen}, ${theirsFen}, ${details}, ${now})
    on conflict (way, kind, number) do nothing returning difference_id`.execute(db);
  return rows.length > 0;
}
