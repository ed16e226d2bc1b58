import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import { COMMON_KEY, orderWriter } from "../../order/place/writer.ts";
import { sampleOrder } from "../../order/testing/test-orders.ts";
import type { TestApp } from "../app.ts";
import { addPeople } from "../races/race-people.ts";
import { addSampleProduct } from "./sample-mall.ts";

/** An order of one unit at ¥99 with its last attempt to pay, which is open; earlier ones are closed. */
export type SampleAttempt = {
  readonly orderId: string;
  readonly productId: string;
  readonly outTradeNo: string;
  readonly amountFen: number;
};

/** Adds an order whose person stands before the cashier of WeChat Pay. */
export async function addUnpaidOrder(
  app: TestApp,
  {
    attempts = 1,
    delivery = "express",
  }: { readonly attempts?: number; readonly delivery?: "express" | "pickup" } = {},
): Promise<SampleAttempt> {
  const { db, clock } = app.context;
  const [person] = await addPeople(db, 1);
  const [sku] = await addSampleProduct(db);
  if (!person || !sku) throw new Error("no person or SKU");
  const now = new Date(clock.now());
  const order_no = `M261127${newId().slice(-8)}`;
  const order = sampleOrder(person.userId, [sku], { created_time: now, order_no, delivery });
  const placed = await orderWriter(db).add(COMMON_KEY, order);
  if (placed.kind !== "placed") throw new Error(placed.kind);
  for (let attempt = 1; attempt <= attempts; attempt++)
    await sql`
      insert into payment (payment_id, order_id, attempt, out_trade_no, way, scene, app_id, amount_fen, state, created_time)
      values (${newId()}, ${order.order_id}, ${attempt}, ${`${order_no}_${attempt}`}, 'wechat', 'native', 'wxapp',
        ${order.payable_fen}, ${attempt === attempts ? "open" : "closed"}, ${now})`.execute(db);
  return {
    orderId: order.order_id,
    productId: sku.productId,
    outTradeNo: `${order_no}_${attempts}`,
    amountFen: order.payable_fen,
  };
}
