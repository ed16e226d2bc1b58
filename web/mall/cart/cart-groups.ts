import type { Cart, CartLine } from "#contract/mall/cart.ts";

/** Lines that can be bought, those that are sold out, and those that are not sold any more (requirement MA10). */
export type CartGroups = {
  readonly buyable: readonly CartLine[];
  readonly out: readonly CartLine[];
  readonly gone: readonly CartLine[];
};
export const cartGroups = ({ lines }: Cart): CartGroups => ({
  buyable: lines.filter(({ state }) => state === "ok" || state === "short"),
  out: lines.filter(({ state }) => state === "out"),
  gone: lines.filter(({ state }) => state === "gone"),
});

/** The sum that is missing for free freight, fen; 0: it is free; null: nothing to say. */
export function missingForFreight({
  freeFromFen,
  goodsFen,
}: Pick<Cart, "freeFromFen" | "goodsFen">): number | null {
  if (freeFromFen === null || goodsFen === 0) return null;
  return Math.max(0, freeFromFen - goodsFen);
}

/** Greatest quantity of a line; at least 1. */
export const mostOf = ({ left, buyMost }: CartLine): number =>
  Math.max(1, Math.min(99, left ?? 99, buyMost ?? 99));
