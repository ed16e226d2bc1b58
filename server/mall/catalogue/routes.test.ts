import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  estimateFreight,
  listCategories,
  listProducts,
  listRushes,
  noticeStock,
  showOffers,
  showProduct,
  suggestProducts,
} from "#contract/mall/product.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import type { NewProduct, NewSku } from "../import/rows.ts";
import { mallUpserter, setProductState } from "../import/upsert-store.ts";
import { loadSkus } from "../price/store.ts";
import { adjustStock } from "../stock/store.ts";

const DAY = 86_400_000;
let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await testApp();
  other = await testApp({ beside: app });
  const put = mallUpserter(app.context.db, new Date(now()));
  for (const [categoryId, parentId, name] of [
    ["1", null, "露营"],
    ["2", "1", "杯壶"],
    ["3", null, "脚垫"],
  ] as const)
    await put.putCategory({ categoryId, parentId, name, iconUrl: "/media/a.svg", place: Number(categoryId) });
  const rule = { firstG: 1_000, nextG: 1_000, freeFromFen: 29_900, isBlocked: false, days: "2–4" };
  await put.putFreight({
    freightId: "1",
    name: "快递",
    rules: [
      { ...rule, provinces: ["710000"], firstFen: 0, nextFen: 0, isBlocked: true },
      { ...rule, provinces: [], firstFen: 1_200, nextFen: 300 },
    ],
  });
});
afterEach(() => {
  app.context.clock.set(null);
  other.context.clock.set(null);
});
afterAll(async () => {
  await other.close();
  await app.close();
});
const now = () => app.context.clock.now();

let count = 0;
/** Adds a published product with one SKU of stock 20. @returns their ids */
async function add(product: Partial<NewProduct> = {}, sku: Partial<NewSku> = {}) {
  const number = String(8_000 + count++);
  const put = mallUpserter(app.context.db, new Date(now()));
  await put.putProduct({
    productId: number,
    kind: "goods",
    categoryId: "2",
    title: `测试杯${number}`,
    subtitle: "一句话",
    coverUrl: "/media/a.svg",
    images: [{ pictureUrl: "/media/a.svg" }],
    content: '<p onclick="x()">好</p><script>alert(1)</script>',
    options: [],
    tags: ["新品"],
    services: [],
    seriesCodes: [],
    saleFrom: null,
    buyMost: null,
    noReturn: false,
    returnDays: 7,
    freightId: "1",
    pickupDealers: null,
    place: 0,
    ...product,
  });
  await put.putSku({
    skuId: `9${number}`,
    productId: number,
    place: 0,
    optionValues: [],
    priceFen: 9_900,
    listFen: 12_900,
    ownerFen: 8_800,
    weightG: 400,
    imageUrl: null,
    isOn: true,
    stock: 20,
    ...sku,
  });
  await setProductState(app.context.db, number, "on", new Date(now()));
  return { productId: number, skuId: `9${number}` };
}
const offerOf = async (skuId: string, token?: string) =>
  (await app.call(showOffers, { skuIds: skuId }, token === undefined ? {} : { token })).data.list[0];

test("J19 products and categories are found in either script", async () => {
  const { productId } = await add({ title: "車載冰箱・發燒款", categoryId: "3" });
  const find = async (keyword: string) =>
    (await app.call(listProducts, { keyword })).data.list.map((one) => one.productId);
  for (const keyword of ["车载冰箱", "車載冰箱", "发烧款", "车载 髮燒款", "chezaibingxiang"])
    expect([keyword, await find(keyword)]).toEqual([keyword, [productId]]);
  expect(await find("腳墊")).toContain(productId);
  expect((await app.call(suggestProducts, { keyword: "车载" })).data).toEqual(["車載冰箱・發燒款"]);
  await setProductState(app.context.db, productId, "off", new Date(now()));
});

