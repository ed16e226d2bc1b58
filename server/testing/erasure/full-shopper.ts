import { sql } from "kysely";
import { addAddress } from "#contract/mall/address.ts";
import { addToCart } from "#contract/mall/cart.ts";
import { placeOrder } from "#contract/order/checkout.ts";
import { newId } from "../../core/ids.ts";
import { encryptedText } from "../../database/encryption/encrypted-columns.ts";
import type { TestApp } from "../app.ts";
import { addSampleProduct } from "../samples/sample-mall.ts";
import { requireSuccess } from "./full-club-member.ts";

/**
 * Fills a cart, has an address, an order that is done with a closed case, a notice and news.
 * @returns texts that must not remain after an erasure
 */
export async function shopInMall(
  app: TestApp,
  {
    token,
    userId,
    mobile,
    name,
  }: { readonly token: string; readonly userId: string; readonly mobile: string; readonly name: string },
): Promise<Readonly<Record<string, string>>> {
  const { db, clock } = app.context;
  const now = new Date(clock.now());
  const [sku] = await addSampleProduct(db, { buyMost: 3 });
  if (!sku) throw new Error("no SKU");
  const { skuId } = sku;
  const texts = { street: "独一路 7 号", orderRemark: "独一的订单备注", caseText: "独一的售后说明" };
  const divisions = { provinceCode: "310000", cityCode: "310100", districtCode: "310104" };
  const entry = { name, mobile, ...divisions, detail: texts.street };
  const { addressId } = requireSuccess(await app.call(addAddress, entry, { token }));
  requireSuccess(await app.call(addToCart, { skuId, qty: 1 }, { token }));
  const choices = { lines: [{ skuId, qty: 1 }], delivery: "express" as const, addressId, noCoupon: true };
  const order = { ...choices, payableFen: 9_900, remark: texts.orderRemark };
  const placed = await app.call(placeOrder, order, { token, idempotencyKey: newId() });
  const { orderId } = requireSuccess(placed);
  await sql`update mall_order set state = 'done' where order_id = ${orderId}`.execute(db);
  const caseId = newId();
  await sql`
    insert into after_sale (after_sale_id, case_no, order_id, user_id, kind, state, reason, is_our_fault, case_text,
      refund_fen, idempotency_key, body_hash, created_time, changed_time)
    values (${caseId}, ${caseId}, ${orderId}, ${userId}, 'refund', 'withdrawn', 'other', false,
      ${encryptedText(texts.caseText, "aftersale", caseId)}, 0, ${caseId}, '', ${now}, ${now})`.execute(db);
  await sql`insert into stock_notice (sku_id, user_id, created_time) values (${skuId}, ${userId}, ${now})`.execute(
    db,
  );
  await sql`insert into mall_news (user_id, kind, about_id, created_time)
    values (${userId}, 'shipped', ${orderId}, ${now})`.execute(db);
  return texts;
}
