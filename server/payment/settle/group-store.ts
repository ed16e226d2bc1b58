import { sql } from "kysely";
import type { PaymentWay } from "#contract/payment/payment.ts";
import { unnestRows, type UnnestColumn } from "../../database/batching/unnest-rows.ts";
import type { Database } from "../../database/connection/database.ts";
import { prepared } from "../../database/statements/prepared-statements.ts";
import type { PayableOrder } from "../../order/index.ts";
import type { PaidTrade } from "../channel.ts";
import type { PaymentRow } from "../tables.ts";

/** A payment whose row is locked, with its order's, which is locked too. */
export type LockedTrade = Pick<
  PaymentRow,
  "payment_id" | "out_trade_no" | "way" | "app_id" | "amount_fen"
> & { readonly payment_state: PaymentRow["state"] } & PayableOrder;

/**
 * Locks the payments of these numbers and their orders. What another transaction has locked is left out, so that a group
 * never waits for the lock of an order.
 */
export async function lockFreeTrades(db: Database, outTradeNos: readonly string[]): Promise<LockedTrade[]> {
  const { rows } = await sql<LockedTrade>`
    select p.payment_id, p.out_trade_no, p.way, p.app_id, p.amount_fen, p.state as payment_state, o.order_id, o.state,
      o.closing_by, o.delivery, o.coupon_id
    from mall_order o join payment p using (order_id) where p.out_trade_no = any(${outTradeNos}::text[])
    for no key update of o, p skip locked ${prepared}`.execute(db);
  return rows;
}

/** A genuine notice; the channel may send it several times. */
export type GroupedNotice = {
  readonly way: PaymentWay;
  readonly noticeId: string;
  readonly outTradeNo: string;
};
const noticeColumns: Readonly<Record<string, UnnestColumn<GroupedNotice>>> = {
  channel: { type: "text", of: ({ way }) => way },
  notice_id: { type: "text", of: ({ noticeId }) => noticeId },
  out_trade_no: { type: "text", of: ({ outTradeNo }) => outTradeNo },
};
/** Records notices about payments that are locked. */
export async function recordNotices(
  db: Database,
  notices: readonly GroupedNotice[],
  now: Date,
): Promise<void> {
  await sql`
    insert into payment_notice (channel, notice_id, out_trade_no, kind, received_time, handled_time)
    select channel, notice_id, out_trade_no, 'paid', ${now}::timestamptz, ${now}::timestamptz
    from ${unnestRows(notices, noticeColumns)} on conflict (channel, notice_id) do nothing ${prepared}`.execute(
    db,
  );
}

/** A payment to mark as paid, and what its channel reports of it. */
export type PaidPayment = { readonly locked: LockedTrade; readonly trade: PaidTrade };
const paidColumns: Readonly<Record<string, UnnestColumn<PaidPayment>>> = {
  payment_id: { type: "text", of: ({ locked }) => locked.payment_id },
  order_id: { type: "text", of: ({ locked }) => locked.order_id },
  fen: { type: "int", of: ({ trade }) => String(trade.amountFen) },
  channel_no: { type: "text", of: ({ trade }) => trade.channelNo },
  paid_time: { type: "timestamptz", of: ({ trade }) => new Date(trade.paidTime).toISOString() },
};
/**
 * Marks locked payments of different orders as paid, as `markPaymentPaid` does for one: other attempts of their orders that
 * are open are closed at once.
 * @param now of the product's clock
 */
export async function markPaymentsPaid(
  db: Database,
  payments: readonly PaidPayment[],
  now: Date,
): Promise<void> {
  await sql`
    with input as materialized (select * from ${unnestRows(payments, paidColumns)}),
    others as (
      update payment p set query_due_time = ${now}::timestamptz from input i
      where p.order_id = i.order_id and p.payment_id <> i.payment_id and p.state in ('made', 'open')
    )
    update payment p set state = 'paid', is_surplus = false, paid_fen = i.fen, channel_no = i.channel_no,
      paid_time = i.paid_time, query_due_time = null
    from input i where p.payment_id = i.payment_id ${prepared}`.execute(db);
}