test("MA01 lists are searched by title, pinyin and category, sorted, and continued by a cursor", async () => {
  const made = [
    await add({ title: "岚雾保温壶", place: 3 }, { priceFen: 30_000 }),
    await add({ title: "山脊保温壶", place: 2 }, { priceFen: 10_000 }),
    await add({ title: "溪流保温壶", place: 1 }, { priceFen: 20_000 }),
  ].map(({ productId }) => productId);
  const [first, second, third] = made;
  const find = async (args: Parameters<typeof app.call<typeof listProducts>>[1]) =>
    (await app.call(listProducts, args)).data.list.map(({ productId }) => productId);
  expect(await find({ keyword: "保温壶" })).toEqual([third, second, first]);
  expect(await find({ keyword: "baowenhu", sort: "priceUp" })).toEqual([second, third, first]);
  expect(await find({ keyword: "lwbwh" })).toEqual([first]);
  expect(await find({ keyword: "保温壶 shanji" })).toEqual([second]);
  expect(await find({ keyword: "保温壶 100%" })).toEqual([]);
  expect(await find({ keyword: "保温壶", sort: "priceDown", fromFen: 20_000 })).toEqual([first, third]);
  expect(await find({ keyword: "保温壶", categoryId: "1" })).toEqual([third, second, first]);
  expect(await find({ keyword: "保温壶", categoryId: "3" })).toEqual([]);
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await app.call(listProducts, {
      keyword: "保温壶",
      sort: "priceUp",
      size: 1,
      ...(cursor !== undefined && { cursor }),
    });
    paged.push(...data.list.map(({ productId }) => productId));
    cursor = data.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(paged).toEqual([second, third, first]);
  expect((await app.call(listProducts, { sort: "hot", cursor: "!" })).code).not.toBe("200");
  expect((await app.call(suggestProducts, { keyword: "保温" })).data).toEqual([
    "溪流保温壶",
    "山脊保温壶",
    "岚雾保温壶",
  ]);
  const [camping] = (await app.call(listCategories, {})).data;
  expect(camping).toMatchObject({ name: "露营", children: [{ name: "杯壶" }] });
});

test("MA01 a withdrawn product is gone in the other process within 0.2 s, and a draft is nowhere", async () => {
  const { productId, skuId } = await add({ title: "撤下的杯" });
  const list = async () => (await other.call(listProducts, { keyword: "撤下的杯" })).data.list.length;
  expect(await list()).toBe(1);
  expect((await other.call(showProduct, { id: productId })).data.title).toBe("撤下的杯");
  await setProductState(app.context.db, productId, "off", new Date(now()));
  await expect.poll(list, { interval: 20 }).toBe(0);
  await expect.poll(async () => (await other.call(showProduct, { id: productId })).status).toBe(404);
  expect(await offerOf(skuId)).toBeUndefined();
});

test("MA02 a page has its SKUs, and its content is sanitised", async () => {
  const { productId } = await add({}, { stock: 0 });
  const { data } = await app.call(showProduct, { id: productId });
  expect(data).toMatchObject({ state: "soldOut", priceFen: 9_900, listFen: 12_900, ownerFen: 8_800 });
  expect(data.content).toBe("<p>好</p>");
  expect(data.skus).toHaveLength(1);
});

test("MA04 an offer names the units left only up to ten, and follows an adjustment within a second", async () => {
  const { skuId } = await add();
  expect(await offerOf(skuId)).toMatchObject({ stock: "in", left: null });
  const asked = { skuId, reason: "盘点", causeId: "a1", now: new Date(now()) };
  expect(await adjustStock(app.context.db, { ...asked, delta: -10 })).toMatchObject({
    outcome: "done",
    onHand: 10,
  });
  expect(await adjustStock(app.context.db, { ...asked, delta: -10 })).toMatchObject({
    outcome: "again",
    onHand: 10,
  });
  await expect.poll(() => offerOf(skuId), { timeout: 1_000 }).toMatchObject({ stock: "low", left: 10 });
});

test("MA05 MA06 owners pay the owner's price, and a planned price begins and ends by the clock", async () => {
  const { skuId } = await add();
  const { token } = await app.login("13700000001");
  const owner = await app.login("13700000002", { owner: true });
  expect((await offerOf(skuId, token))?.priceFen).toBe(9_900);
  expect((await offerOf(skuId, owner.token))?.priceFen).toBe(8_800);
  const from = now() + DAY;
  await mallUpserter(app.context.db, new Date(now())).putPricePlan({
    planId: `7${skuId}`,
    skuId,
    fromTime: from,
    toTime: from + DAY,
    priceFen: 7_700,
    audience: "everyone",
  });
  const priceAt = async (moment: number) => {
    app.context.clock.set(moment);
    return (await offerOf(skuId, token))?.priceFen;
  };
  expect(await priceAt(from - 1_000)).toBe(9_900);
  expect(await priceAt(from)).toBe(7_700);
  expect(await priceAt(from + DAY)).toBe(9_900);
});

