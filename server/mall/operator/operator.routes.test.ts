import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyScope, type GrantScope } from "#contract/console/scope.ts";
import { showProduct } from "#contract/mall/product.ts";
import { newId } from "../../core/ids.ts";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { addSampleProduct } from "../../testing/samples/sample-mall.ts";
import {
  adjustStockByOperator,
  countManagedProducts,
  findManagedProduct,
  listManagedProducts,
  listReservations,
  listStock,
  publishProduct,
  saveProduct,
  type ManagedProductDetail,
  type SavedProduct,
} from "../index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
const db = () => app.context.db;
const now = () => new Date(app.context.clock.now());
const every = [everyScope];
const dealerScope = (...dealers: string[]): GrantScope => ({ ...everyScope, dealers });
const by = (scopes: readonly GrantScope[] = every) => ({ by: commandLineActor, now: now(), scopes });

async function productOf(over: Parameters<typeof addSampleProduct>[1] = {}) {
  const skus = await addSampleProduct(db(), over);
  return { productId: skus[0]?.productId ?? "", skuIds: skus.map(({ skuId }) => skuId) };
}
const detailOf = async (productId: string, scopes: readonly GrantScope[] = every) =>
  findManagedProduct(db(), productId, { scopes, now: now() });
/** A found product as a save sends it back. */
function savedOf({
  state: _state,
  sold: _sold,
  revision,
  changedTime: _time,
  changedBy: _by,
  skus,
  pricePlans: _plans,
  ...product
}: ManagedProductDetail) {
  const saved: SavedProduct = {
    product,
    skus: skus.map(({ onHand: _onHand, reserved: _reserved, ...sku }) => ({ ...sku, stock: 0 })),
    revision,
  };
  return saved;
}
async function mustFind(productId: string): Promise<ManagedProductDetail> {
  const found = await detailOf(productId);
  if (!found) throw new Error("no product");
  return found;
}

test("MA01 an operator's list has every state, is searched in either script, and continues by a cursor", async () => {
  const made = [await productOf({ stock: [3, 4] }), await productOf({ stock: [0] }), await productOf()];
  const [first, second, third] = made.map(({ productId }) => productId);
  await sql`update product set title = '露營燈 ' || product_id where product_id = any(${made.map((one) => one.productId)}::text[])`.execute(
    db(),
  );
  await publishProduct(db(), second ?? "", "off", by());
  const all = { scopes: every, text: "露营灯" };
  const ids = async (filter: object = {}) =>
    (await listManagedProducts(db(), { ...all, ...filter }, { after: null, size: 10 })).map(
      ({ productId }) => productId,
    );
  expect(new Set(await ids())).toEqual(new Set([first, second, third]));
  expect(await ids({ state: "off" })).toEqual([second]);
  expect(await ids({ lowStock: 0 })).toEqual([second]);
  expect(await ids({ text: first })).toEqual([first]);
  expect(await countManagedProducts(db(), all, 2)).toBe(2);
  const paged: string[] = [];
  let after = null;
  for (let isMore = true; isMore;) {
    const [one, ...rest]: Awaited<ReturnType<typeof listManagedProducts>> = await listManagedProducts(
      db(),
      all,
      {
        after,
        size: 1,
      },
    );
    if (one) paged.push(one.productId);
    after = one ?? null;
    isMore = rest.length > 0;
  }
  expect(paged).toEqual(await ids());
  const [one] = await listManagedProducts(db(), { scopes: every, text: first }, { after: null, size: 1 });
  expect(one).toMatchObject({ skus: 2, onHand: 7, reserved: 0, priceFen: 9_900, state: "on" });
});

test("MA01 a grant of dealers reads what they hand over, and changes nothing; no grant sees nothing", async () => {
  const { productId, skuIds } = await productOf();
  const [own, other] = [newId(), newId()];
  await sql`update product set pickup_dealers = ${JSON.stringify([own])}::jsonb where product_id = ${productId}`.execute(
    db(),
  );
  expect(await detailOf(productId, [dealerScope(own)])).not.toBeNull();
  for (const scopes of [[], [dealerScope(other)]]) {
    expect(await detailOf(productId, scopes)).toBeNull();
    expect(await listManagedProducts(db(), { scopes, text: productId }, { after: null, size: 5 })).toEqual(
      [],
    );
    expect(await countManagedProducts(db(), { scopes, text: productId }, 9)).toBe(0);
    expect(await listStock(db(), { scopes, productId }, { after: "", size: 5 })).toEqual([]);
  }
  const found = await mustFind(productId);
  for (const scopes of [[], [dealerScope(own)], [{ ...everyScope, sponsorLevel1: ["107002" as const] }]]) {
    expect(await publishProduct(db(), productId, "off", by(scopes))).toBe("noProduct");
    expect(await saveProduct(db(), savedOf(found), by(scopes))).toEqual({ outcome: "notFound" });
    const adjustment = { skuId: skuIds[0] ?? "", delta: 1, reason: "x", causeId: newId() };
    expect(await adjustStockByOperator(db(), adjustment, by(scopes))).toMatchObject({ outcome: "noSku" });
  }
  expect(await mustFind(productId)).toEqual(found);
});

