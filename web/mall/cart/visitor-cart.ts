import { mallLimits } from "#contract/mall/limits.ts";
import { safeLocalStorage } from "../../platform/storage/safe-storage.ts";

const KEY = "marque.cart";

/** A line of a visitor's cart on this device (requirement MA09). */
export type VisitorLine = {
  readonly skuId: string;
  readonly qty: number;
  readonly isChosen: boolean;
  /** Price when it was added, fen. */
  readonly addedFen: number;
};

function isLine(value: unknown): value is VisitorLine {
  if (typeof value !== "object" || value === null) return false;
  const { skuId, qty, isChosen, addedFen } = value as Partial<VisitorLine>;
  const isUnits = Number.isInteger(qty) && Number(qty) >= 1 && Number(qty) <= mallLimits.maxUnits;
  return (
    /^\d{1,19}$/.test(String(skuId)) && isUnits && typeof isChosen === "boolean" && Number.isInteger(addedFen)
  );
}

/** The stored lines, newest first; what cannot be read is left out. */
export function readVisitorCart(): VisitorLine[] {
  try {
    const stored: unknown = JSON.parse(safeLocalStorage.get(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isLine).slice(0, mallLimits.maxCartLines) : [];
  } catch {
    return [];
  }
}

export function writeVisitorCart(lines: readonly VisitorLine[]): void {
  if (lines.length === 0) safeLocalStorage.remove(KEY);
  else safeLocalStorage.set(KEY, JSON.stringify(lines.slice(0, mallLimits.maxCartLines)));
}

/** Adds units to a cart: an existing line grows, a new one comes first. */
export function withAddedUnits(
  lines: readonly VisitorLine[],
  added: Omit<VisitorLine, "isChosen">,
): VisitorLine[] {
  const existing = lines.find(({ skuId }) => skuId === added.skuId);
  const qty = Math.min(mallLimits.maxUnits, (existing?.qty ?? 0) + added.qty);
  const others = lines.filter(({ skuId }) => skuId !== added.skuId);
  return [{ ...added, addedFen: existing?.addedFen ?? added.addedFen, qty, isChosen: true }, ...others];
}
