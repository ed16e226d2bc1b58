import { safeLocalStorage } from "../../platform/storage/safe-storage.ts";

const KEY = "marque.mall-searches";
const MAX_SEARCHES = 8;

/** Keywords searched in the mall on this device, newest first. They never leave it. */
export function mallSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(safeLocalStorage.get(KEY) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter((text) => typeof text === "string").slice(0, MAX_SEARCHES)
      : [];
  } catch {
    return [];
  }
}

/** Puts a keyword at the beginning. @param keyword not empty */
export function rememberMallSearch(keyword: string): void {
  const others = mallSearches().filter((other) => other !== keyword);
  safeLocalStorage.set(KEY, JSON.stringify([keyword, ...others].slice(0, MAX_SEARCHES)));
}

export const clearMallSearches = (): void => safeLocalStorage.remove(KEY);
