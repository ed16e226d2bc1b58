import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addAddress } from "#contract/mall/address.ts";
import { placeOrder } from "#contract/order/checkout.ts";
import {
  cancelOrder,
  changeOrderAddress,
  countOrders,
  extendReceipt,
  hideOrder,
  listOrders,
  receiveOrder,
  remindOrder,
  seeMallNews,
  showOrder,
} from "#contract/order/order.ts";
import { orderActions, type OrderAction, type OrderState } from "#contract/order/order-state.ts";
import { newId } from "../../core/ids.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { addSampleCoupons } from "../../testing/samples/sample-mall.ts";
import { lockOrder, moveOrder } from "../index.ts";
import { newAddress, orderSteps, wanted, type Person } from "../testing/order-steps.ts";
import { stockCounts } from "../testing/test-orders.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
const { person, skuOf, place, placed, events, pay, ship } = orderSteps(() => app);

test("MA15 MA16 another price than the server's is refused with the new quote and holds nothing; the same key repeats", async () => {
  const [who, sku] = [await person(), await skuOf()];
  const refused = await place(who, wanted(sku, who, { payableFen: 9_800 }));
  expect(refused.code).toBe("PRICE_CHANGED");
  expect(refused.data).toMatchObject({ money: { payableFen: 9_900 } });
  expect(await stockCounts(app.context.db, sku.skuId)).toMatchObject({ reserved: 0, open: 0 });
  const first = await place(who, wanted(sku, who), "one-key");
  expect(first.data).toMatchObject({ state: "pending", payableFen: 9_900 });
  expect(first.data?.orderNo).toMatch(/^M\d{14}$/);
  expect((await place(who, wanted(sku, who), "one-key")).data).toEqual(first.data);
  expect((await place(who, wanted(sku, who, { remark: "放门口" }), "one-key")).status).toBe(409);
  expect(await stockCounts(app.context.db, sku.skuId)).toMatchObject({ reserved: 1, open: 1 });
  const withoutKey = await app.call(placeOrder, wanted(sku, who), { token: who.token });
  expect(withoutKey.status).toBe(601);
});

test("MA07 MA12 an order shows its snapshot and a masked mobile, and nothing to others", async () => {
  const [who, other, sku] = [await person(), await person(), await skuOf()];
  const id = await placed(who, sku, { remark: "请放前台" });
  await sql`update product set title = '新名字', state = 'off' where product_id = ${sku.productId}`.execute(
    app.context.db,
  );
  const { data } = await app.call(showOrder, { id }, { token: who.token });
  expect(data).toMatchObject({
    stateText: "待付款",
    remark: "请放前台",
    lines: [{ title: "车载保温杯", priceFen: 9_900, netFen: 9_900 }],
    address: { name: "林晓岚", mobile: "138****5678", detail: "龙腾大道 2555 号 3 栋" },
    actions: ["pay", "cancel", "changeAddress"],
    timeline: [{ text: "已下单" }],
  });
  expect((await app.call(showOrder, { id }, { token: other.token })).status).toBe(404);
  for (const call of [cancelOrder, receiveOrder, hideOrder, remindOrder, extendReceipt])
    expect((await app.call(call, { id }, { token: other.token })).status).toBe(404);
  const { rows } = await sql<{ text: string }>`
    select concat(order_recipient, remark) as text from mall_order where order_id = ${id}`.execute(
    app.context.db,
  );
  expect(rows[0]?.text).not.toContain("13800135678");
});

test("MA35 cancelled without a payment attempt: stock, coupon and count are back in the same transaction", async () => {
  const { db, clock } = app.context;
  const [who, sku] = [await person(), await skuOf({ buyMost: 2 })];
  const activityId = newId();
  await app.modules.activities.addActivities([sampleActivity(clock.now(), { activityId })]);
  const terms = { use: "amount", offFen: 2_000, fromFen: 0 };
  const [couponId = ""] = await addSampleCoupons(db, activityId, [who.userId], terms);
  const id = await placed(who, sku, { payableFen: 7_900 });
  const held = await sql`select order_id, used_time from coupon where coupon_id = ${couponId}`.execute(db);
  expect(held.rows).toEqual([{ order_id: id, used_time: null }]);
  const { data } = await app.call(cancelOrder, { id, reason: "不想要了" }, { token: who.token });
  expect(data).toMatchObject({ state: "cancelled", actions: ["again", "hide"] });
  expect(await events(id)).toEqual(["pending person", "pending closing person", "closing cancelled person"]);
  const free = await sql`select order_id from coupon where coupon_id = ${couponId}`.execute(db);
  expect(free.rows).toEqual([{ order_id: null }]);
  const bought = await sql`select units from bought_count where user_id = ${who.userId}`.execute(db);
  expect(bought.rows).toEqual([{ units: 0 }]);
  expect(await stockCounts(db, sku.skuId)).toMatchObject({ reserved: 0, open: 0, enteredReserved: 0 });
  // A second one gives the first one's answer.
  const again = await app.call(cancelOrder, { id }, { token: who.token });
  expect(again.data).toMatchObject({ state: "cancelled" });
  expect(await events(id)).toHaveLength(3);
});

