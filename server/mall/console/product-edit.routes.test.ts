import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { editConflictData } from "#contract/console/activity/draft.ts";
import {
  addMallProduct,
  listProductChoices,
  listProductVersions,
  putPricePlan,
  removePricePlan,
  restoreProductVersion,
  saveMallProduct,
  showProductVersion,
} from "#contract/console/mall/product-edit.ts";
import type { ProductFieldValues } from "#contract/console/mall/product-fields.ts";
import {
  cancelProductPlan,
  publishMallProduct,
  showMallProduct,
  type MallProductDetail,
} from "#contract/console/mall/products.ts";
import { adjustMallStock, listStockMovements } from "#contract/console/mall/stock.ts";
import { everyScope } from "#contract/console/scope.ts";
import { showProduct } from "#contract/mall/product.ts";
import { performNextProductPlan } from "../operator/plan.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { addSampleProduct } from "../../testing/samples/sample-mall.ts";

const app = await openApp();
const { db } = app.context;
let hq: TestOperator;
let colleague: TestOperator;
let ofDealer: TestOperator;
beforeAll(async () => {
  hq = await loginOperator(app, "hq-admin");
  colleague = await loginOperator(app, "hq-staff", everyScope, { name: "李同事" });
  ofDealer = await loginOperator(app, "hq-staff", { ...everyScope, dealers: ["2001"] });
});
const auditOf = async (id: string): Promise<string[]> => {
  const { rows } = await sql<{ action: string }>`
    select action from audit_entry where about_id = ${id} order by audit_id`.execute(db);
  return rows.map(({ action }) => action);
};
async function sample(stock: readonly number[] = [5, 6]) {
  const skus = await addSampleProduct(db, { stock });
  // The sample's cover is no address that the console could save.
  const productId = skus[0]?.productId ?? "";
  await sql`update product set cover_url = '/media/cup.png' where product_id = ${productId}`.execute(db);
  return { productId, skuIds: skus.map(({ skuId }) => skuId) };
}
const show = async (productId: string): Promise<MallProductDetail> =>
  (await callAsOperator(app, hq, showMallProduct, { productId })).data;
const save = (
  by: TestOperator,
  productId: string,
  basedOn: number,
  fields: Partial<ProductFieldValues>,
  skus: {
    skuId: string | null;
    optionValues: string[];
    priceFen?: number;
    isOn?: boolean;
    stock?: number;
  }[] = [],
) => callAsOperator(app, by, saveMallProduct, { productId, basedOn, fields, skus });
const later = (hours: number): string => new Date(app.context.clock.now() + hours * 3_600_000).toISOString();

test("a new product is a draft with its matrix and first stock, and what a catalogue file refuses is refused", async () => {
  const { productId: like } = await sample();
  const { fields } = await show(like);
  const skus = [
    { skuId: null, optionValues: ["银"], priceFen: 12_345, stock: 7 },
    { skuId: null, optionValues: ["黑"], priceFen: 9_900, listFen: 11_000, ownerFen: 9_000, stock: 0 },
  ];
  const add = (over: object, matrix: object[] = skus) =>
    callAsOperator(app, hq, addMallProduct, { fields: { ...fields, ...over }, skus: matrix as typeof skus });
  const made = await add({ title: " 露营杯 " });
  expect(made.code).toBe("00");
  const shown = await show(made.data.productId);
  expect(shown).toMatchObject({ state: "draft", revision: 1, fields: { title: "露营杯" } });
  expect(shown.skus.map(({ priceFen, onHand, listFen }) => [priceFen, onHand, listFen])).toEqual([
    [12_345, 7, null],
    [9_900, 0, 11_000],
  ]);
  expect(await auditOf(made.data.productId)).toEqual(["catalogue.add"]);
  const faults = async (over: object, matrix?: object[]) =>
    Object.keys(((await add(over, matrix)) as { data: { fields?: object } }).data?.fields ?? {});
  expect(await faults({ title: " " })).toEqual(["fields.title"]);
  expect(await faults({ images: [] })).toEqual(["fields.images"]);
  expect(await faults({ images: ["javascript:1"] })).toEqual(["fields.images.0"]);
  expect(await faults({ categoryId: "404", freightId: "404" })).toEqual(["categoryId", "freightId"]);
  expect(await faults({ options: [{ name: "颜色", values: ["蓝"] }] })).toHaveLength(2);
  expect(await faults({}, [])).toEqual(["skus"]);
  const outside = await callAsOperator(app, ofDealer, addMallProduct, { fields, skus });
  expect(outside.status).toBe(404);
});