test("MA01 a save changes a product with its matrix, keeps what orders name, and shows at once", async () => {
  const { productId, skuIds } = await productOf({ stock: [5, 6] });
  // The readings of the sample's title are written by the first save.
  await saveProduct(db(), savedOf(await mustFind(productId)), by());
  const saved = savedOf(await mustFind(productId));
  expect(await saveProduct(db(), saved, by())).toEqual({ outcome: "same", revision: saved.revision });
  const [silver, black] = saved.skus;
  if (!silver || !black) throw new Error("no SKUs");
  const [fresh, at] = [newId(), new Date(app.context.clock.now() + 1_000)];
  const changed: SavedProduct = {
    ...saved,
    product: { ...saved.product, title: "车载冰箱" },
    // Black is left out, white is new.
    skus: [
      { ...silver, priceFen: 8_800 },
      { ...black, skuId: fresh, optionValues: ["白"], stock: 7 },
    ],
  };
  const outcome = await saveProduct(db(), changed, { ...by(), now: at });
  expect(outcome).toEqual({ outcome: "done", revision: 2 });
  const after = await mustFind(productId);
  expect(after).toMatchObject({ title: "车载冰箱", revision: 2, changedTime: at, state: "on" });
  expect(after.skus.map(({ skuId, isOn, onHand, priceFen }) => [skuId, isOn, onHand, priceFen])).toEqual([
    [skuIds[0], true, 5, 8_800],
    [skuIds[1], false, 6, 9_900],
    [fresh, true, 7, 9_900],
  ]);
  await expect
    .poll(async () => (await app.call(showProduct, { id: productId })).data.skus.map(({ skuId }) => skuId))
    .toEqual([skuIds[0], fresh]);
  // Someone else's edit of the version before.
  expect(await saveProduct(db(), saved, by())).toEqual({ outcome: "conflict" });
  const { rows } = await sql`select action from audit_entry where about_id = ${productId}`.execute(db());
  expect(rows).toEqual([{ action: "catalogue.change" }]);
});

test("MA01 of two saves of one version at once, one is a conflict", async () => {
  const { productId } = await productOf();
  const saved = savedOf(await mustFind(productId));
  const outcomes = await Promise.all(
    ["甲", "乙", "丙"].map((title, place) =>
      saveProduct(
        db(),
        { ...saved, product: { ...saved.product, title } },
        { ...by(), now: new Date(app.context.clock.now() + 1_000 + place) },
      ),
    ),
  );
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(["conflict", "conflict", "done"]);
});

test("MA01 a new product is a draft; a refused save changes nothing and names its fields", async () => {
  const template = savedOf(await mustFind((await productOf()).productId));
  const [productId, skuId] = [newId(), newId()];
  const made: SavedProduct = {
    product: { ...template.product, productId, title: "新品" },
    skus: template.skus.map((sku) => ({ ...sku, skuId, stock: 3 })),
    revision: null,
  };
  const faultsOf = async (saved: SavedProduct) => {
    const result = await saveProduct(db(), saved, by());
    expect(await detailOf(productId)).toBeNull();
    return "faults" in result ? result.faults : result.outcome;
  };
  const product = (over: object) => faultsOf({ ...made, product: { ...made.product, ...over } });
  expect(await product({ categoryId: "404", seriesCodes: ["nothing"] })).toEqual({
    categoryId: "unknown",
    seriesCodes: "unknown",
  });
  expect(await product({ pickupDealers: ["404"], freightId: "404" })).toEqual({
    freightId: "unknown",
    pickupDealers: "unknown",
  });
  expect(await product({ options: [{ name: "尺码", values: ["M"] }] })).toEqual({
    [`skus.${skuId}`]: "options",
  });
  const foreign = template.skus.map((sku) => ({ ...sku, stock: 0 }));
  expect(await faultsOf({ ...made, skus: foreign })).toEqual({ [`skus.${foreign[0]?.skuId}`]: "fixed" });
  expect(await faultsOf({ ...made, revision: 1 })).toBe("notFound");
  expect(await saveProduct(db(), made, by())).toMatchObject({ outcome: "done" });
  expect(await mustFind(productId)).toMatchObject({ state: "draft", skus: [{ onHand: 3, reserved: 0 }] });
  expect(await saveProduct(db(), made, by())).toEqual({ outcome: "conflict" });
});

test("MA97 stock is listed with what open orders hold, which is never adjusted away", async () => {
  const { productId, skuIds } = await productOf({ stock: [4, 9] });
  const [skuId = "", plenty = ""] = skuIds;
  const stock = (filter: object = {}) =>
    listStock(db(), { scopes: every, productId, ...filter }, { after: "", size: 9 });
  expect((await stock({ most: 4 })).map((one) => one.skuId)).toEqual([skuId]);
  await sql`update sku_stock set reserved = 3 where sku_id = ${skuId}`.execute(db());
  expect(await stock()).toMatchObject([
    { skuId, onHand: 4, reserved: 3, openOrders: 0, optionValues: ["银"], productState: "on" },
    { skuId: plenty, onHand: 9, reserved: 0 },
  ]);
  expect(await listReservations(db(), skuId, { scopes: every, most: 5 })).toEqual([]);
  const take = { skuId, delta: -2, reason: "盘亏", causeId: newId() };
  expect(await adjustStockByOperator(db(), take, by())).toMatchObject({ outcome: "reserved" });
  expect(await adjustStockByOperator(db(), { ...take, delta: -1 }, by())).toMatchObject({ onHand: 3 });
  const [next] = await listStock(db(), { scopes: every, productId }, { after: skuId, size: 1 });
  expect(next?.skuId).toBe(plenty);
  await sql`update sku_stock set reserved = 0 where sku_id = ${skuId}`.execute(db());
});
