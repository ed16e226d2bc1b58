import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addAddress } from "#contract/mall/address.ts";
import { previewCheckout, type Quote } from "#contract/order/checkout.ts";
import type { ArgsOf } from "#contract/core/call.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { addSampleCoupons, addSampleProduct } from "../../testing/samples/sample-mall.ts";

let app: TestApp;
const ACTIVITY = "1953000000000009001";
beforeAll(async () => {
  app = await testApp();
  await app.modules.activities.addActivities([
    sampleActivity(app.context.clock.now(), { activityId: ACTIVITY }),
  ]);
});
afterAll(() => app.close());

let people = 0;
const person = () => app.login(`135${String(33_000_000 + people++)}`);
const product = async (over: Parameters<typeof addSampleProduct>[1] = {}) =>
  (await addSampleProduct(app.context.db, { freightFen: 1200, ...over }))[0] ?? { skuId: "", productId: "" };
const entry = { name: "林晓岚", mobile: "13912345678", detail: "南京西路 1 号" };
const shanghai = { ...entry, provinceCode: "310000", cityCode: "310100", districtCode: "310106" };
const lhasa = { ...entry, provinceCode: "540000", cityCode: "540100", districtCode: "540102" };
const addressOf = async (token: string, address: typeof shanghai) =>
  (await app.call(addAddress, address, { token })).data.addressId;
const preview = (
  token: string,
  args: Partial<ArgsOf<typeof previewCheckout>> & { lines: Quote["lines"] | object[] },
) => app.call(previewCheckout, { delivery: "express", ...args } as ArgsOf<typeof previewCheckout>, { token });
const coupon = async (userId: string, terms: object): Promise<string> =>
  (await addSampleCoupons(app.context.db, ACTIVITY, [userId], terms))[0] ?? "";

