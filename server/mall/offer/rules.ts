import { mallLimits } from "#contract/mall/limits.ts";
import type { Offer } from "#contract/mall/product.ts";

/** Available units as they are named to people: exactly only if they are few (requirement MA04). */
export function stockOf({
  onHand,
  reserved,
}: {
  readonly onHand: number;
  readonly reserved: number;
}): Pick<Offer, "stock" | "left"> {
  const left = Math.max(0, onHand - reserved);
  if (left > mallLimits.namedLeft) return { stock: "in", left: null };
  return { stock: left === 0 ? "out" : "low", left };
}
