import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import { newId } from "../../core/ids.ts";
import { waitForLockWaiter } from "../../testing/database/wait-for-lock.ts";
import { addPeople } from "../../testing/races/race-people.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { addSampleCoupons, addSampleProduct, type SampleSku } from "../../testing/samples/sample-mall.ts";
import { sampleOrder, stockCounts } from "../testing/test-orders.ts";
import type { NewOrder, OrderWriteResult } from "./new-order.ts";
import { COMMON_KEY, orderWriter } from "./writer.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const addSku = async (over: Parameters<typeof addSampleProduct>[1] = {}): Promise<SampleSku> => {
  const [sku] = await addSampleProduct(app.context.db, over);
  if (!sku) throw new Error("no SKU");
  return sku;
};
const addUsers = async (count: number): Promise<string[]> =>
  (await addPeople(app.context.db, count)).map(({ userId }) => userId);
/** Two or more writers, as of so many processes; each order goes to the next one. */
function addersOf(count: number) {
  const writers = Array.from({ length: count }, () => orderWriter(app.context.db));
  return (at: number, key: string, order: NewOrder): Promise<OrderWriteResult> => {
    const writer = writers[at % count];
    if (!writer) throw new Error("no writer");
    return writer.add(key, order);
  };
}
const kinds = (results: readonly { kind: string }[]): string[] => results.map(({ kind }) => kind);
const countOf = (results: readonly { kind: string }[], kind: string): number =>
  results.filter((one) => one.kind === kind).length;

/** Two processes order two of three units each: the other has read and not written yet. */
async function orderDuringAnother(isGuarded: boolean) {
  const sku = await addSku({ stock: [3] });
  const [one = "", other = ""] = await addUsers(2);
  const [hasRead, mayWrite] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = orderWriter(app.context.db, {
    isGuarded,
    beforeWrite: () => {
      hasRead.resolve();
      return mayWrite.promise;
    },
  });
  const first = slow.add(COMMON_KEY, sampleOrder(one, [{ ...sku, qty: 2 }]));
  await hasRead.promise;
  const second = orderWriter(app.context.db, { isGuarded }).add(
    COMMON_KEY,
    sampleOrder(other, [{ ...sku, qty: 2 }]),
  );
  if (isGuarded) await waitForLockWaiter(app);
  else await second;
  mayWrite.resolve();
  const results = await Promise.all([first, second]);
  return { kinds: kinds(results), counts: await stockCounts(app.context.db, sku.skuId) };
}

test("MA20 two writers cannot order more units than there are", async () => {
  const { kinds: told, counts } = await orderDuringAnother(true);
  expect(told).toEqual(["placed", "short"]);
  expect(counts).toMatchObject({ onHand: 3, reserved: 2, open: 2, enteredReserved: 2 });
});

test("MA22 without lock and check the same writers oversell", async () => {
  await sql`alter table sku_stock drop constraint sku_stock_reserved`.execute(app.context.db);
  const { counts } = await orderDuringAnother(false);
  expect(counts).toMatchObject({ onHand: 3, reserved: 4, open: 4 });
  await sql`delete from order_line where sku_id in (select sku_id from sku_stock where reserved > on_hand)`.execute(
    app.context.db,
  );
  await sql`update sku_stock set reserved = 0 where reserved > on_hand`.execute(app.context.db);
  await sql`alter table sku_stock add constraint sku_stock_reserved check (reserved between 0 and on_hand)`.execute(
    app.context.db,
  );
});

test("MA20 MA23 a crowd on two writers orders exactly what there is", async () => {
  const sku = await addSku({ stock: [70] });
  const users = await addUsers(120);
  const add = addersOf(2);
  const results = await Promise.all(users.map((user, at) => add(at, sku.skuId, sampleOrder(user, [sku]))));
  expect([countOf(results, "placed"), countOf(results, "short")]).toEqual([70, 50]);
  expect(await stockCounts(app.context.db, sku.skuId)).toEqual({
    onHand: 70,
    reserved: 70,
    open: 70,
    enteredOnHand: 70,
    enteredReserved: 70,
  });
});

