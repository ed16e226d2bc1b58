import { afterAll, beforeAll, expect, test } from "vitest";
import { placeRushOrder, previewCheckout } from "#contract/order/checkout.ts";
import { cancelOrder } from "#contract/order/order.ts";
import { newId } from "../../core/ids.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { orderSteps, type Person } from "../testing/order-steps.ts";
import { stockCounts } from "../testing/test-orders.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
const { person, skuOf } = orderSteps(() => app);

test("MA26 a rush order: captcha, own price and quota, alone; before and after the rush it is refused", async () => {
  const { clock, db } = app.context;
  const start = clock.now();
  const sku = await skuOf({ stock: [9], rush: { priceFen: 4_900, quota: 1, buyMost: 1 }, now: start });
  const [who, late] = [await person(), await person()];
  const args = ({ addressId }: Person) => ({
    skuId: sku.skuId,
    qty: 1,
    delivery: "express" as const,
    addressId,
    payableFen: 4_900,
  });
  const rush = async (one: Person, key: string = newId(), over: object = {}) => {
    const captchaVerifyId = await app.solveCaptcha({ action: "order" }, { token: one.token });
    return app.call(
      placeRushOrder,
      { ...args(one), ...over },
      { token: one.token, idempotencyKey: key, captchaVerifyId },
    );
  };
  const without = await app.call(placeRushOrder, args(who), { token: who.token, idempotencyKey: newId() });
  expect(without.status).toBe(633);
  expect((await rush(who, newId(), { payableFen: 9_900 })).code).toBe("PRICE_CHANGED");
  const first = await rush(who, "rush-key");
  expect(first.data).toMatchObject({ state: "pending", payableFen: 4_900 });
  expect((await rush(who, "rush-key")).data).toEqual(first.data);
  expect((await rush(late)).code).toBe("STOCK_SHORT");
  await app.call(cancelOrder, { id: first.data?.orderId ?? "" }, { token: who.token });
  await expect.poll(async () => (await rush(late)).code).toBe("00");
  try {
    clock.set(start + 3_700_000);
    app.modules.orders.prices.clear();
    expect((await rush(who)).code).toBe("RUSH_OVER");
    clock.set(start - 120_000);
    app.modules.orders.prices.clear();
    expect((await rush(who)).code).toBe("RUSH_SOON");
  } finally {
    clock.set(null);
  }
  const counts = await stockCounts(db, sku.skuId);
  expect(counts).toMatchObject({ reserved: 1, open: 1, enteredReserved: 1 });
});

test("MA14 MA26 the preview of a rush order has its price and limit, and an order at that sum is placed", async () => {
  const now = app.context.clock.now();
  const sku = await skuOf({ stock: [9], rush: { priceFen: 4_900, quota: 3, buyMost: 2 }, now });
  const { token, addressId } = await person();
  const preview = async (qty: number, isRush: boolean) => {
    const lines = [{ skuId: sku.skuId, qty }];
    return (await app.call(previewCheckout, { lines, delivery: "express", addressId, isRush }, { token }))
      .data;
  };
  const quote = await preview(2, true);
  expect(quote.lines).toMatchObject([{ priceFen: 4_900, state: "ok" }]);
  expect(quote.coupons).toEqual([]);
  expect((await preview(3, true)).lines).toMatchObject([{ state: "limit" }]);
  expect((await preview(2, false)).lines[0]?.priceFen).toBeGreaterThan(4_900);
  const captchaVerifyId = await app.solveCaptcha({ action: "order" }, { token });
  const args = { skuId: sku.skuId, qty: 2, delivery: "express" as const, addressId };
  const placed = await app.call(
    placeRushOrder,
    { ...args, payableFen: quote.money.payableFen },
    { token, idempotencyKey: newId(), captchaVerifyId },
  );
  expect(placed.data).toMatchObject({ state: "pending", payableFen: quote.money.payableFen });
});
