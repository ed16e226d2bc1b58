import * as z from "zod/mini";
import {
  productFields,
  productLimits,
  productTime,
  type MallSkuEdit,
  type ProductFieldValues,
  type ProductOption,
} from "#contract/console/mall/product-fields.ts";
import type { MallProductDetail, MallSkuRow } from "#contract/console/mall/products.ts";
import { productPageMessages } from "./messages.ts";

const { detail: texts } = productPageMessages;
/** Highest price, yuan. */
const MOST_YUAN = 500_000;
const yuan = z.number(texts.priceFault).check(
  z.minimum(0, texts.priceFault),
  z.maximum(MOST_YUAN, texts.priceFault),
  z.refine((value) => !Number.isNaN(fenOf(value)), texts.priceFault),
);
const whole = (most: number) =>
  z.nullable(
    z.int(texts.numberFault).check(z.minimum(0, texts.numberFault), z.maximum(most, texts.numberFault)),
  );
/** Rules of the form: those of the contract, with amounts in yuan. */
export const productFormSchema = z.extend(productFields, {
  saleFrom: z.union([z.literal(""), productTime]),
  rows: z.array(
    z.object({
      price: z.pipe(
        z.nullable(z.number()).check(z.refine((value) => value !== null, texts.priceMissing)),
        z.nullable(yuan),
      ),
      list: z.nullable(yuan),
      owner: z.nullable(yuan),
      weight: whole(10_000_000),
      stock: whole(productLimits.stock),
    }),
  ),
});

/** A SKU in the form; amounts in yuan. */
export type SkuFormRow = {
  /** null: it is new. */
  readonly skuId: string | null;
  readonly optionValues: string[];
  readonly price: number | null;
  readonly list: number | null;
  readonly owner: number | null;
  readonly weight: number | null;
  readonly isOn: boolean;
  /** First stock of a new one. */
  readonly stock: number | null;
};
/** Values of a product's form. */
export type ProductFormValues = Omit<ProductFieldValues, "saleFrom" | "returnDays"> & {
  /** "": at once */
  saleFrom: string;
  returnDays: number | null;
  rows: SkuFormRow[];
};

const yuanOf = (fen: number | null): number | null => (fen === null ? null : fen / 100);
/** Fen of an amount in yuan; NaN for more than two decimals, which the contract refuses. */
export function fenOf(amount: number): number {
  const fen = Math.round(amount * 100);
  return Math.abs(fen / 100 - amount) > 1e-9 ? Number.NaN : fen;
}

const rowOf = (sku: MallSkuRow): SkuFormRow => ({
  skuId: sku.skuId,
  optionValues: sku.optionValues,
  price: yuanOf(sku.priceFen),
  list: yuanOf(sku.listFen),
  owner: yuanOf(sku.ownerFen),
  weight: sku.weightG,
  isOn: sku.isOn,
  stock: null,
});
const newRow = (optionValues: string[], like: SkuFormRow | undefined): SkuFormRow => ({
  skuId: null,
  optionValues,
  price: like?.price ?? null,
  list: like?.list ?? null,
  owner: like?.owner ?? null,
  weight: like?.weight ?? 0,
  isOn: true,
  stock: 0,
});

/** Values of a stored product; SKUs that no option names any more are left out: orders keep them, off sale. */
export function formValuesOf({
  fields,
  skus,
}: Pick<MallProductDetail, "fields" | "skus">): ProductFormValues {
  const { saleFrom, ...rest } = fields;
  const named = new Set(combinationsOf(fields.options).map(rowKeyOf));
  const rows = skus.filter(({ optionValues, isOn }) => isOn || named.has(rowKeyOf(optionValues))).map(rowOf);
  return { ...rest, saleFrom: saleFrom ?? "", rows };
}
/** Values of a new product. */
export const newProductValues = (): ProductFormValues => ({
  title: "",
  subtitle: "",
  categoryId: "",
  images: [],
  content: "",
  options: [],
  tags: [],
  services: [],
  seriesCodes: [],
  saleFrom: "",
  buyMost: null,
  noReturn: false,
  returnDays: 7,
  freightId: "",
  pickupDealers: null,
  rows: [newRow([], undefined)],
});

const rowKeyOf = (optionValues: readonly string[]): string => JSON.stringify(optionValues);
/** All combinations of the options' values, in their order; none: one SKU without options. */
export const combinationsOf = (options: readonly ProductOption[]): string[][] =>
  options.reduce<string[][]>(
    (before, { values }) => before.flatMap((one) => values.map((value) => [...one, value])),
    [[]],
  );

/**
 * Rows for changed options: a combination keeps its SKU, a new one begins with the prices of the SKU that is most like it.
 * A SKU never changes its options, since orders name it.
 */
