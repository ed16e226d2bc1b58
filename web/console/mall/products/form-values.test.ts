import fc from "fast-check";
import { expect, test } from "vitest";
import type { MallProductDetail, MallSkuRow } from "#contract/console/mall/products.ts";
import {
  productChangesOf,
  combinationsOf,
  formValuesOf,
  newProductValues,
  rowsFor,
  type SkuFormRow,
} from "./form-values.ts";

const sku = (skuId: string, optionValues: string[], isOn = true): MallSkuRow => ({
  skuId,
  optionValues,
  priceFen: 9_900,
  listFen: null,
  ownerFen: 8_800,
  weightG: 400,
  isOn,
  onHand: 3,
  reserved: 1,
  plans: [],
});
const { rows: _rows, saleFrom: _from, ...fields } = newProductValues();
const product = (skus: MallSkuRow[], values: string[]): Pick<MallProductDetail, "fields" | "skus"> => ({
  fields: { ...fields, returnDays: 7, saleFrom: null, options: [{ name: "颜色", values }] },
  skus,
});

test("a form that nobody touched changes nothing", () => {
  const before = product([sku("1", ["银"]), sku("2", ["黑"], false), sku("3", ["旧"], false)], ["银", "黑"]);
  expect(productChangesOf(before, formValuesOf(before))).toEqual({ fields: {}, skus: [] });
});

test("a removed value takes its SKU off sale, an added one makes a SKU, and none changes its options", () => {
  const before = product([sku("1", ["银"]), sku("2", ["黑"])], ["银", "黑"]);
  const values = formValuesOf(before);
  const options = [{ name: "颜色", values: ["银", "白"] }];
  const { skus } = productChangesOf(before, { ...values, options, rows: rowsFor(options, values.rows) });
  expect(skus).toEqual([
    {
      skuId: null,
      optionValues: ["白"],
      priceFen: 9_900,
      listFen: null,
      ownerFen: 8_800,
      weightG: 400,
      isOn: true,
      stock: 0,
    },
    { skuId: "2", optionValues: ["黑"], isOn: false },
  ]);
});

test("the matrix has each combination once, and keeps the SKU of each that stays", () => {
  const option = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
  const optionsArbitrary = fc
    .array(option, { maxLength: 3 })
    .map((lists) => lists.map((values, at) => ({ name: String(at), values })));
  fc.assert(
    fc.property(optionsArbitrary, optionsArbitrary, (before, after) => {
      const rows: SkuFormRow[] = combinationsOf(before).map((optionValues, at) => ({
        skuId: String(at),
        optionValues,
        price: at,
        list: null,
        owner: null,
        weight: 0,
        isOn: true,
        stock: null,
      }));
      const next = rowsFor(after, rows);
      expect(next.map(({ optionValues }) => optionValues)).toEqual(combinationsOf(after));
      const kept = next.filter(({ skuId }) => skuId !== null);
      for (const { skuId, optionValues } of kept)
        expect(rows[Number(skuId)]?.optionValues).toEqual(optionValues);
      const stayed = rows.filter(({ optionValues }) =>
        combinationsOf(after).some((one) => JSON.stringify(one) === JSON.stringify(optionValues)),
      );
      expect(kept).toHaveLength(stayed.length);
    }),
  );
});
