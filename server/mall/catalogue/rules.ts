import type { ProductSort } from "#contract/mall/limits.ts";
import type { ProductCard } from "#contract/mall/product.ts";
import { Refusal } from "#contract/core/errors.ts";
import { mallMessages } from "../messages.ts";

/** Position in a list: after the product with this sort key and id. */
export type ProductCursor = { readonly sort: ProductSort; readonly key: number; readonly id: string };

export const encodeProductCursor = ({ sort, key, id }: ProductCursor): string =>
  Buffer.from(`${sort}.${key}.${id}`).toString("base64url");

/** @throws Refusal "invalid" for a text that `encodeProductCursor` did not create for this sort order */
export function decodeProductCursor(text: string, sort: ProductSort): ProductCursor {
  const found = /^([a-zA-Z]{3,9})\.(-?\d{1,15})\.(\d{1,19})$/.exec(Buffer.from(text, "base64url").toString());
  if (!found || found[1] !== sort)
    throw new Refusal("invalid", { fields: { cursor: mallMessages.brokenCursor } });
  return { sort, key: Number(found[2]), id: found[3] ?? "" };
}

/** Number of sold units as shown: exact below 100, then "3200+", then "1.2万+". */
export function roundedSold(sold: number): string {
  if (sold < 100) return String(sold);
  if (sold < 10_000) return `${Math.floor(sold / 100) * 100}+`;
  return mallMessages.tenThousands(String(Math.floor(sold / 1_000) / 10));
}

/** State on a card: before its sale begins (`saleFrom`, ms), without stock, or for sale. */
export function cardStateOf(
  { saleFrom, hasStock }: { readonly saleFrom: number | null; readonly hasStock: boolean },
  now: number,
): ProductCard["state"] {
  if (saleFrom !== null && now < saleFrom) return "soon";
  return hasStock ? "on" : "soldOut";
}

/** Words of a search text: all of them must be found. */
export const wordsOf = (keyword: string): string[] => keyword.split(/\s+/u).filter((word) => word !== "");
