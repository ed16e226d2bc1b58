import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addAddress, listAddresses } from "#contract/mall/address.ts";
import { addToCart, showCart } from "#contract/mall/cart.ts";
import { noticeStock } from "#contract/mall/product.ts";
import { listOrders, showOrder } from "#contract/order/order.ts";
import { newId } from "../core/ids.ts";
import { encryptedText } from "../database/encryption/encrypted-columns.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { addSampleCoupons, addSampleProduct, type SampleSku } from "../testing/samples/sample-mall.ts";
import { tellNews } from "./index.ts";
import { COMMON_KEY, orderWriter } from "./place/writer.ts";
import { sampleOrder, stockCounts } from "./testing/test-orders.ts";

const ACTIVITY = "1000000000000077002";
const MOBILE = "13900077002";
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const activity = sampleActivity(app.context.clock.now(), { activityId: ACTIVITY });
  await app.modules.activities.addActivities([activity]);
});
afterAll(() => app.close());

type Login = { readonly token: string; readonly userId: string };
/** Creates a WeChat user without an account, and the person who they turn out to be. */
async function twoUsers(): Promise<{ from: Login; to: Login; merge(): Promise<unknown> }> {
  const { sessions } = app.modules;
  const idpId = newId();
  const to = await sessions.openFor(
    await sessions.upsertProviderPerson({ idpId, mobile: MOBILE, nickname: "林" }),
  );
  const visitor = await app.login(null);
  await sql`update app_user set idp_id = null where user_id = ${visitor.userId}`.execute(app.context.db);
  if (to === null) throw new Error("no session");
  const { rows } = await sql<{ user_id: string }>`
    select user_id from app_user where idp_id = ${idpId}`.execute(app.context.db);
  return {
    from: visitor,
    to: { token: to.accessToken, userId: rows[0]?.user_id ?? "" },
    merge: () => sessions.bindMobile(visitor.token, { idpId, mobile: MOBILE, nickname: "林" }),
  };
}

/** Places an order of each user under the same key, with a coupon that the order holds and a case about it. */
async function order({ userId }: Login, sku: SampleSku): Promise<{ orderId: string; couponId: string }> {
  const { db, clock } = app.context;
  const terms = { use: "amount", offFen: 1_000, fromFen: 0 };
  const [couponId = ""] = await addSampleCoupons(db, ACTIVITY, [userId], terms);
  const about = `product ${sku.productId}`;
  const placed = sampleOrder(userId, [{ ...sku, qty: 2 }], {
    idempotency_key: "the same key",
    coupon_id: couponId,
    coupon_fen: 1_000,
    payable_fen: 18_800,
    limits: [{ about, units: 2, most: 9 }],
  });
  expect((await orderWriter(db).add(COMMON_KEY, placed)).kind).toBe("placed");
  const [caseId, now] = [newId(), new Date(clock.now())];
  await sql`
    insert into after_sale (after_sale_id, case_no, order_id, user_id, kind, state, reason, is_our_fault, case_text,
      refund_fen, idempotency_key, body_hash, created_time, changed_time)
    values (${caseId}, ${`R${caseId}`}, ${placed.order_id}, ${userId}, 'refund', 'asked', 'other', false,
      ${encryptedText("有划痕", "aftersale", caseId)}, 9900, 'the same key', '', ${now}, ${now})`.execute(db);
  await tellNews(db, { userId, kind: "arrived", aboutId: sku.productId, now });
  return { orderId: placed.order_id, couponId };
}
const shared = { provinceCode: "310000", cityCode: "310100", districtCode: "310104" };
async function useMall({ token }: Login, sku: SampleSku, soldOut: SampleSku, qty: number, name: string) {
  await app.call(addToCart, { skuId: sku.skuId, qty }, { token });
  await app.call(noticeStock, { skuId: soldOut.skuId }, { token });
  const address = { ...shared, name, mobile: "13800135678", detail: "龙腾大道 2555 号", isDefault: true };
  expect((await app.call(addAddress, address, { token })).code).toBe("00");
}
const rowsOf = async (table: string, userId: string): Promise<number> =>
  (await sql`select 1 from ${sql.table(table)} where user_id = ${userId}`.execute(app.context.db)).rows
    .length;

test("MA100 merging two users moves orders, coupons, cases, carts, addresses, notices and counts; nothing is lost or doubled", async () => {
  const { from, to, merge } = await twoUsers();
  const [sku, soldOut, more] = await addSampleProduct(app.context.db, { stock: [20, 0, 5], buyMost: 9 });
  if (!sku || !soldOut || !more) throw new Error("no SKU");
  await useMall(from, sku, soldOut, 5, "来的人");
  await useMall(to, sku, soldOut, 2, "留下的人");
  await app.call(addToCart, { skuId: more.skuId, qty: 1 }, { token: from.token });
  const [one, other] = [await order(from, sku), await order(to, sku)];
  const before = await stockCounts(app.context.db, sku.skuId);

  await merge();

  const tables = [
    "mall_order",
    "after_sale",
    "bought_count",
    "coupon",
    "cart_line",
    "address",
    "mall_news",
    "stock_notice",
  ];
  const counts = await Promise.all(
    tables.map(async (table) => [table, await rowsOf(table, from.userId), await rowsOf(table, to.userId)]),
  );
  expect(counts).toEqual([
    ["mall_order", 0, 2],
    ["after_sale", 0, 2],
    ["bought_count", 0, 1],
    ["coupon", 0, 2],
    ["cart_line", 0, 2],
    ["address", 0, 2],
    ["mall_news", 0, 1],
    ["stock_notice", 0, 1],
  ]);
  const { rows: bought } = await sql<{ units: number }>`
    select units from bought_count where user_id = ${to.userId}`.execute(app.context.db);
  expect(bought).toEqual([{ units: 4 }]);
  // Each coupon is still held by its own order.
  const { rows: held } = await sql<{ coupon_id: string; order_id: string }>`
    select coupon_id, order_id from coupon where user_id = ${to.userId} order by order_id`.execute(
    app.context.db,
  );
  expect(held).toEqual(
    [one, other]
      .map(({ couponId, orderId }) => ({ coupon_id: couponId, order_id: orderId }))
      .toSorted((a, b) => (a.order_id < b.order_id ? -1 : 1)),
  );
  const { token } = to;
  const { list } = (await app.call(listOrders, { tab: "all" }, { token })).data;
  expect(list.map(({ orderId }) => orderId).toSorted()).toEqual([one.orderId, other.orderId].toSorted());
  // The recipient is bound to the order, not to the user.
  const { data } = await app.call(showOrder, { id: one.orderId }, { token });
  expect(data).toMatchObject({ address: { name: "林晓岚" } });
  const cart = (await app.call(showCart, {}, { token })).data;
  expect(Object.fromEntries(cart.lines.map(({ skuId, qty }) => [skuId, qty]))).toEqual({
    [sku.skuId]: 5,
    [more.skuId]: 1,
  });
  const addresses = (await app.call(listAddresses, {}, { token })).data;
  expect(Object.fromEntries(addresses.map(({ name, isDefault }) => [name, isDefault]))).toEqual({
    来的人: false,
    留下的人: true,
  });
  expect(await stockCounts(app.context.db, sku.skuId)).toEqual(before);
});