test("CO86 two who save: different fields are merged and named, the same field is refused with who and when", async () => {
  const { productId, skuIds } = await sample();
  const { revision, skus } = await show(productId);
  const silver = { skuId: skuIds[0] ?? "", optionValues: skus[0]?.optionValues ?? [] };
  const theirs = await save(colleague, productId, revision, { title: "同事的标题" }, [
    { ...silver, priceFen: 8_800 },
  ]);
  expect(theirs.data).toEqual({ revision: revision + 1, merged: null });
  const mine = await save(hq, productId, revision, { subtitle: "我的副标题" });
  expect(mine.data).toMatchObject({
    revision: revision + 2,
    merged: { by: "李同事", fields: ["title", `skus.${silver.skuId}.priceFen`] },
  });
  expect((await show(productId)).fields).toMatchObject({ title: "同事的标题", subtitle: "我的副标题" });
  const met = await save(hq, productId, revision, { title: "我的标题" }, [{ ...silver, priceFen: 7_700 }]);
  expect(met.code).toBe("EDIT_CONFLICT");
  const conflict = editConflictData.parse(met.data);
  expect(conflict).toMatchObject({ by: hq.name, fields: ["title", `skus.${silver.skuId}.priceFen`] });
  expect(Date.parse(conflict.at)).not.toBeNaN();
  // The same value is none.
  expect((await save(hq, productId, revision, { title: "同事的标题" })).code).toBe("00");
  expect((await save(ofDealer, productId, revision, { title: "外人" })).status).toBe(404);
  expect(await auditOf(productId)).toEqual(["catalogue.change", "catalogue.change"]);
});

test("CO86 of saves of one field at once, one stays and the others are refused; nothing is lost", async () => {
  const { productId } = await sample();
  const { revision } = await show(productId);
  const titles = ["甲", "乙", "丙", "丁"];
  const all = await Promise.all([
    ...titles.map((title) => save(hq, productId, revision, { title })),
    save(colleague, productId, revision, { subtitle: "并发的副标题" }),
  ]);
  const done = all.filter(({ code }) => code === "00");
  expect(done).toHaveLength(2);
  expect(all.filter(({ code }) => code === "EDIT_CONFLICT")).toHaveLength(3);
  const { fields, revision: last } = await show(productId);
  expect(titles).toContain(fields.title);
  expect(fields.subtitle).toBe("并发的副标题");
  expect(last).toBe(revision + 2);
});

test("CO88 each change has a version, and restoring gives equal content, also after SKUs were added", async () => {
  const { productId, skuIds } = await sample();
  const before = await show(productId);
  const options = [{ name: "颜色", values: ["银", "黑", "白"] }];
  await save(hq, productId, before.revision, { title: "三色杯", options }, [
    { skuId: null, optionValues: ["白"], priceFen: 100, stock: 3 },
    { skuId: skuIds[0] ?? "", optionValues: ["银"], priceFen: 200 },
  ]);
  const versions = await callAsOperator(app, hq, listProductVersions, { productId });
  expect(versions.data.versions.map(({ revision, by }) => [revision, by])).toEqual([
    [2, hq.name],
    [1, null],
  ]);
  const first = await callAsOperator(app, hq, showProductVersion, { productId, revision: 1 });
  expect(first.data.restored.map(({ field }) => field)).toContain("title");
  const stale = { productId, revision: 1, basedOn: 1 };
  expect((await callAsOperator(app, hq, restoreProductVersion, stale)).code).toBe("EDIT_CONFLICT");
  const restored = await callAsOperator(app, hq, restoreProductVersion, { ...stale, basedOn: 2 });
  expect(restored.data).toEqual({ revision: 3, outcome: "done" });
  const after = await show(productId);
  expect(after.fields).toEqual(before.fields);
  expect(after.skus.slice(0, 2).map(({ priceFen, isOn }) => [priceFen, isOn])).toEqual(
    before.skus.map(({ priceFen, isOn }) => [priceFen, isOn]),
  );
  // The added one stays, off sale: orders may name it.
  expect(after.skus[2]).toMatchObject({ isOn: false, onHand: 3 });
  const again = await callAsOperator(app, hq, restoreProductVersion, { ...stale, basedOn: 3 });
  expect(again.data).toEqual({ revision: 3, outcome: "same" });
  for (const by of [ofDealer])
    expect((await callAsOperator(app, by, restoreProductVersion, stale)).status).toBe(404);
});

