import { sql } from "kysely";
import type { OrderPayments } from "#contract/console/mall/order-payments.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";
import { dealerInScope } from "../../database/statements/operator-scope.ts";

/** Payments of an order; times as JSON has them. */
export type OrderPaymentsRow = Omit<OrderPayments, "leftFen"> & { left_fen: number };

/** Reads attempts, refunds and ledger of an order in scope; null: there is none. */
export async function readOrderPayments(
  db: Database,
  scopes: readonly GrantScope[],
  orderId: string,
): Promise<OrderPaymentsRow | null> {
  const { rows } = await sql<OrderPaymentsRow>`
    select
      coalesce((select json_agg(json_build_object('outTradeNo', p.out_trade_no, 'attempt', p.attempt, 'way', p.way,
        'scene', p.scene, 'amountFen', p.amount_fen, 'state', p.state, 'isSurplus', p.is_surplus,
        'channelNo', p.channel_no, 'createdTime', p.created_time, 'paidTime', p.paid_time,
        'queryTime', p.query_due_time,
        'notices', (select count(*) from payment_notice n where n.out_trade_no = p.out_trade_no),
        'noticeTime', (select max(n.received_time) from payment_notice n where n.out_trade_no = p.out_trade_no))
        order by p.attempt) from payment p where p.order_id = o.order_id), '[]') as attempts,
      coalesce((select json_agg(json_build_object('refundId', r.refund_id, 'outRefundNo', r.out_refund_no,
        'cause', r.cause, 'amountFen', r.amount_fen, 'state', r.state, 'createdTime', r.created_time,
        'successTime', r.success_time) order by r.created_time, r.refund_id)
        from refund r where r.order_id = o.order_id), '[]') as refunds,
      coalesce((select sum(p.paid_fen - p.refunded_fen - p.refunding_fen)::int from payment p
        where p.order_id = o.order_id), 0) as left_fen,
      coalesce((select json_agg(json_build_object('txnId', e.txn_id, 'account', e.account, 'way', e.way, 'fen', e.fen,
        'time', e.at) order by e.at, e.txn_id, e.account) from ledger_entry e where e.order_id = o.order_id), '[]') as ledger
    from mall_order o where o.order_id = ${orderId} and ${dealerInScope(scopes, sql`o.dealer_id`)}`.execute(
    db,
  );
  return rows[0] ?? null;
}
