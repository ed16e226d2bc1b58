import { safeLocalStorage } from "../storage/safe-storage.ts";

/** Something that was opened from the search: a page or a thing, never a person or an order. */
export type RecentThing = {
  readonly key: string;
  readonly label: string;
  readonly to: string;
  readonly hint: string;
};

const MOST = 6;
/** Key of an operator, so that a shared browser shows nobody what another one opened. */
const keyOf = (operatorId: string): string => `marque.console.recent.${operatorId}`;

const isThing = (value: unknown): value is RecentThing =>
  typeof value === "object" &&
  value !== null &&
  ["key", "label", "to", "hint"].every(
    (name) => typeof (value as Record<string, unknown>)[name] === "string",
  );

/** Things that an operator opened on this device, the latest first. */
export function recentThings(operatorId: string): RecentThing[] {
  try {
    const kept: unknown = JSON.parse(safeLocalStorage.get(keyOf(operatorId)) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isThing).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Keeps a thing as the latest one. */
export function keepRecentThing(operatorId: string, { key, label, to, hint }: RecentThing): void {
  const others = recentThings(operatorId).filter((other) => other.to !== to);
  safeLocalStorage.set(
    keyOf(operatorId),
    JSON.stringify([{ key, label, to, hint }, ...others].slice(0, MOST)),
  );
}
export const clearRecentThings = (operatorId: string): void => safeLocalStorage.remove(keyOf(operatorId));