test("MA08 a person is told once when stock comes, and waits for fifty SKUs at most", async () => {
  const { skuId } = await add({}, { stock: 0 });
  const { token, userId } = await app.login("13700000003");
  await app.call(noticeStock, { skuId }, { token });
  await app.call(noticeStock, { skuId }, { token });
  expect(await offerOf(skuId, token)).toMatchObject({ stock: "out", isNoticed: true });
  const news = async () =>
    (
      await sql<{ about_id: string }>`select about_id from mall_news where user_id = ${userId}`.execute(
        app.context.db,
      )
    ).rows;
  await app.modules.mall.tellArrivals();
  expect(await news()).toEqual([]);
  await adjustStock(app.context.db, { skuId, delta: 3, reason: "到货", causeId: "n1", now: new Date(now()) });
  await Promise.all([app.modules.mall.tellArrivals(), other.modules.mall.tellArrivals()]);
  expect(await news()).toEqual([{ about_id: skuId }]);
  expect(await offerOf(skuId, token)).toMatchObject({ isNoticed: false });

  await sql`insert into sku (sku_id, product_id, place, option_values, price_fen, weight_g)
    select '77' || n, ${skuId.slice(1)}, n, '[]', 100, 0 from generate_series(1, 52) n`.execute(
    app.context.db,
  );
  const asked = await Promise.all(
    Array.from({ length: 52 }, (_, n) => app.call(noticeStock, { skuId: `77${n + 1}` }, { token })),
  );
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(50);
});

test("MA38 freight is estimated by province and weight, and blocked regions are refused", async () => {
  const { skuId } = await add();
  const estimate = (provinceCode: string, qty: number) =>
    app.call(estimateFreight, { skuId, qty, provinceCode, cityCode: `${provinceCode.slice(0, 2)}0100` });
  expect((await estimate("310000", 1)).data).toEqual({ freightFen: 1_200, freeFromFen: 29_900, days: "2–4" });
  expect((await estimate("310000", 4)).data.freightFen).toBe(0);
  expect((await estimate("710000", 1)).code).toBe("ADDRESS_OUT");
});

test("MA26 coming and running rushes are listed by their beginning, and do not change the price of others", async () => {
  const { skuId } = await add();
  const rush = { rushId: skuId, skuId, priceFen: 4_900, quota: 10, buyMost: 1 };
  const put = mallUpserter(app.context.db, new Date(now()));
  await put.putRush({ ...rush, fromTime: now() - 1_000, toTime: now() + DAY });
  const { list } = (await app.call(listRushes, {})).data;
  expect(list).toMatchObject([{ skuId, priceFen: 9_900, rush: { priceFen: 4_900, takenPercent: 0 } }]);
  expect(await offerOf(skuId)).toMatchObject({ priceFen: 9_900, rush: { priceFen: 4_900 } });
});

test("MA97 stock never falls below what is reserved, also by adjustments at the same moment", async () => {
  const { skuId } = await add();
  await sql`update sku_stock set reserved = 12 where sku_id = ${skuId}`.execute(app.context.db);
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      adjustStock((at % 2 === 0 ? app : other).context.db, {
        skuId,
        delta: -3,
        reason: "",
        causeId: `r${at}`,
        now: new Date(now()),
      }),
    ),
  );
  expect(outcomes.filter(({ outcome }) => outcome === "done")).toHaveLength(2);
  expect(outcomes.filter(({ outcome }) => outcome === "reserved")).toHaveLength(4);
  const sku = (await loadSkus(app.context.db, [skuId], now())).get(skuId);
  expect(sku).toMatchObject({ onHand: 14, reserved: 12 });
  const { rows } = await sql<{ sum: number }>`
    select sum(on_hand)::int as sum from stock_entry where sku_id = ${skuId}`.execute(app.context.db);
  expect(rows).toEqual([{ sum: 14 }]);
});
