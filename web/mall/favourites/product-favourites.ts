import type { ProductCard } from "#contract/mall/product.ts";
import { safeLocalStorage } from "../../platform/storage/safe-storage.ts";

const KEY = "marque.product-favourites";
const MOST = 100;

/** A product that is kept on this device, as the list shows it without the server. */
export type FavouriteProduct = Pick<ProductCard, "productId" | "title" | "coverUrl" | "priceFen">;

const isFavourite = (value: unknown): value is FavouriteProduct => {
  if (typeof value !== "object" || value === null) return false;
  const { productId, title, coverUrl, priceFen } = value as Partial<FavouriteProduct>;
  return [productId, title, coverUrl].every((text) => typeof text === "string") && Number.isInteger(priceFen);
};

/** Favourites of this browser, newest first; they never leave it. */
export function favouriteProducts(): FavouriteProduct[] {
  try {
    const stored: unknown = JSON.parse(safeLocalStorage.get(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isFavourite).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Adds a product, or takes it away. @returns whether it is a favourite now */
export function toggleFavouriteProduct({ productId, title, coverUrl, priceFen }: FavouriteProduct): boolean {
  const before = favouriteProducts();
  const others = before.filter((one) => one.productId !== productId);
  const isAdded = others.length === before.length;
  const after = isAdded ? [{ productId, title, coverUrl, priceFen }, ...others].slice(0, MOST) : others;
  safeLocalStorage.set(KEY, JSON.stringify(after));
  return isAdded;
}
