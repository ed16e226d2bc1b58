import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addToCart,
  changeCartLine,
  mergeCart,
  removeFromCart,
  showCart,
  showVisitorCart,
  type Cart,
} from "#contract/mall/cart.ts";
import { newId } from "../../core/ids.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { addSampleProduct } from "../../testing/samples/sample-mall.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

let people = 0;
const person = () => app.login(`135${String(32_000_000 + people++)}`);
const product = async (over: Parameters<typeof addSampleProduct>[1] = {}) => {
  const [first, ...rest] = await addSampleProduct(app.context.db, { now: app.context.clock.now(), ...over });
  return { skuId: "", productId: "", ...first, others: rest.map(({ skuId }) => skuId) };
};
const cartOf = async (token: string) => (await app.call(showCart, {}, { token })).data;
const brief = ({ lines }: Cart) => lines.map(({ skuId, qty, state }) => [skuId, qty, state]);
const price = (skuId: string, fen: number) =>
  sql`update sku set price_fen = ${fen} where sku_id = ${skuId}`.execute(app.context.db);

test("MA10 lines are ok, short, sold out or withdrawn, and the price since they were added is told", async () => {
  const { token } = await person();
  const [ok, short, out, gone, off] = [
    await product({ priceFen: 9900 }),
    await product({ stock: [3], priceFen: 5000 }),
    await product({ stock: [2] }),
    await product(),
    await product(),
  ];
  for (const { skuId } of [ok, short, out, gone, off])
    expect((await app.call(addToCart, { skuId, qty: 2 }, { token })).status).toBe(200);
  const { db } = app.context;
  await sql`update sku_stock set reserved = 2 where sku_id in (${short.skuId}, ${out.skuId})`.execute(db);
  await sql`update product set state = 'off' where product_id = ${gone.productId}`.execute(db);
  await sql`update sku set is_on = false where sku_id = ${off.skuId}`.execute(db);
  await price(ok.skuId, 8700);
  const cart = await cartOf(token);
  expect(brief(cart)).toEqual([
    [off.skuId, 2, "gone"],
    [gone.skuId, 2, "gone"],
    [out.skuId, 2, "out"],
    [short.skuId, 2, "short"],
    [ok.skuId, 2, "ok"],
  ]);
  expect(cart.lines.at(-1)).toMatchObject({ addedFen: 9900, priceFen: 8700, left: 10 });
  expect(cart.lines.at(-2)).toMatchObject({ left: 1, addedFen: 5000 });
  // Only what can be bought counts.
  expect([cart.goodsFen, cart.freeFromFen]).toEqual([17_400, 29_900]);
});

test("MA05 MA06 a cart has the owner's price for owners alone, and planned prices by the product's clock", async () => {
  const mobile = `135${String(32_900_000)}`;
  const [{ token }, owner] = [await person(), await app.login(mobile, { owner: true })];
  const { skuId } = await product({ priceFen: 9900 });
  const now = app.context.clock.now();
  await sql`update sku set owner_fen = 8800 where sku_id = ${skuId}`.execute(app.context.db);
  await sql`insert into price_plan (plan_id, sku_id, from_time, to_time, price_fen)
    values (${newId()}, ${skuId}, ${new Date(now + 60_000)}, ${new Date(now + 120_000)}, 7000)`.execute(
    app.context.db,
  );
  for (const one of [token, owner.token]) await app.call(addToCart, { skuId, qty: 1 }, { token: one });
  const prices = async () => [(await cartOf(token)).goodsFen, (await cartOf(owner.token)).goodsFen];
  expect(await prices()).toEqual([9900, 8800]);
  app.context.clock.set(now + 60_000);
  expect(await prices()).toEqual([7000, 7000]);
  app.context.clock.set(now + 120_000);
  expect(await prices()).toEqual([9900, 8800]);
  app.context.clock.set(null);
});

test("MA11 a line has at most 99 units, or as many as one person may buy; it grows, and its choice is kept", async () => {
  const { token } = await person();
  const [free, limited] = [await product({ stock: [500] }), await product({ buyMost: 3 })];
  const add = (skuId: string, qty: number) => app.call(addToCart, { skuId, qty }, { token });
  await add(free.skuId, 60);
  const over = await add(free.skuId, 40);
  expect([over.code, over.message]).toEqual(["BUY_LIMIT", "一种商品最多 99 件"]);
  expect(brief((await add(free.skuId, 39)).data)).toEqual([[free.skuId, 99, "ok"]]);
  await add(limited.skuId, 2);
  expect((await add(limited.skuId, 2)).message).toBe("每人限购 3 件");
  const change = (skuId: string, qty: number, isChosen = true) =>
    app.call(changeCartLine, { skuId, qty, isChosen }, { token });
  expect((await change(limited.skuId, 4)).code).toBe("BUY_LIMIT");
  await change(limited.skuId, 3, false);
  expect((await cartOf(token)).lines[0]).toMatchObject({ qty: 3, isChosen: false });
  // A limit that fell below the line's units does not keep it from being changed.
  await sql`update product set buy_most = 1 where product_id = ${limited.productId}`.execute(app.context.db);
  expect((await change(limited.skuId, 3)).data.lines[0]).toMatchObject({ qty: 3, isChosen: true });
  expect((await change("404", 1)).status).toBe(404);
  expect(brief((await app.call(removeFromCart, { skuIds: [free.skuId, "404"] }, { token })).data)).toEqual([
    [limited.skuId, 3, "ok"],
  ]);
});

