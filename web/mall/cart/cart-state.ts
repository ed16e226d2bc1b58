import type { Cart } from "#contract/mall/cart.ts";

/** The cart on the screen. @property fetchedAt time of a kept copy, ms; null while it is up to date */
export type LoadedCart = {
  /** Person whom it belongs to; null: the visitor on this device. */
  readonly owner: string | null;
  readonly cart: Cart | null;
  readonly fetchedAt: number | null;
  readonly reason: unknown;
};
export const nothingLoaded: LoadedCart = { owner: null, cart: null, fetchedAt: null, reason: null };

let loaded = nothingLoaded;
const listeners = new Set<() => void>();

/** The cart for all components that show it; `cart-store.ts` loads and changes it after the first screen. */
export const cartState = {
  get: (): LoadedCart => loaded,
  set(next: LoadedCart): void {
    loaded = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
