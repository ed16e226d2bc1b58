import { expect, test } from "vitest";
import { fillInMemory, mockUpDay } from "../test-fill.ts";
import { drawnProducts, productLines } from "./lines.ts";

const filled = await fillInMemory(mockUpDay);
const [mall] = filled.malls;
if (!mall) throw new Error("no mall was filled");
const { products, skus, categories, freights, rushes, pricePlans } = mall;
const stocksOf = (productId: string) =>
  skus.filter((sku) => sku.productId === productId).map(({ stock }) => stock);
const shown = products.filter(({ state }) => state === "on");

test("U26 the demo's mall has products in every state, each with SKUs, prices and an own picture", () => {
  expect(shown.length).toBeGreaterThanOrEqual(60);
  expect(skus.length).toBeGreaterThanOrEqual(180);
  expect(new Set(products.map(({ state }) => state))).toEqual(new Set(["on", "off", "draft"]));
  expect(products.filter(({ productId }) => stocksOf(productId).every((stock) => stock === 0))).not.toEqual(
    [],
  );
  expect(skus.filter(({ stock }) => stock > 0 && stock <= 10).length).toBeGreaterThan(10);
  expect(products.filter(({ saleFrom }) => saleFrom !== null && saleFrom > mockUpDay)).not.toEqual([]);
  for (const field of ["buyMost", "pickupDealers"] as const)
    expect(products.filter((one) => one[field] !== null)).not.toEqual([]);
  expect(products.filter(({ noReturn }) => noReturn)).not.toEqual([]);
  expect(skus.filter(({ ownerFen, priceFen }) => ownerFen !== null && ownerFen < priceFen)).not.toEqual([]);
  for (const { skuId } of [...pricePlans, ...rushes])
    expect(skus.some((sku) => sku.skuId === skuId)).toBe(true);
  expect(rushes.filter(({ fromTime }) => fromTime <= mockUpDay).length).toBeGreaterThan(1);
  expect(rushes.filter(({ fromTime }) => fromTime > mockUpDay).length).toBeGreaterThan(1);
  for (const rush of rushes) expect(rush.taken).toBeLessThanOrEqual(rush.quota);
});

test("U26 references of the demo's mall resolve, and every combination occurs once", () => {
  const unique = (texts: readonly string[]) => expect(new Set(texts).size).toBe(texts.length);
  unique(products.map(({ coverUrl }) => coverUrl));
  unique(skus.map(({ skuId }) => skuId));
  unique(skus.map(({ productId, optionValues }) => `${productId} ${optionValues.join("/")}`));
  for (const one of products) {
    expect(
      categories.some(({ categoryId, parentId }) => categoryId === one.categoryId && parentId !== null),
    ).toBe(true);
    expect(freights.some(({ freightId }) => freightId === one.freightId)).toBe(true);
    expect(one.content).toContain("商品参数");
    expect(stocksOf(one.productId)).not.toEqual([]);
  }
  for (const sku of skus) expect(Number.isInteger(sku.priceFen)).toBe(true);
});

test("U26 covers differ in what they show, and a third of the products have further pictures", () => {
  const drawn = drawnProducts();
  const shapesOnly = (svg: string) => svg.replace(/aria-label="[^"]*"/, "");
  const covers = productLines().map(({ key }) => shapesOnly(drawn.get(`product-${key}`) ?? ""));
  expect(new Set(covers).size).toBe(covers.length);
  expect(products.filter(({ images }) => images.length === 3).length).toBeGreaterThan(products.length / 3);
});

test("U26 coupons of the demo have terms of each use for the mall", () => {
  const uses = filled.benefits.flatMap(({ terms }) => (terms ? [terms.use] : []));
  expect(new Set(uses)).toEqual(new Set(["amount", "rate", "freight"]));
  const scoped = filled.benefits.flatMap(({ terms }) => terms?.categoryIds ?? []);
  expect(scoped).not.toEqual([]);
  for (const id of scoped) expect(categories.some(({ categoryId }) => categoryId === id)).toBe(true);
});
