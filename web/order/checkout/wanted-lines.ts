/** A product to buy: SKU and units. */
export type CheckoutLine = { readonly skuId: string; readonly qty: number };

/** The SKU of `?sku=&qty=`; null: the chosen lines of the cart are meant. */
export function wantedLinesIn(parameters: URLSearchParams): readonly CheckoutLine[] | null {
  const skuId = parameters.get("sku") ?? "";
  const qty = Number(parameters.get("qty") ?? "1");
  if (!/^\d{1,19}$/.test(skuId)) return null;
  return [{ skuId, qty: Number.isInteger(qty) && qty >= 1 && qty <= 99 ? qty : 1 }];
}
