import { localStore } from "./storage/safe-storage.ts";

const KEY = "marque.last-cities";
const MOST = 4;

/** Codes of the cities chosen by hand last, newest first. */
export function lastCities(): { readonly code: string }[] {
  try {
    const kept: unknown = JSON.parse(localStore.get(KEY) ?? "[]");
    return Array.isArray(kept)
      ? kept.filter((code) => typeof code === "string").map((code) => ({ code }))
      : [];
  } catch {
    return [];
  }
}

/** Notes a choice. */
export function noteCity(code: string): void {
  const others = lastCities().flatMap((city) => (city.code === code ? [] : [city.code]));
  localStore.set(KEY, JSON.stringify([code, ...others].slice(0, MOST)));
}