test("MA21 orders of several SKUs hold all lines or none; eight writers with random sets do not deadlock", async () => {
  const skus = await addSampleProduct(app.context.db, { stock: [30, 30, 30, 30, 30] });
  const users = await addUsers(160);
  const add = addersOf(8);
  const chosen = users.map((_user, at) => {
    const picked = skus.filter((_sku, place) => (at * 7 + place * 5) % 3 !== 0);
    return at % 2 === 0 ? picked : picked.toReversed();
  });
  const results = await Promise.all(
    users.map((user, at) => add(at, COMMON_KEY, sampleOrder(user, chosen[at] ?? []))),
  );
  const placed = results.flatMap((one, at) => (one.kind === "placed" ? [at] : []));
  expect(results.every((one) => one.kind === "placed" || one.kind === "short")).toBe(true);
  for (const sku of skus) {
    const wanted = placed.filter((at) => chosen[at]?.includes(sku)).length;
    const counts = await stockCounts(app.context.db, sku.skuId);
    expect(counts).toEqual({
      onHand: 30,
      reserved: wanted,
      open: wanted,
      enteredOnHand: 30,
      enteredReserved: wanted,
    });
    expect(wanted).toBeLessThanOrEqual(30);
  }
});

test("MA16 the same key gives the same order, in one batch and over processes; another body is a conflict", async () => {
  const [sku, other] = await addSampleProduct(app.context.db, { stock: [50, 50] });
  const [user = ""] = await addUsers(1);
  if (!sku || !other) throw new Error("no SKU");
  const add = addersOf(2);
  const results = await Promise.all(
    Array.from({ length: 20 }, (_none, at) =>
      add(at, COMMON_KEY, sampleOrder(user, [sku], { idempotency_key: "k", body_hash: "one" })),
    ),
  );
  const ids = results.map((one) => (one.kind === "placed" ? one.order.order_id : one.kind));
  expect(new Set(ids).size).toBe(1);
  expect(results.filter((one) => one.kind === "placed" && one.isNew)).toHaveLength(1);
  expect(await stockCounts(app.context.db, sku.skuId)).toMatchObject({ reserved: 1, open: 1 });
  const changed = await add(
    0,
    COMMON_KEY,
    sampleOrder(user, [other], { idempotency_key: "k", body_hash: "other" }),
  );
  expect(changed.kind).toBe("conflict");
});

test("MA16 the same key at the same moment with other SKUs, under no common lock: nobody else of the batch fails", async () => {
  const skus = await addSampleProduct(app.context.db, { stock: [20, 20] });
  const [sku, other] = skus;
  const [user = "", neighbour = ""] = await addUsers(2);
  if (!sku || !other) throw new Error("no SKU");
  const [hasRead, mayWrite] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const isParallel = app.context.databaseKind === "postgres";
  const slow = orderWriter(app.context.db, {
    isGuarded: true,
    beforeWrite: () => {
      hasRead.resolve();
      return isParallel ? mayWrite.promise : Promise.resolve();
    },
  });
  const key = newId();
  const batch = Promise.all([
    slow.add(COMMON_KEY, sampleOrder(user, [sku], { idempotency_key: key, body_hash: "one" })),
    slow.add(COMMON_KEY, sampleOrder(neighbour, [sku])),
  ]);
  await hasRead.promise;
  const meanwhile = await orderWriter(app.context.db).add(
    COMMON_KEY,
    sampleOrder(user, [other], { idempotency_key: key, body_hash: "other" }),
  );
  mayWrite.resolve();
  const [own, next] = await batch;
  expect([meanwhile.kind, own.kind].sort()).toEqual(["conflict", "placed"]);
  expect(next.kind).toBe("placed");
  const counts = await Promise.all(skus.map(({ skuId }) => stockCounts(app.context.db, skuId)));
  for (const { reserved, open, enteredReserved } of counts)
    expect([open, enteredReserved]).toEqual([reserved, reserved]);
  expect(counts.reduce((sum, { reserved }) => sum + reserved, 0)).toBe(2);
});

test("MA24 the limit of a person holds under two phones at once, over SKUs of a product", async () => {
  const skus = await addSampleProduct(app.context.db, { stock: [50, 50], buyMost: 3 });
  const [user = ""] = await addUsers(1);
  const add = addersOf(2);
  const results = await Promise.all(
    Array.from({ length: 12 }, (_none, at) => {
      const sku = skus[at % 2];
      if (!sku) throw new Error("no SKU");
      const limits = [{ about: `product ${sku.productId}`, units: 1, most: 3 }];
      return add(at, COMMON_KEY, sampleOrder(user, [sku], { limits }));
    }),
  );
  expect([countOf(results, "placed"), countOf(results, "limit")]).toEqual([3, 9]);
  expect(results.find((one) => one.kind === "limit")).toMatchObject({ most: 3, bought: 3 });
});

