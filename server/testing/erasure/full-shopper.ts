import { sql } from "kysely";
import { addAddress } from "#contract/mall/address.ts";
import { addToCart } from "#contract/mall/cart.ts";
import { noticeStock } from "#contract/mall/product.ts";
import { placeOrder } from "#contract/order/checkout.ts";
import { cancelOrder } from "#contract/order/order.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { encryptedText } from "../../database/encryption/encrypted-columns.ts";
import { tellNews } from "../../order/index.ts";
import type { TestApp } from "../app.ts";
import { addSampleProduct } from "../samples/sample-mall.ts";
import { requireSuccess } from "./full-club-member.ts";

/** Texts of the mall that an erasure has to remove. */
const traces = {
  recipient: "收件独一",
  recipientMobile: "13712349876",
  detail: "独一无二路 8 号 3 栋",
  orderRemark: "独一无二的订单备注",
  noteOfOrder: "独一无二的客服备注",
  caseText: "独一无二的售后说明",
  decidedReason: "独一无二的处理意见",
  trackingNo: "SF1000200030004",
  returnTrackingNo: "SF5000600070008",
  nodeText: "独一无二的签收人已签收",
  casePicture: "picture-of-the-case",
} as const;

/** Adds a finished case about one unit of an order. */
async function addCase(
  db: Database,
  {
    orderId,
    userId,
    afterSaleId,
    lineId,
  }: Readonly<Record<"orderId" | "userId" | "afterSaleId" | "lineId", string>>,
  now: Date,
): Promise<void> {
  await sql`
    insert into after_sale (after_sale_id, case_no, order_id, user_id, kind, state, reason, is_our_fault, case_text,
      picture_ids, refund_fen, decided_reason, carrier, tracking_no, idempotency_key, body_hash, created_time, changed_time)
    values (${afterSaleId}, ${`R${afterSaleId}`}, ${orderId}, ${userId}, 'return', 'done', 'quality', true,
      ${encryptedText(traces.caseText, "aftersale", afterSaleId)}, ${JSON.stringify([traces.casePicture])}::jsonb, 9900,
      ${traces.decidedReason}, 'shunfeng', ${traces.returnTrackingNo}, 'key of the case', 'hash', ${now}, ${now})`.execute(
    db,
  );
  await sql`
    insert into after_sale_unit (after_sale_id, line_id, qty, received_qty, good_qty, is_shipped, refund_fen)
    values (${afterSaleId}, ${lineId}, 1, 1, 1, true, 9900)`.execute(db);
  await sql`
    insert into after_sale_event (event_id, after_sale_id, at, to_state, by)
    values (${newId()}, ${afterSaleId}, ${now}, 'done', 'channel')`.execute(db);
}

/** Ends a placed order as paid, sent, received, and with a case about one unit that was refunded. */
async function completeOrder(
  db: Database,
  { orderId, userId, pickupCode }: Readonly<Record<"orderId" | "userId" | "pickupCode", string>>,
  now: Date,
): Promise<void> {
  const [paymentId, afterSaleId, shipmentId, refundId, noteId] = [
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
  ];
  const { rows } = await sql<{ line_id: string }>`
    update order_line set shipped_qty = qty, refunded_qty = 1, refunded_fen = 9900 where order_id = ${orderId}
    returning line_id`.execute(db);
  const lineId = rows[0]?.line_id ?? "";
  await sql`
    insert into payment (payment_id, order_id, attempt, out_trade_no, way, scene, app_id, amount_fen, state, paid_fen,
      refunded_fen, paid_time, created_time)
    values (${paymentId}, ${orderId}, 1, ${paymentId}, 'wechat', 'h5', 'wx1', 19800, 'paid', 19800, 9900, ${now}, ${now})`.execute(
    db,
  );
  await sql`
    update mall_order set state = 'done', paid_fen = 19800, refunded_fen = 9900, paid_time = ${now}, done_time = ${now},
      pickup_code = ${pickupCode}
    where order_id = ${orderId}`.execute(db);
  await addCase(db, { orderId, userId, afterSaleId, lineId }, now);
  await sql`
    insert into refund (refund_id, out_refund_no, payment_id, order_id, after_sale_id, cause, cause_id, amount_fen, state,
      created_time, success_time)
    values (${refundId}, ${refundId}, ${paymentId}, ${orderId}, ${afterSaleId}, 'afterSale', ${afterSaleId}, 9900,
      'success', ${now}, ${now})`.execute(db);
  await sql`
    insert into shipment (shipment_id, order_id, carrier, tracking_no, state, created_time, changed_time)
    values (${shipmentId}, ${orderId}, 'shunfeng', ${traces.trackingNo}, 'signed', ${now}, ${now})`.execute(
    db,
  );
  await sql`insert into shipment_unit (shipment_id, line_id, qty) values (${shipmentId}, ${lineId}, 2)`.execute(
    db,
  );
  await sql`
    insert into shipment_node (shipment_id, tracking_no, at, text)
    values (${shipmentId}, ${traces.trackingNo}, ${now}, ${traces.nodeText})`.execute(db);
  await sql`
    insert into order_note (note_id, order_id, order_note_text, by, created_time)
    values (${noteId}, ${orderId}, ${encryptedText(traces.noteOfOrder, "ordernote", noteId)}, 'operator', ${now})`.execute(
    db,
  );
  await tellNews(db, { userId, kind: "shipped", aboutId: orderId, now });
}

/**
 * Creates rows in every table of the mall: a finished order with a case, an order that was cancelled and had held a
 * coupon, a cart, an address and a stock notice.
 * @returns texts that must not remain
 */
export async function shop(
  app: TestApp,
  { token, userId }: { readonly token: string; readonly userId: string },
): Promise<Readonly<Record<string, string>>> {
  const { db, clock } = app.context;
  const [sku, soldOut] = await addSampleProduct(db, { stock: [10, 0], buyMost: 5 });
  const place = { provinceCode: "310000", cityCode: "310100", districtCode: "310104" };
  const recipient = { name: traces.recipient, mobile: traces.recipientMobile, detail: traces.detail };
  const { addressId } = requireSuccess(await app.call(addAddress, { ...place, ...recipient }, { token }));
  requireSuccess(await app.call(addToCart, { skuId: sku?.skuId ?? "", qty: 1 }, { token }));
  requireSuccess(await app.call(noticeStock, { skuId: soldOut?.skuId ?? "" }, { token }));
  const wanted = {
    lines: [{ skuId: sku?.skuId ?? "", qty: 2 }],
    delivery: "express" as const,
    addressId,
    payableFen: 19_800,
    remark: traces.orderRemark,
  };
  const order = async (): Promise<string> =>
    requireSuccess(await app.call(placeOrder, wanted, { token, idempotencyKey: newId() })).orderId;
  const orderId = await order();
  const pickupCode = `PICKUP${orderId}`;
  await completeOrder(db, { orderId, userId, pickupCode }, new Date(clock.now()));
  const cancelled = await order();
  requireSuccess(await app.call(cancelOrder, { id: cancelled }, { token }));
  await sql`update mall_order set coupon_id = (select max(coupon_id) from coupon where user_id = ${userId} and used_time is null)
    where order_id = ${cancelled}`.execute(db);
  return { ...traces, pickupCode };
}