test("CO48 a product is published and withdrawn at a set time, once, and a plan can be taken back", async () => {
  const { productId } = await sample();
  const plan = async (state: "on" | "off", at: string) =>
    callAsOperator(app, hq, publishMallProduct, {
      productId,
      state,
      at,
      basedOn: (await show(productId)).revision,
    });
  expect((await plan("off", later(-1))).code).toBe("601");
  expect((await plan("off", later(1))).code).toBe("00");
  expect((await plan("off", later(2))).code).toBe("00");
  const { planned, state } = await show(productId);
  expect(planned).toMatchObject([{ action: "withdraw", by: hq.name }]);
  expect(state).toBe("on");
  const at = (hours: number) => new Date(app.context.clock.now() + hours * 3_600_000);
  const both = async () =>
    Promise.all([performNextProductPlan(db, at(3)), performNextProductPlan(db, at(3))]);
  expect((await both()).filter(Boolean)).toHaveLength(1);
  expect(await show(productId)).toMatchObject({ state: "off", planned: [] });
  expect((await plan("on", later(4))).code).toBe("00");
  const changeId = (await show(productId)).planned[0]?.changeId ?? "";
  const cancelled = { productId, changeId };
  expect((await callAsOperator(app, ofDealer, cancelProductPlan, cancelled)).code).not.toBe("00");
  expect((await callAsOperator(app, hq, cancelProductPlan, cancelled)).code).toBe("00");
  expect((await callAsOperator(app, hq, cancelProductPlan, cancelled)).code).toBe("STATE_CHANGED");
  expect(await performNextProductPlan(db, at(9))).toBe(false);
  expect(await auditOf(productId)).toEqual([
    "catalogue.plan",
    "catalogue.plan",
    "catalogue.withdraw",
    "catalogue.plan",
    "catalogue.cancel-plan",
  ]);
});

test("MA05 a planned price is added, changed, ended and refused when it is over", async () => {
  const { productId, skuIds } = await sample([5]);
  const skuId = skuIds[0] ?? "";
  const price = { skuId, priceFen: 7_000, audience: "everyone" as const };
  const put = (over: object) =>
    callAsOperator(app, hq, putPricePlan, {
      planId: null,
      ...price,
      fromTime: later(-1),
      toTime: later(5),
      ...over,
    });
  expect((await put({ toTime: later(-2) })).code).toBe("601");
  expect((await put({ skuId: "1" })).status).toBe(404);
  const { planId } = (await put({})).data;
  expect((await app.call(showProduct, { id: productId })).data.skus).toMatchObject([{ priceFen: 7_000 }]);
  expect((await put({ planId, priceFen: 6_000 })).data).toEqual({ planId });
  expect((await show(productId)).skus[0]?.plans).toMatchObject([{ planId, priceFen: 6_000 }]);
  expect((await callAsOperator(app, ofDealer, removePricePlan, { planId })).status).toBe(404);
  expect((await callAsOperator(app, hq, removePricePlan, { planId })).code).toBe("00");
  expect((await show(productId)).skus[0]?.plans).toEqual([]);
  expect((await put({ planId })).code).toBe("STATE_CHANGED");
  expect(await auditOf(productId)).toEqual(["price.plan", "price.plan", "price.remove"]);
});

test("MA97 stock is set to a counted number, never below what is held, and who did it is shown", async () => {
  const { productId, skuIds } = await sample([20]);
  const skuId = skuIds[0] ?? "";
  await sql`update sku_stock set reserved = 4 where sku_id = ${skuId}`.execute(db);
  const count = (onHand: number) =>
    callAsOperator(app, hq, adjustMallStock, {
      skuId,
      key: randomUUID(),
      change: { onHand },
      reason: "月末盘点",
    });
  expect(await count(3)).toMatchObject({ code: "STATE_CHANGED", message: "不能低于预留 4" });
  expect((await count(33)).data).toEqual({ onHand: 33, reserved: 4 });
  const { movements } = (await callAsOperator(app, hq, listStockMovements, { productId })).data;
  expect(movements[0]).toMatchObject({ cause: "adjust", onHand: 13, by: hq.name, reason: "月末盘点" });
  expect((await callAsOperator(app, ofDealer, listStockMovements, { productId: "1" })).status).toBe(404);
  const choices = await callAsOperator(app, hq, listProductChoices, {});
  expect(choices.data.categories.length).toBeGreaterThan(0);
});