/** Number of rows of every table, and the changed ones of those that an order writes. */
async function rowsOfAllTables(): Promise<unknown> {
  const { db } = app.context;
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('user_session', 'spent_nonce', 'pace_count', 'process_number')`.execute(db);
  const counts: Record<string, unknown> = {};
  for (const { name } of tables)
    counts[name] = (
      await sql`select count(*)::int as n, md5(string_agg(t::text, '' order by t::text)) from ${sql.table(name)} t`.execute(
        db,
      )
    ).rows;
  return counts;
}

test("MA14 the preview changes nothing and picks the coupon that saves most; each other one has its reason", async () => {
  const [{ token, userId }, mug, mat] = [
    await person(),
    await product(),
    await product({ priceFen: 20_000 }),
  ];
  const addressId = await addressOf(token, shanghai);
  const small = await coupon(userId, { use: "amount", offFen: 500, fromFen: 0 });
  const best = await coupon(userId, { use: "rate", payPerMille: 900, fromFen: 0 });
  const far = await coupon(userId, { use: "amount", offFen: 9000, fromFen: 50_000 });
  const scoped = await coupon(userId, { use: "amount", offFen: 9000, fromFen: 0, productIds: ["404"] });
  const held = await coupon(userId, { use: "amount", offFen: 9000, fromFen: 0 });
  const desk = await coupon(userId, { use: "amount", offFen: 1, fromFen: 0 });
  const { db } = app.context;
  await sql`update benefit set terms = null where benefit_id = (select benefit_id from coupon where coupon_id = ${desk})`.execute(
    db,
  );
  await sql`update coupon set used_time = now() where coupon_id = ${held}`.execute(db);
  const lines = [
    { skuId: mug.skuId, qty: 1 },
    { skuId: mat.skuId, qty: 1 },
  ];
  const before = await rowsOfAllTables();
  const { data } = await preview(token, { lines });
  expect(await rowsOfAllTables()).toEqual(before);
  expect(data.couponId).toBe(best);
  expect(data.addressId).toBe(addressId);
  expect(data.money).toEqual({
    goodsFen: 29_900,
    freightFen: 2400,
    couponFen: 2990,
    freightCouponFen: 0,
    payableFen: 29_310,
  });
  expect(data.lines.map(({ netFen }) => netFen)).toEqual([8910, 18_000]);
  const judged = data.coupons.map(({ coupon: { couponId }, isUsable, why, saveFen }) => [
    couponId,
    isUsable ? saveFen : why,
  ]);
  expect(judged.slice(0, 2)).toEqual([
    [best, 2990],
    [small, 500],
  ]);
  expect(new Map(judged.slice(2) as [string, string][])).toEqual(
    new Map([
      [far, "适用商品还差 ¥201"],
      [scoped, "不适用于所选商品"],
      [desk, "仅限到店使用"],
    ]),
  );
});

test("MA14 of equal savings the coupon that ends first is picked; a chosen one or none is as the person says", async () => {
  const [{ token, userId }, { skuId }] = [await person(), await product()];
  const terms = { use: "amount", offFen: 1000, fromFen: 0 };
  const [late, early] = [await coupon(userId, terms), await coupon(userId, terms)];
  const other = await coupon(userId, { use: "amount", offFen: 100, fromFen: 0 });
  await sql`update coupon set valid_to = valid_to - interval '1 hour' where coupon_id = ${early}`.execute(
    app.context.db,
  );
  const lines = [{ skuId, qty: 1 }];
  const picked = async (over: object) => (await preview(token, { lines, ...over })).data;
  expect((await picked({})).couponId).toBe(early);
  expect((await picked({ couponId: late })).couponId).toBe(late);
  expect((await picked({ couponId: other })).money).toMatchObject({ couponFen: 100 });
  expect((await picked({ noCoupon: true })).money).toMatchObject({ couponFen: 0, payableFen: 11_100 });
});

test("MA38 freight follows the address: none yet, by weight, blocked, and free from a sum before discounts", async () => {
  const [{ token, userId }, { skuId }] = [await person(), await product({ stock: [50] })];
  const money = async (qty: number, over = {}) =>
    (await preview(token, { lines: [{ skuId, qty }], ...over })).data;
  const none = await money(1);
  expect([none.addressId, none.warnings, none.money.freightFen]).toEqual([null, ["请填写收货地址"], 1200]);
  const [near, far] = [await addressOf(token, shanghai), await addressOf(token, lhasa)];
  expect((await money(1, { addressId: near })).freight).toEqual({ missingFen: 20_000, days: "2–4 天" });
  const out = await preview(token, { lines: [{ skuId, qty: 1 }], addressId: far });
  expect([out.code, out.data]).toEqual(["ADDRESS_OUT", { skuIds: [skuId] }]);
  await coupon(userId, { use: "amount", offFen: 9000, fromFen: 0 });
  // Free from ¥299 of goods, although the coupon leaves ¥306 − ¥90.
  expect((await money(4, { addressId: near })).money).toMatchObject({ freightFen: 0, payableFen: 30_600 });
  expect((await money(1, { delivery: "pickup" })).money.freightFen).toBe(0);
});

test("MA14 lines that cannot be bought are told and not counted", async () => {
  const { token, userId } = await person();
  const [ok, out, limited] = [await product(), await product({ stock: [0] }), await product({ buyMost: 2 })];
  const off = await product();
  const { db } = app.context;
  await sql`insert into bought_count (user_id, about, units) values (${userId}, ${`product ${limited.productId}`}, 1)`.execute(
    db,
  );
  await sql`update product set state = 'off', title = '旧款脚垫' where product_id = ${off.productId}`.execute(
    db,
  );
  await addressOf(token, shanghai);
  const lines = [ok, out, limited, off].map(({ skuId }) => ({ skuId, qty: 2 }));
  const { data } = await preview(token, { lines });
  expect(data.lines.map(({ state }) => state)).toEqual(["ok", "out", "limit", "gone"]);
  expect(data.money).toMatchObject({ goodsFen: 19_800, payableFen: 21_000 });
  expect(data.warnings).toEqual([
    "「车载保温杯」已售罄",
    "「车载保温杯」每人限购 2 件，您已购 1 件",
    "「旧款脚垫」已下架或尚未开售",
  ]);
});

test("MA18 an address or a coupon of another person, unknown goods and drafts are not found", async () => {
  const [own, other, { skuId }, draft] = [await person(), await person(), await product(), await product()];
  await sql`update product set state = 'draft' where product_id = ${draft.productId}`.execute(app.context.db);
  const addressId = await addressOf(other.token, shanghai);
  const couponId = await coupon(other.userId, { use: "amount", offFen: 100, fromFen: 0 });
  const lines = [{ skuId, qty: 1 }];
  for (const args of [
    { lines, addressId },
    { lines, couponId },
    { lines, delivery: "pickup" as const, dealerId: "404" },
    { lines: [{ skuId: "404", qty: 1 }] },
    { lines: [{ skuId: draft.skuId, qty: 1 }] },
  ])
    expect((await preview(own.token, args)).status).toBe(404);
});

test("MA17 prices and discounts of the client are not read, and quantities that are none are refused", async () => {
  const [{ token }, { skuId }] = [await person(), await product({ stock: [500] })];
  const lines = [{ skuId, qty: 1, priceFen: 1, netFen: 1 }];
  const forged = await preview(token, { lines, money: { payableFen: 1 }, freightFen: 0 } as never);
  expect(forged.data.money).toMatchObject({ goodsFen: 9900, payableFen: 11_100 });
  for (const qty of [0, -1, 0.5, 1e9, 100])
    expect((await preview(token, { lines: [{ skuId, qty }] })).status).toBe(601);
  expect((await preview(token, { lines: [] })).status).toBe(601);
  // Two lines of one SKU are one.
  const twice = [
    { skuId, qty: 60 },
    { skuId, qty: 40 },
  ];
  expect((await preview(token, { lines: twice })).status).toBe(601);
  const joined = await preview(token, {
    lines: [
      { skuId, qty: 1 },
      { skuId, qty: 2 },
    ],
  });
  expect(joined.data.lines.map(({ qty }) => qty)).toEqual([3]);
});