test("MA33 of two orders at once with one coupon, one has it; another person's or a used one is refused", async () => {
  const { db } = app.context;
  const activityId = newId();
  await app.modules.activities.addActivities([sampleActivity(Date.now(), { activityId })]);
  const [user = "", stranger = ""] = await addUsers(2);
  const sku = await addSku({ stock: [50] });
  const [coupon = ""] = await addSampleCoupons(db, activityId, [user], {
    use: "amount",
    offFen: 2_000,
    fromFen: 0,
  });
  const add = addersOf(2);
  const withCoupon = (userId: string) =>
    sampleOrder(userId, [sku], { coupon_id: coupon, payable_fen: 9_900 });
  expect((await add(0, COMMON_KEY, withCoupon(stranger))).kind).toBe("coupon");
  const results = await Promise.all([
    add(0, COMMON_KEY, withCoupon(user)),
    add(1, COMMON_KEY, withCoupon(user)),
  ]);
  expect(kinds(results).sort()).toEqual(["coupon", "placed"]);
  const { rows } = await sql<{ held: number }>`
    select count(*)::int as held from mall_order where coupon_id = ${coupon}`.execute(db);
  expect(rows).toEqual([{ held: 1 }]);
});

test("MA25 a row that the database refuses fails alone", async () => {
  const sku = await addSku({ stock: [50] });
  const users = await addUsers(20);
  const writer = orderWriter(app.context.db);
  const results = await Promise.allSettled(
    users.map((user, at) => writer.add(COMMON_KEY, sampleOrder(at === 7 ? "404" : user, [sku]))),
  );
  expect(results.flatMap(({ status }, at) => (status === "rejected" ? [at] : []))).toEqual([7]);
  expect(await stockCounts(app.context.db, sku.skuId)).toMatchObject({ reserved: 19, open: 19 });
});

test("MA19 an order number that is taken is told, so that another is made", async () => {
  const sku = await addSku();
  const [one = "", other = ""] = await addUsers(2);
  const writer = orderWriter(app.context.db);
  const first = await writer.add(COMMON_KEY, sampleOrder(one, [sku], { order_no: "M26112700000001" }));
  const second = await writer.add(COMMON_KEY, sampleOrder(other, [sku], { order_no: "M26112700000001" }));
  expect([first.kind, second.kind]).toEqual(["placed", "numberTaken"]);
  expect(await stockCounts(app.context.db, sku.skuId)).toMatchObject({ reserved: 1, open: 1 });
});

test("MA28 an order that costs nothing is paid in its own transaction", async () => {
  const sku = await addSku();
  const [user = ""] = await addUsers(1);
  const order = sampleOrder(user, [sku]);
  const free = {
    ...order,
    goods_fen: 0,
    payable_fen: 0,
    lines: order.lines.map((line) => ({ ...line, price_fen: 0, net_fen: 0 })),
  };
  const result = await orderWriter(app.context.db).add(COMMON_KEY, free);
  expect(result).toMatchObject({ kind: "placed", order: { state: "paid" } });
  const { rows } = await sql`
    select from_state, to_state, by from order_event where order_id = ${order.order_id} order by event_id`.execute(
    app.context.db,
  );
  expect(rows).toEqual([
    { from_state: null, to_state: "pending", by: "person" },
    { from_state: "pending", to_state: "paid", by: "system" },
  ]);
});

test("MA26 a rush has its own quota within the stock, and its own limit per person", async () => {
  const sku = await addSku({ stock: [50], rush: { priceFen: 4_900, quota: 4, buyMost: 2 } });
  const users = await addUsers(6);
  const add = addersOf(2);
  const rushOrder = (user: string, qty: number) =>
    sampleOrder(user, [{ ...sku, qty }], {
      rush_id: sku.rushId,
      limits: [{ about: `rush ${sku.rushId}`, units: qty, most: 2 }],
    });
  const [first = ""] = users;
  expect((await add(0, sku.skuId, rushOrder(first, 3))).kind).toBe("limit");
  const results = await Promise.all(users.map((user, at) => add(at, sku.skuId, rushOrder(user, 1))));
  expect([countOf(results, "placed"), countOf(results, "short")]).toEqual([4, 2]);
});
