// Unpaid orders of the mall's benchmarks, each with an open attempt to pay.
import { sql } from "kysely";
import { newId } from "../../server/core/ids.ts";
import type { Database } from "../../server/database/connection/database.ts";
import { COMMON_KEY, orderWriter } from "../../server/order/place/writer.ts";
import { sampleOrder } from "../../server/order/testing/test-orders.ts";
import { addPeople } from "../../server/testing/races/race-people.ts";
import type { SampleSku } from "../../server/testing/samples/sample-mall.ts";
import { addSku } from "./buyers.ts";
import type { PaidAttempt } from "./wechat-notice.ts";

const APP_ID = "wx0123456789abcdef";

/**
 * Adds unpaid orders, each with an open attempt, as if its person stood before the cashier.
 * @param products number of products that they are of
 */
export async function addAttempts(db: Database, count: number, products: number): Promise<PaidAttempt[]> {
  const skus: SampleSku[] = [];
  while (skus.length < products) skus.push(await addSku(db, count, null));
  const writer = orderWriter(db);
  const people = await addPeople(db, count);
  const orders = people.map(({ userId }, at) =>
    sampleOrder(userId, skus.slice(at % products, (at % products) + 1)),
  );
  const placed = await Promise.all(orders.map((order) => writer.add(COMMON_KEY, order)));
  if (placed.some(({ kind }) => kind !== "placed")) throw new Error("an order was not placed");
  const rows = orders.map(({ order_id }) => ({ payment_id: newId(), order_id }));
  const { rows: attempts } = await sql<{ outTradeNo: string; amountFen: number }>`
    insert into payment (payment_id, order_id, attempt, out_trade_no, way, scene, app_id, amount_fen, state, created_time)
    select i.payment_id, o.order_id, 1, o.order_no || '_1', 'wechat', 'native', ${APP_ID}, o.payable_fen, 'open', now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i(payment_id text, order_id text)
      join mall_order o using (order_id)
    returning out_trade_no as "outTradeNo", amount_fen as "amountFen"`.execute(db);
  const paidTime = new Date().toISOString();
  return attempts.map((attempt) => ({ ...attempt, appId: APP_ID, paidTime }));
}
