import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { listMallProducts, publishMallProduct, showMallProduct } from "#contract/console/mall/products.ts";
import { adjustMallStock, listStockReservations } from "#contract/console/mall/stock.ts";
import { everyScope } from "#contract/console/scope.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { addPaidOrder } from "../../testing/samples/paid-order.ts";
import { addSampleProduct } from "../../testing/samples/sample-mall.ts";

const app = await openApp();
const { db } = app.context;
let hq: TestOperator;
beforeAll(async () => {
  hq = await loginOperator(app, "hq-admin");
});
const auditOf = async (action: string, id: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_entry
    where action = ${action} and about_id = ${id}`.execute(db);
  return rows[0]?.count ?? 0;
};
/** A product with one SKU, and its id. */
async function product(stock: number) {
  const [sku] = await addSampleProduct(db, { stock: [stock] });
  if (!sku) throw new Error("no SKU");
  const { rows } = await sql<{ id: string }>`
    select product_id as id from sku where sku_id = ${sku.skuId}`.execute(db);
  return { sku, productId: rows[0]?.id ?? "" };
}
const show = async (productId: string) =>
  (await callAsOperator(app, hq, showMallProduct, { productId })).data;

test("MA97 stock is never adjusted below what open orders hold; a repeated press adjusts once", async () => {
  // The sample has 200 units, of which the order holds two.
  const { orderId } = await addPaidOrder(app, { qty: 2 });
  const { rows } = await sql<{ skuId: string; productId: string }>`
    select l.sku_id as "skuId", s.product_id as "productId" from order_line l join sku s using (sku_id)
    where l.order_id = ${orderId}`.execute(db);
  const { skuId = "", productId = "" } = rows[0] ?? {};
  const held = await callAsOperator(app, hq, listStockReservations, { skuId });
  expect(held.data.reservations).toMatchObject([{ orderId, units: 2 }]);
  const adjust = (delta: number, key: string = randomUUID()) =>
    callAsOperator(app, hq, adjustMallStock, { skuId, key, change: { delta }, reason: "盘点" });
  expect(await adjust(-199)).toMatchObject({
    code: "STATE_CHANGED",
    message: "最多可减少 198，其余已被未完成的订单占用",
  });
  const key = randomUUID();
  const both = await Promise.all([adjust(-198, key), adjust(-198, key)]);
  expect(both.map(({ code }) => code).toSorted()).toEqual(["00", "STATE_CHANGED"]);
  expect(await auditOf("stock.adjust", skuId)).toBe(1);
  expect((await show(productId)).skus).toMatchObject([{ onHand: 2, reserved: 2 }]);
  const low = await callAsOperator(app, hq, listMallProducts, { filter: { isLow: true, find: productId } });
  expect(low.data.rows).toMatchObject([{ productId, onHand: 2, reserved: 2 }]);
});

test("a product is withdrawn and published once, by headquarters alone", async () => {
  const { productId } = await product(1);
  const { revision: basedOn } = await show(productId);
  const off = { productId, state: "off", basedOn, at: null } as const;
  expect((await callAsOperator(app, hq, publishMallProduct, { ...off, basedOn: 9 })).status).toBe(409);
  const scope = { ...everyScope, dealers: ["2001"] };
  const ofDealer = await loginOperator(app, "hq-staff", scope);
  expect((await callAsOperator(app, ofDealer, publishMallProduct, off)).status).toBe(404);
  expect((await callAsOperator(app, hq, publishMallProduct, off)).code).toBe("00");
  expect(await auditOf("catalogue.withdraw", productId)).toBe(1);
  const shown = await show(productId);
  expect(shown.state).toBe("off");
  const again = await callAsOperator(app, hq, publishMallProduct, { ...off, basedOn: shown.revision });
  expect(again.code).toBe("STATE_CHANGED");
  const finance = await loginOperator(app, "finance");
  expect((await callAsOperator(app, finance, publishMallProduct, off)).status).toBe(406);
  expect((await callAsOperator(app, finance, showMallProduct, { productId })).code).toBe("00");
});