test("MA36 MA77 an unpaid order ends at its deadline and not before; its coupon holds past the coupon's own end", async () => {
  const { db, clock } = app.context;
  const [who, sku] = [await person(), await skuOf()];
  const activityId = newId();
  const start = clock.now();
  await app.modules.activities.addActivities([sampleActivity(start, { activityId })]);
  const [couponId = ""] = await addSampleCoupons(db, activityId, [who.userId], {
    use: "amount",
    offFen: 100,
    fromFen: 0,
  });
  await sql`update coupon set valid_to = ${new Date(start + 60_000)} where coupon_id = ${couponId}`.execute(
    db,
  );
  const id = await placed(who, sku, { payableFen: 9_800 });
  try {
    app.context.clock.set(start + 1_700_000);
    await app.modules.orders.workDeadlines();
    expect(await events(id)).toEqual(["pending person"]);
    app.context.clock.set(start + 1_900_000);
    await Promise.all([app.modules.orders.workDeadlines(), app.modules.orders.workDeadlines()]);
  } finally {
    app.context.clock.set(null);
  }
  expect(await events(id)).toEqual(["pending person", "pending closing system", "closing cancelled system"]);
  const { data } = await app.call(countOrders, {}, { token: who.token });
  expect(data?.news).toMatchObject([{ kind: "closed", aboutId: id, text: "车载保温杯的订单已关闭" }]);
  await app.call(seeMallNews, {}, { token: who.token });
  expect((await app.call(countOrders, {}, { token: who.token })).data?.news).toEqual([]);
});

test("MA54 paid while closing at the deadline: paid, stock kept; MA55 cancelled by its person and paid: refunded as a whole", async () => {
  const { db } = app.context;
  const [who, sku] = [await person(), await skuOf()];
  for (const by of ["deadline", "person"] as const) {
    const id = await placed(who, sku);
    await db.transaction().execute(async (transaction) => {
      const order = await lockOrder(transaction, id);
      if (order)
        await moveOrder(
          transaction,
          order,
          "close",
          { by: by === "person" ? by : "system", why: by, now: new Date() },
          { closing_by: by, close_due_time: new Date(Date.now() + 60_000) },
        );
    });
    const { order, refundFen } = await pay(id);
    const outcome =
      by === "deadline" ? { state: "paid", refundFen: 0 } : { state: "refunded", refundFen: 9_900 };
    expect({ state: order.state, refundFen }).toEqual(outcome);
    const { reserved, open, enteredReserved } = await stockCounts(db, sku.skuId);
    expect([reserved, open, enteredReserved]).toEqual([1, 1, 1]);
  }
});

test("MA62 the address is changed once, at the same freight", async () => {
  const [who, sku] = [await person(), await skuOf({ freightFen: 1_200 })];
  const id = await placed(who, sku, { payableFen: 11_100 });
  const addressIn = async (provinceCode: string, cityCode: string, districtCode: string) => {
    const address = { ...newAddress, provinceCode, cityCode, districtCode, name: "周明" };
    return (await app.call(addAddress, address, { token: who.token })).data?.addressId ?? "";
  };
  const blocked = await addressIn("540000", "540100", "540102");
  const hangzhou = await addressIn("330000", "330100", "330106");
  const change = (addressId: string) => app.call(changeOrderAddress, { id, addressId }, { token: who.token });
  expect((await change(blocked)).code).toBe("ADDRESS_OUT");
  expect((await change("404")).status).toBe(404);
  expect((await change(hangzhou)).data?.address).toMatchObject({
    name: "周明",
    divisionName: "浙江省杭州市西湖区",
  });
  expect((await change(hangzhou)).code).toBe("00");
  expect((await change(who.addressId)).code).toBe("ORDER_STATE");
});

