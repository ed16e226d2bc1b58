import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";

type NewAttempt = {
  readonly paymentId: string;
  readonly orderId: string;
  readonly attempt: number;
  readonly outTradeNo: string;
  readonly way: "wechat" | "alipay";
  readonly scene: string;
  readonly state: "closed" | "paid";
  readonly amountFen: number;
  readonly time: Date;
};
export async function addSeededAttempt(db: Database, one: NewAttempt): Promise<void> {
  const isPaid = one.state === "paid";
  const channelNo = isPaid ? `4200${one.paymentId.slice(-16)}` : null;
  await sql`
    insert into payment (payment_id, order_id, attempt, out_trade_no, way, scene, app_id, amount_fen, state, paid_fen,
      channel_no, paid_time, created_time)
    values (${one.paymentId}, ${one.orderId}, ${one.attempt}, ${one.outTradeNo}, ${one.way}, ${one.scene}, '',
      ${one.amountFen}, ${one.state}, ${isPaid ? one.amountFen : 0}, ${channelNo}, ${isPaid ? one.time : null}, ${one.time})`.execute(
    db,
  );
  if (isPaid)
    await sql`
      insert into payment_notice (channel, notice_id, out_trade_no, kind, received_time, handled_time)
      values (${one.way}, ${`demo-${one.paymentId}`}, ${one.outTradeNo}, 'payment', ${one.time}, ${one.time})
      on conflict do nothing`.execute(db);
}
/** Refunds that the channel would be asked for. */
export async function listDueRefunds(
  db: Database,
): Promise<{ refund_id: string; order_id: string; created_time: Date }[]> {
  const { rows } = await sql<{ refund_id: string; order_id: string; created_time: Date }>`
    select refund_id, order_id, created_time from refund where state = 'due' order by refund_id`.execute(db);
  return rows;
}
/** Marks a refund as failed at the channel, which is not asked again. */
export async function failRefund(db: Database, refundId: string): Promise<void> {
  await sql`update refund set state = 'abnormal', problem = 'abnormal', tries = 6, due_time = null
    where refund_id = ${refundId}`.execute(db);
}
type NewBillDay = {
  readonly way: "wechat" | "alipay";
  readonly day: string;
  readonly isOpen: boolean;
  readonly now: Date;
};
/** Adds a day of a bill that says what the ledger says; an open one is looked at again in a year. */
export async function putBillDay(db: Database, { way, day, isOpen, now }: NewBillDay): Promise<void> {
  const later = new Date(now.getTime() + 365 * 86_400_000);
  await sql`
    insert into bill_day (way, day, state, due_time, tries, problem, fetched_time)
    values (${way}, ${day}::date, ${isOpen ? "open" : "clean"}, ${later}, 1, '', ${now}) on conflict do nothing`.execute(
    db,
  );
  await sql`
    insert into bill_line (way, day, kind, number, out_trade_no, channel_no, amount_fen, fee_fen, at)
    select ${way}, ${day}::date, 'payment', p.out_trade_no, p.out_trade_no, p.channel_no, p.paid_fen, 0, p.paid_time
    from payment p where p.way = ${way} and p.state = 'paid'
      and (p.paid_time at time zone 'Asia/Shanghai')::date = ${day}::date
    union all
    select ${way}, ${day}::date, 'refund', r.out_refund_no, p.out_trade_no, p.channel_no, r.amount_fen, 0, r.success_time
    from refund r join payment p using (payment_id) where p.way = ${way} and r.state = 'success'
      and r.receipt_no is null and (r.success_time at time zone 'Asia/Shanghai')::date = ${day}::date
    on conflict do nothing`.execute(db);
}
/** Adds an open difference: the channel has a payment that is none of ours. */
export async function putDifference(
  db: Database,
  {
    day,
    number,
    theirsFen,
    now,
  }: { readonly day: string; readonly number: string; readonly theirsFen: number; readonly now: Date },
): Promise<void> {
  const at = new Date(Date.parse(`${day}T15:20:00+08:00`));
  await sql`
    insert into bill_line (way, day, kind, number, out_trade_no, channel_no, amount_fen, fee_fen, at)
    values ('wechat', ${day}::date, 'payment', ${number}, ${number}, ${number}, ${theirsFen}, 0, ${at})
    on conflict do nothing`.execute(db);
  await sql`
    insert into difference (difference_id, way, day, kind, number, theirs_fen, details, created_time)
    values (${`1${number.slice(1).replace(/\D/g, "")}`}, 'wechat', ${day}::date, 'onlyTheirs', ${number}, ${theirsFen},
      'unknown payment', ${now}) on conflict do nothing`.execute(db);
}
