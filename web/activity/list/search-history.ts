import { safeLocalStorage } from "../../platform/storage/safe-storage.ts";

const KEY = "marque.searches";
const MAX_SEARCHES = 8;

/** Keywords searched on this device, newest first. They never leave it. */
export function searchHistory(): string[] {
  try {
    const stored: unknown = JSON.parse(safeLocalStorage.get(KEY) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter((text) => typeof text === "string").slice(0, MAX_SEARCHES)
      : [];
  } catch {
    return [];
  }
}

/** Puts a keyword at the beginning; one that shows nothing is left out. */
export function rememberSearch(keyword: string): void {
  const text = keyword.trim();
  if (text === "") return;
  const others = searchHistory().filter((other) => other !== text);
  safeLocalStorage.set(KEY, JSON.stringify([text, ...others].slice(0, MAX_SEARCHES)));
}

export const clearSearchHistory = (): void => safeLocalStorage.remove(KEY);