test("MA62 rules of freight that changed after the order do not hinder a change of its address", async () => {
  const { db } = app.context;
  const [who, sku] = [await person(), await skuOf({ freightFen: 1_200 })];
  const addressIn = async (provinceCode: string, cityCode: string, districtCode: string) => {
    const address = { ...newAddress, provinceCode, cityCode, districtCode, name: "周明" };
    return (await app.call(addAddress, address, { token: who.token })).data?.addressId ?? "";
  };
  const [one, other] = [
    await placed(who, sku, { payableFen: 11_100 }),
    await placed(who, sku, { payableFen: 11_100 }),
  ];
  const [jingan, guangzhou, hangzhou] = [
    await addressIn("310000", "310100", "310106"),
    await addressIn("440000", "440100", "440106"),
    await addressIn("330000", "330100", "330106"),
  ];
  const free = { firstG: 1_000, nextG: 1_000, nextFen: 0, freeFromFen: null, isBlocked: false, days: "3 天" };
  const rules = [
    { ...free, provinces: ["440000"], firstFen: 2_000 },
    { ...free, provinces: [], firstFen: 1_500 },
  ];
  await sql`update freight set rules = ${JSON.stringify(rules)}::jsonb where freight_id = ${sku.productId}`.execute(
    db,
  );
  const change = (id: string, addressId: string) =>
    app.call(changeOrderAddress, { id, addressId }, { token: who.token });
  expect((await change(one, guangzhou)).code).toBe("ADDRESS_OUT");
  expect((await change(one, hangzhou)).data?.address).toMatchObject({ divisionName: "浙江省杭州市西湖区" });
  const inProvince = await change(other, jingan);
  expect(inProvince.data?.address).toMatchObject({ divisionName: "上海市静安区" });
  expect(inProvince.data?.money).toMatchObject({ freightFen: 1_200, payableFen: 11_100 });
});

test("MA61 each call accepts an order exactly if its action is shown, in every state", async () => {
  const steps: Partial<Record<OrderAction, typeof cancelOrder>> = {
    cancel: cancelOrder,
    receive: receiveOrder as unknown as typeof cancelOrder,
    extend: extendReceipt as unknown as typeof cancelOrder,
    hide: hideOrder as unknown as typeof cancelOrder,
    remind: remindOrder as unknown as typeof cancelOrder,
  };
  const bring: Record<string, (id: string, who: Person) => Promise<unknown>> = {
    pending: () => Promise.resolve(),
    cancelled: (id, { token }) => app.call(cancelOrder, { id }, { token }),
    paid: (id) => pay(id),
    shipping: async (id) => {
      await pay(id);
      await ship(id);
    },
  };
  const sku = await skuOf({ stock: [100] });
  for (const [state, reach] of Object.entries(bring) as [OrderState, (typeof bring)[string]][])
    for (const action of orderActions) {
      const call = steps[action];
      if (!call) continue;
      const who = await person();
      const id = await placed(who, sku);
      await reach(id, who);
      const before = await app.call(showOrder, { id }, { token: who.token });
      const count = (await events(id)).length;
      const { code, data } = await app.call(call, { id }, { token: who.token });
      const isShown = before.data?.actions.includes(action) ?? false;
      const hasChanged =
        JSON.stringify({ ...data, serverTime: "" }) !== JSON.stringify({ ...before.data, serverTime: "" });
      expect([state, action, code === "00" && hasChanged]).toEqual([state, action, isShown]);
      expect((await events(id)).length >= count).toBe(true);
    }
});

test("MA61 tabs and counts follow the states; hidden orders are in none", async () => {
  const [who, sku] = [await person(), await skuOf({ stock: [20] })];
  const ids = [
    await placed(who, sku),
    await placed(who, sku),
    await placed(who, sku),
    await placed(who, sku),
  ];
  const [, paid = "", sent = "", gone = ""] = ids;
  await pay(paid);
  await pay(sent);
  await ship(sent);
  await app.call(cancelOrder, { id: gone }, { token: who.token });
  const { data } = await app.call(countOrders, {}, { token: who.token });
  expect(data).toMatchObject({ pending: 1, paid: 1, shipping: 1, done: 0, afterSale: 0 });
  const first = await app.call(listOrders, { size: 3 }, { token: who.token });
  expect(first.data?.list.map(({ orderId }) => orderId)).toEqual(ids.toReversed().slice(0, 3));
  const next = await app.call(
    listOrders,
    { size: 3, cursor: first.data?.nextCursor ?? "" },
    { token: who.token },
  );
  expect([next.data?.list.map(({ orderId }) => orderId), next.data?.nextCursor]).toEqual([[ids[0]], null]);
  expect((await app.call(listOrders, { cursor: "abc" }, { token: who.token })).status).toBe(601);
  await app.call(hideOrder, { id: gone }, { token: who.token });
  expect((await app.call(listOrders, {}, { token: who.token })).data?.list).toHaveLength(3);
});
