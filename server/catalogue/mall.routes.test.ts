import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyScope } from "#contract/console/scope.ts";
import { listProducts } from "#contract/mall/product.ts";
import { commandLineActor } from "../database/shared-tables/audit-log.ts";
import { adjustStockByOperator, publishProduct } from "../mall/index.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { importCatalogue } from "./index.ts";
import {
  catalogueProblemsIn,
  changeLines,
  exampleCatalogue,
  exampleFolder,
  type CatalogueLists,
} from "./test-catalogue.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
const by = () => ({ by: commandLineActor, now: new Date(app.context.clock.now()), scopes: [everyScope] });
const bring = (change?: (lists: CatalogueLists) => void) =>
  importCatalogue({ ...app.context, by: commandLineActor }, exampleCatalogue("71", change), exampleFolder);
const problems = (change: (lists: CatalogueLists) => void) => catalogueProblemsIn(bring(change));
const first = (lists: CatalogueLists, name: string): Record<string, unknown> => lists[name]?.[0] ?? {};

test("MA96 products are drafts until they are published, and the stock of a file is the first one only", async () => {
  await bring();
  const list = async () => (await app.call(listProducts, { keyword: "松针" })).data.list.length;
  expect(await list()).toBe(0);
  expect(await publishProduct(app.context.db, "716201", "on", by())).toBe("done");
  expect(await publishProduct(app.context.db, "716201", "on", by())).toBe("again");
  expect(await publishProduct(app.context.db, "1", "on", by())).toBe("noProduct");
  await expect.poll(list).toBe(1);
  const adjustment = { skuId: "716301", delta: -50, reason: "盘亏", causeId: "c1" };
  expect(await adjustStockByOperator(app.context.db, adjustment, by())).toMatchObject({ onHand: 150 });
  expect(changeLines(await bring((lists) => Object.assign(first(lists, "skus"), { stock: 999 })))).toEqual(
    [],
  );
  const { rows } = await sql`select on_hand from sku_stock where sku_id = '716301'`.execute(app.context.db);
  expect(rows).toEqual([{ on_hand: 150 }]);
});

test("MA96 a file changes what differs, and its faults have their place", async () => {
  await bring();
  expect(
    changeLines(await bring((lists) => Object.assign(first(lists, "skus"), { priceFen: 8_800 }))),
  ).toEqual(["changed sku 716301 priceFen"]);
  const set = (list: string, values: Record<string, unknown>) =>
    problems((lists) => Object.assign(first(lists, list), values));
  expect(await set("products", { categoryId: "404" })).toHaveProperty(["products.0.categoryId"]);
  expect(await set("products", { freightId: "404" })).toHaveProperty(["products.0.freightId"]);
  expect(await set("products", { pickupDealers: ["404"] })).toHaveProperty(["products.0.pickupDealers"]);
  expect(await set("skus", { productId: "404" })).toHaveProperty(["skus.0.productId"]);
  expect(await set("skus", { optionValues: ["海盐"] })).toHaveProperty(["skus.0.optionValues"]);
  expect(await set("skus", { optionValues: ["白茶"] })).toHaveProperty(["skus.1.optionValues"]);
  expect(await set("skus", { priceFen: 1.5 })).toHaveProperty(["skus.0.priceFen"]);
  expect(await set("skus", { priceFen: -1 })).toHaveProperty(["skus.0.priceFen"]);
  expect(await set("rushes", { skuId: "404" })).toHaveProperty(["rushes.0.skuId"]);
  expect(await set("rushes", { toTime: "2026-12-12T10:00:00+08:00" })).toHaveProperty(["rushes.0.toTime"]);
  expect(await set("categories", { parentId: "716002" })).toHaveProperty(["categories.0.parentId"]);
  expect(await problems((lists) => lists["skus"]?.push({ ...first(lists, "skus") }))).toHaveProperty([
    "skus.2.skuId",
  ]);
});
