import { expect, test } from "vitest";
import type { Sku } from "#contract/mall/product.ts";
import { chosenSku, firstChoice, missingOption, valueState, withValue } from "./sku-choice.ts";

const sku = (skuId: string, ...optionValues: string[]): Sku => ({
  skuId,
  optionValues,
  imageUrl: null,
  priceFen: 16_800,
  listFen: null,
  ownerFen: null,
});
/** 晨沙 has no 750ml. */
const cup = {
  options: [
    { name: "颜色", values: ["墨青", "晨沙"] },
    { name: "容量", values: ["480ml", "750ml"] },
  ],
  skus: [sku("1", "墨青", "480ml"), sku("2", "墨青", "750ml"), sku("3", "晨沙", "480ml")],
};
const offers = new Map([
  ["1", { stock: "in" as const }],
  ["2", { stock: "out" as const }],
  ["3", { stock: "low" as const }],
]);

test("MA03 a combination that does not exist is impossible, a sold-out one is out", () => {
  expect(valueState(cup, offers, { 颜色: "晨沙" }, "容量", "750ml")).toBe("impossible");
  expect(valueState(cup, offers, { 颜色: "墨青" }, "容量", "750ml")).toBe("out");
  expect(valueState(cup, offers, { 颜色: "墨青" }, "容量", "480ml")).toBe("ok");
  expect(valueState(cup, offers, {}, "颜色", "晨沙")).toBe("ok");
});
test("MA03 a press chooses, and what cannot be combined with it is taken back", () => {
  expect(withValue(cup, {}, "颜色", "墨青")).toEqual({ 颜色: "墨青" });
  expect(withValue(cup, { 颜色: "墨青", 容量: "750ml" }, "颜色", "晨沙")).toEqual({ 颜色: "晨沙" });
});
test("MA03 the missing option is named, and a complete choice is one SKU", () => {
  expect(missingOption(cup, { 颜色: "晨沙" })).toBe("容量");
  expect(chosenSku(cup, { 颜色: "晨沙" })).toBeNull();
  expect(chosenSku(cup, { 颜色: "晨沙", 容量: "480ml" })?.skuId).toBe("3");
  expect(missingOption(cup, { 颜色: "晨沙", 容量: "480ml" })).toBeNull();
});
test("options with one value are chosen at once; a product without options has its only SKU", () => {
  expect(firstChoice({ ...cup, options: [{ name: "颜色", values: ["墨青"] }] })).toEqual({ 颜色: "墨青" });
  const plain = { options: [], skus: [sku("7")] };
  expect(chosenSku(plain, firstChoice(plain))?.skuId).toBe("7");
});
