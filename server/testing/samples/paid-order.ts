import { sql } from "kysely";
import type { PaymentWay } from "#contract/payment/payment.ts";
import { newId } from "../../core/ids.ts";
import { COMMON_KEY, orderWriter } from "../../order/place/writer.ts";
import { lockOrder, markPaid } from "../../order/index.ts";
import { sampleOrder } from "../../order/testing/test-orders.ts";
import { writeEntries } from "../../payment/ledger/store.ts";
import type { TestApp } from "../app.ts";
import { addPeople } from "../races/race-people.ts";
import { addSampleProduct } from "./sample-mall.ts";

export type SamplePayment = {
  readonly userId: string;
  readonly orderId: string;
  readonly paymentId: string;
  readonly outTradeNo: string;
  readonly paidFen: number;
};

/** Adds a payment of an order that the channel has, with the entries of the ledger. */
export async function addSamplePayment(
  app: TestApp,
  orderId: string,
  {
    paidFen,
    way = "wechat",
    attempt = 1,
    isSurplus = false,
    at = new Date(app.context.clock.now()),
  }: {
    readonly paidFen: number;
    readonly way?: PaymentWay;
    readonly attempt?: number;
    readonly isSurplus?: boolean;
    readonly at?: Date;
  },
): Promise<{ paymentId: string; outTradeNo: string }> {
  const { db } = app.context;
  const paymentId = newId();
  const { rows } = await sql<{ number: string }>`
    insert into payment (payment_id, order_id, attempt, out_trade_no, way, scene, app_id, amount_fen, state, is_surplus,
      paid_fen, channel_no, paid_time, created_time)
    select ${paymentId}, order_id, ${attempt}, order_no || '_' || ${attempt}::text, ${way}, 'native', 'wx0123456789abcdef',
      ${paidFen}, 'paid', ${isSurplus}, ${paidFen}, ${`42${paymentId}`}, ${at}, ${at} from mall_order
    where order_id = ${orderId} returning out_trade_no as number`.execute(db);
  await writeEntries(db, {
    txnId: `paid ${paymentId}`,
    entries: [
      { account: "channel", fen: paidFen },
      { account: isSurplus ? "suspense" : "order", fen: -paidFen },
    ],
    at,
    way,
    orderId,
    paymentId,
  });
  return { paymentId, outTradeNo: rows[0]?.number ?? "" };
}

/** Adds a paid order of one line, at ¥99 a unit, with its payment. */
export async function addPaidOrder(
  app: TestApp,
  {
    qty = 1,
    way = "wechat",
    at,
  }: { readonly qty?: number; readonly way?: PaymentWay; readonly at?: Date } = {},
): Promise<SamplePayment> {
  const { db, clock } = app.context;
  const [person] = await addPeople(db, 1);
  const [sku] = await addSampleProduct(db, { stock: [200] });
  if (!person || !sku) throw new Error("no person or SKU");
  const now = new Date(clock.now());
  const order = sampleOrder(person.userId, [{ ...sku, qty }], {
    created_time: now,
    order_no: `M261127${newId().slice(-8)}`,
  });
  const placed = await orderWriter(db).add(COMMON_KEY, order);
  if (placed.kind !== "placed") throw new Error(placed.kind);
  const paidFen = order.payable_fen;
  const payment = await addSamplePayment(app, order.order_id, { paidFen, way, ...(at && { at }) });
  await db.transaction().execute(async (transaction) => {
    const locked = await lockOrder(transaction, order.order_id);
    if (!locked) throw new Error("no order");
    await markPaid(transaction, locked, { paidFen, by: "channel", now });
  });
  return { userId: person.userId, orderId: order.order_id, ...payment, paidFen };
}
