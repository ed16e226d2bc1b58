import { safeLocalStorage } from "../storage/safe-storage.ts";

const KEY = "marque.last-cities";
const MAX_CITIES = 4;

/** Codes of the cities chosen by hand last, newest first. */
export function recentCities(): { readonly code: string }[] {
  try {
    const stored: unknown = JSON.parse(safeLocalStorage.get(KEY) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter((code) => typeof code === "string").map((code) => ({ code }))
      : [];
  } catch {
    return [];
  }
}

/** Stores a choice. */
export function rememberCity(code: string): void {
  const others = recentCities().flatMap((city) => (city.code === code ? [] : [city.code]));
  safeLocalStorage.set(KEY, JSON.stringify([code, ...others].slice(0, MAX_CITIES)));
}
