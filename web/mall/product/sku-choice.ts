import type { Offer, ProductDetail, Sku } from "#contract/mall/product.ts";

/** Chosen value of each option by the option's name; an option that is missing is not chosen yet. */
export type SkuChoice = Readonly<Record<string, string>>;
type Options = Pick<ProductDetail, "options" | "skus">;
type Offers = ReadonlyMap<string, Pick<Offer, "stock">>;

/** ok; out: the combination exists but is sold out; impossible: there is no such combination. */
export type ValueState = "ok" | "out" | "impossible";

const fits = ({ options }: Options, sku: Sku, choice: SkuChoice): boolean =>
  options.every(({ name }, place) => choice[name] === undefined || choice[name] === sku.optionValues[place]);

/** The SKU of a complete choice; null while an option is missing or no SKU has these values. */
export function chosenSku(product: Options, choice: SkuChoice): Sku | null {
  if (product.options.some(({ name }) => choice[name] === undefined)) return null;
  return product.skus.find((sku) => fits(product, sku, choice)) ?? null;
}

/** Name of the first option without a value (requirement MA03); null if the choice is complete. */
export const missingOption = ({ options }: Options, choice: SkuChoice): string | null =>
  options.find(({ name }) => choice[name] === undefined)?.name ?? null;

/** State of one value beside the values chosen of the other options. */
export function valueState(
  product: Options,
  offers: Offers,
  choice: SkuChoice,
  option: string,
  value: string,
): ValueState {
  const wanted = { ...choice, [option]: value };
  const candidates = product.skus.filter((sku) => fits(product, sku, wanted));
  if (candidates.length === 0) return "impossible";
  return candidates.every(({ skuId }) => offers.get(skuId)?.stock === "out") ? "out" : "ok";
}

/**
 * The choice after a press on a value; values of other options that cannot be combined with it are taken back.
 */
export function withValue(product: Options, choice: SkuChoice, option: string, value: string): SkuChoice {
  let next: SkuChoice = { ...choice, [option]: value };
  for (const { name } of product.options) {
    if (name === option || next[name] === undefined) continue;
    if (product.skus.some((sku) => fits(product, sku, next))) continue;
    const { [name]: _removed, ...rest } = next;
    next = rest;
  }
  return next;
}

/** Choice at the beginning: options that have one value only. */
export const firstChoice = ({ options }: Options): SkuChoice =>
  Object.fromEntries(
    options.flatMap(({ name, values }) => {
      const [only] = values;
      return values.length === 1 && only !== undefined ? [[name, only]] : [];
    }),
  );
