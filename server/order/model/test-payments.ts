import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import { lockOrder } from "../order-store.ts";
import type { ModelPayment, ModelRefund, World } from "./test-world.ts";

/** Adds an attempt that its channel has, unless the order is not pending or has one. */
export const addOpenAttempt = ({ db, now }: World, orderId: string): Promise<ModelPayment | null> =>
  db.transaction().execute(async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (order?.state !== "pending") return null;
    const paymentId = newId();
    const { rows } = await sql<{ outTradeNo: string }>`
      insert into payment (payment_id, order_id, attempt, out_trade_no, way, scene, app_id, amount_fen, state, created_time)
      select ${paymentId}::text, ${orderId}::text, n, concat(${order.order_no}::text, '_', n), 'wechat', 'native', 'wxapp',
        ${order.payable_fen}::int, 'open', ${now()}::timestamptz
      from (select coalesce(max(attempt), 0) + 1 as n from payment where order_id = ${orderId}) as next
      where not exists (select from payment where order_id = ${orderId} and state in ('made', 'open'))
      returning out_trade_no as "outTradeNo"`.execute(transaction);
    const [row] = rows;
    if (!row) return null;
    return { paymentId, outTradeNo: row.outTradeNo, amountFen: order.payable_fen, state: "open" };
  });

/** Closes an attempt, as its channel has said. */
export async function closeAttempt({ db }: Pick<World, "db">, paymentId: string): Promise<void> {
  await sql`update payment set state = 'closed' where payment_id = ${paymentId} and state = 'open'`.execute(
    db,
  );
}

/** Report of a channel about a refund that succeeded. */
export async function refundReport(
  { db, now }: World,
  { orderId, cause, outTradeNo, amountFen }: ModelRefund,
) {
  const { rows } = await sql<{ outRefundNo: string }>`
    select out_refund_no as "outRefundNo" from refund join payment using (payment_id)
    where refund.order_id = ${orderId} and cause = ${cause} and out_trade_no = ${outTradeNo}`.execute(db);
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`${rows.length} refunds of ${outTradeNo}`);
  return {
    outTradeNo,
    outRefundNo: row.outRefundNo,
    channelNo: `50${row.outRefundNo}`,
    refundFen: amountFen,
    refundTime: now().getTime(),
  };
}