export function rowsFor(options: readonly ProductOption[], rows: readonly SkuFormRow[]): SkuFormRow[] {
  const known = new Map(rows.map((row) => [rowKeyOf(row.optionValues), row]));
  const likeness = (row: SkuFormRow, values: readonly string[]): number =>
    row.optionValues.filter((value) => values.includes(value)).length;
  return combinationsOf(options).map((values) => {
    const like = rows.toSorted((one, other) => likeness(other, values) - likeness(one, values))[0];
    return known.get(rowKeyOf(values)) ?? newRow(values, like);
  });
}

const nullOrFen = (amount: number | null): number | null => (amount === null ? null : fenOf(amount));
/** A row as the contract's edit, with all its fields. */
const editOf = ({
  skuId,
  optionValues,
  price,
  list,
  owner,
  weight,
  isOn,
  stock,
}: SkuFormRow): MallSkuEdit => ({
  skuId,
  optionValues,
  priceFen: price === null ? Number.NaN : fenOf(price),
  listFen: nullOrFen(list),
  ownerFen: nullOrFen(owner),
  weightG: weight ?? 0,
  isOn,
  ...(skuId === null && { stock: stock ?? 0 }),
});

/** Fields of a form as the contract has them. */
export function productFieldsOf({
  rows: _rows,
  saleFrom,
  returnDays,
  ...rest
}: ProductFormValues): ProductFieldValues {
  return { ...rest, saleFrom: saleFrom === "" ? null : saleFrom, returnDays: returnDays ?? Number.NaN };
}
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const isSameField = (name: string, one: unknown, other: unknown): boolean =>
  name === "saleFrom" && typeof one === "string" && typeof other === "string"
    ? Date.parse(one) === Date.parse(other)
    : isSame(one, other);

/** Changes of a form to the product that it was opened with. */
export type ProductChanges = { fields: Partial<ProductFieldValues>; skus: MallSkuEdit[] };

/** SKUs that differ from the opened ones; those that no row names are taken off sale. */
function changedSkus(before: readonly MallSkuRow[], rows: readonly SkuFormRow[]): MallSkuEdit[] {
  const kept = new Map(before.map((sku) => [sku.skuId, sku]));
  const named = new Set(rows.flatMap(({ skuId }) => skuId ?? []));
  const removed = before
    .filter(({ skuId, isOn }) => isOn && !named.has(skuId))
    .map(({ skuId, optionValues }): MallSkuEdit => ({ skuId, optionValues, isOn: false }));
  const changed = rows.flatMap((row): MallSkuEdit[] => {
    const edit = editOf(row);
    const was = row.skuId === null ? undefined : kept.get(row.skuId);
    if (was === undefined) return [edit];
    const differing = (["priceFen", "listFen", "ownerFen", "weightG", "isOn"] as const).filter(
      (name) => edit[name] !== was[name],
    );
    const values = Object.fromEntries(differing.map((name) => [name, edit[name]]));
    return differing.length === 0 ? [] : [{ skuId: was.skuId, optionValues: was.optionValues, ...values }];
  });
  return [...changed, ...removed];
}

/** Changes of a form since the product was opened. */
export function productChangesOf(
  before: Pick<MallProductDetail, "fields" | "skus">,
  values: ProductFormValues,
): ProductChanges {
  const now = productFieldsOf(values);
  const names = Object.keys(now) as (keyof ProductFieldValues)[];
  const differing = names.filter((name) => !isSameField(name, now[name], before.fields[name]));
  return {
    fields: Object.fromEntries(differing.map((name) => [name, now[name]])),
    skus: changedSkus(before.skus, values.rows),
  };
}

/** Splits the name of a SKU's field in a version; null: a field of the product. */
export function skuFieldOf(name: string): { skuId: string; field: keyof MallSkuEdit } | null {
  const [, skuId, field] = /^skus\.(\d+)\.(\w+)$/.exec(name) ?? [];
  return skuId !== undefined && field !== undefined ? { skuId, field: field as keyof MallSkuEdit } : null;
}
/** Value of a field in changes, by its name in versions. */
export function changedValue({ fields, skus }: ProductChanges, name: string): unknown {
  const sku = skuFieldOf(name);
  if (sku === null) return fields[name as keyof ProductFieldValues];
  return skus.find(({ skuId }) => skuId === sku.skuId)?.[sku.field];
}
/** Changes without some fields, which stay as a colleague saved them. */
export function withoutFields({ fields, skus }: ProductChanges, names: readonly string[]): ProductChanges {
  const left = new Set(names);
  return {
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !left.has(name))),
    skus: skus.map(
      (sku) =>
        Object.fromEntries(
          Object.entries(sku).filter(([field]) => !left.has(`skus.${sku.skuId}.${field}`)),
        ) as MallSkuEdit,
    ),
  };
}
