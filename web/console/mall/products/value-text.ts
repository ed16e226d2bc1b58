import type { ProductChoices } from "#contract/console/mall/product-edit.ts";
import type { MallSkuRow } from "#contract/console/mall/products.ts";
import { productStates, type MallProductState } from "#contract/console/mall/products.ts";
import { formatWithYear } from "#contract/core/date-text.ts";
import { yuanText } from "../money.ts";
import { skuFieldOf } from "./form-values.ts";
import { productPageMessages } from "./messages.ts";

const { fieldNames, skuFieldNames, values: texts, detail } = productPageMessages;

/** Name of a SKU by its values. */
export const skuName = (optionValues: readonly string[]): string =>
  optionValues.length === 0 ? detail.none : optionValues.join(" · ");

/** Label of a field of a version. */
export function productFieldLabel(
  name: string,
  skus: readonly Pick<MallSkuRow, "skuId" | "optionValues">[],
): string {
  const sku = skuFieldOf(name);
  if (sku === null) return fieldNames[name] ?? name;
  const found = skus.find(({ skuId }) => skuId === sku.skuId);
  return `${found ? skuName(found.optionValues) : sku.skuId} ${skuFieldNames[sku.field] ?? sku.field}`;
}
/** Labels of fields; those of new SKUs are one. */
export function productFieldLabels(names: readonly string[], skus: readonly MallSkuRow[]): string {
  const labels = [...new Set(names.map((name) => productFieldLabel(name, skus)))];
  return labels.length > 4 ? texts.andMore(labels.slice(0, 3).join("、"), labels.length) : labels.join("、");
}

const nameIn = (names: readonly { readonly id: string; readonly name: string }[], id: string): string =>
  names.find((one) => one.id === id)?.name ?? id;
function listText(value: readonly unknown[], name: string, choices: ProductChoices | undefined): string {
  if (name === "options")
    return (value as { name: string; values: string[] }[])
      .map((option) => `${option.name}：${option.values.join("、")}`)
      .join("；");
  if (name === "images") return texts.pictures(value.length);
  const series = (choices?.series ?? []).map(({ seriesCode: id, name: text }) => ({ id, name: text }));
  const dealers = (choices?.dealers ?? []).map(({ dealerId: id, name: text }) => ({ id, name: text }));
  if (name === "pickupDealers" && value.length === 0) return texts.everyDealer;
  const names = name === "seriesCodes" ? series : dealers;
  return value.map((one) => nameIn(names, String(one))).join("、");
}

/** Value of a field of a version as people read it; null: empty. */
export function productValueText(
  name: string,
  value: unknown,
  choices: ProductChoices | undefined,
): string | null {
  const field = skuFieldOf(name)?.field ?? name;
  if (field === "pickupDealers" && value === null) return texts.expressOnly;
  if (value === null || value === undefined || value === "") return null;
  if (Array.isArray(value)) return listText(value, name, choices) || null;
  if (typeof value === "boolean") return value ? texts.yes : texts.no;
  if (typeof value === "number") {
    if (field.endsWith("Fen")) return yuanText(value);
    return field === "weightG" ? texts.gram(value) : String(value);
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (field === "saleFrom") return formatWithYear(text);
  if (field === "content") return texts.rich(text.replaceAll(/<[^>]*>/g, "").length);
  if (field === "state") return productStates[text as MallProductState];
  const categories = (choices?.categories ?? []).map(({ categoryId: id, name: said }) => ({
    id,
    name: said,
  }));
  const freights = (choices?.freights ?? []).map(({ freightId: id, name: said }) => ({ id, name: said }));
  if (field === "categoryId") return nameIn(categories, text);
  return field === "freightId" ? nameIn(freights, text) : text;
}