test("MA11 a cart has at most 100 lines; a line that exists still grows", async () => {
  const { token, userId } = await person();
  const [first, extra] = [await product(), await product()];
  await app.call(addToCart, { skuId: first.skuId, qty: 1 }, { token });
  const many = await addSampleProduct(app.context.db, { stock: Array.from({ length: 99 }, () => 5) });
  await sql`insert into cart_line (user_id, sku_id, qty, added_fen, created_time)
    select ${userId}, id, 1, 1, now() from unnest(${many.map(({ skuId }) => skuId)}::text[]) as id`.execute(
    app.context.db,
  );
  const refused = await app.call(addToCart, { skuId: extra.skuId, qty: 1 }, { token });
  expect([refused.code, refused.message]).toEqual(["BUY_LIMIT", "购物车最多放 100 种商品，请先清理"]);
  expect((await app.call(addToCart, { skuId: first.skuId, qty: 1 }, { token })).status).toBe(200);
  const joined = await app.call(mergeCart, { lines: [{ skuId: extra.skuId, qty: 1 }] }, { token });
  expect(joined.data.lines).toHaveLength(100);
});

test("MA09 a visitor's cart joins the person's once: the greater quantity stands, in any number of tries", async () => {
  const { token } = await person();
  const [both, more, fresh, off] = [await product(), await product(), await product(), await product()];
  await app.call(addToCart, { skuId: both.skuId, qty: 5 }, { token });
  await app.call(addToCart, { skuId: more.skuId, qty: 1 }, { token });
  await sql`update product set state = 'draft' where product_id = ${off.productId}`.execute(app.context.db);
  const lines = [
    { skuId: fresh.skuId, qty: 2, isChosen: false },
    { skuId: both.skuId, qty: 3 },
    { skuId: more.skuId, qty: 4 },
    { skuId: more.skuId, qty: 2 },
    { skuId: off.skuId, qty: 1 },
    { skuId: "404", qty: 1 },
  ];
  const expected = [
    [fresh.skuId, 2, "ok"],
    [more.skuId, 4, "ok"],
    [both.skuId, 5, "ok"],
  ];
  const first = (await app.call(mergeCart, { lines }, { token })).data;
  expect(new Set(brief(first))).toEqual(new Set(expected));
  expect(first.lines.find(({ skuId }) => skuId === fresh.skuId)?.isChosen).toBe(false);
  expect((await app.call(mergeCart, { lines }, { token })).data).toEqual(first);
  expect((await app.call(mergeCart, { lines: [] }, { token })).data).toEqual(first);
});

test("MA09 a visitor sees prices and states of the SKUs on the device, and nothing of drafts", async () => {
  const [ok, gone, draft] = [await product({ stock: [4] }), await product(), await product()];
  await sql`update product set state = 'off' where product_id = ${gone.productId}`.execute(app.context.db);
  await sql`update product set state = 'draft' where product_id = ${draft.productId}`.execute(app.context.db);
  const skuIds = [gone, ok, draft, ok].map(({ skuId }) => skuId).join(",");
  const { data } = await app.call(showVisitorCart, { skuIds: `${skuIds},404` });
  expect(brief(data)).toEqual([
    [gone.skuId, 1, "gone"],
    [ok.skuId, 1, "ok"],
  ]);
  expect(data.lines[1]).toMatchObject({ left: 4, addedFen: 9900, priceFen: 9900 });
  expect((await app.call(showVisitorCart, { skuIds: "1;2" })).status).toBe(601);
});

test("MA18 a cart is the caller's own, and unknown or withdrawn goods cannot be added", async () => {
  const [own, other] = [await person(), await person()];
  const { skuId, productId } = await product();
  await app.call(addToCart, { skuId, qty: 1 }, { token: own.token });
  const { token } = other;
  expect((await app.call(changeCartLine, { skuId, qty: 9, isChosen: true }, { token })).status).toBe(404);
  await app.call(removeFromCart, { skuIds: [skuId] }, { token });
  expect((await cartOf(own.token)).lines).toHaveLength(1);
  await sql`update product set state = 'draft' where product_id = ${productId}`.execute(app.context.db);
  for (const id of [skuId, "404"])
    expect((await app.call(addToCart, { skuId: id, qty: 1 }, { token })).status).toBe(404);
});

test.each([0, -1, 1.5, 100, 1e9, "2x", null])("MA17 a quantity of %j is refused", async (qty) => {
  const { token } = await person();
  const { skuId } = await product();
  const args = { skuId, qty } as { skuId: string; qty: number };
  expect((await app.call(addToCart, args, { token })).status).toBe(601);
  expect((await app.call(mergeCart, { lines: [args] }, { token })).status).toBe(601);
  expect((await cartOf(token)).lines).toEqual([]);
});
