import { useSyncExternalStore } from "react";
import { useRouteLoaderData } from "react-router";
import { defaultCityName, defaultPlace } from "#contract/core/limits.ts";
import { raiseChallenge } from "../http/challenges.ts";
import type { RootData, ShownCity } from "../environment/site.ts";
import { safeLocalStorage, safeSessionStorage } from "../storage/safe-storage.ts";
import { notifyCityChange } from "../page-load/service-worker.ts";

/** The point from which a list is searched. */
export type Viewpoint = {
  readonly cityCode: string;
  readonly longitude: number;
  readonly latitude: number;
  /** Whether the point is the person's own, not the city's centre: only then are distances shown. */
  readonly isExact: boolean;
};
type Point = { longitude: number; latitude: number };

/** Cookie that the server reads to render for this city; kept a year. */
const COOKIE = "marque_city";
const CHOSEN = "marque.city";
const POINT = "marque.point";
export const defaultCity: ShownCity = {
  code: defaultPlace.cityId,
  name: defaultCityName,
  longitude: defaultPlace.longitude,
  latitude: defaultPlace.latitude,
};

let current: ShownCity | null = null;
const listeners = new Set<() => void>();
/** Number of changes of city or point. */
let changes = 0;
const notify = (): void => {
  changes++;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The person's own location as this session stores it, with its city. */
export const savedPoint = (): (Point & { cityCode: string }) | null => {
  try {
    return JSON.parse(safeSessionStorage.get(POINT) ?? "null") as (Point & { cityCode: string }) | null;
  } catch {
    return null;
  }
};

type Chosen = ShownCity & { by: "hand" | "located" };
const readChosen = (): Chosen | null => {
  try {
    return JSON.parse(safeLocalStorage.get(CHOSEN) ?? "null") as Chosen | null;
  } catch {
    return null;
  }
};

/**
 * The initial city. A page from the service worker's cache may have been rendered before another city was
 * chosen, so the stored one takes precedence, unless the address names a city (requirement J15).
 */
export const initialCity = (rendered: ShownCity): ShownCity =>
  (isCityInAddress(location.search) ? null : readChosen()) ?? rendered;
/** Sets the city that the page was rendered for. The root does it once. */
export function initializeCity(rendered: ShownCity): void {
  current ??= initialCity(rendered);
}
/** Cookie of a city. Under https the prefix `__Host-` binds it to this host; the server reads both names. */
export const cityCookie = (code: string, isSecure: boolean): string =>
  `${isSecure ? "__Host-" : ""}${COOKIE}=${code}; path=/; max-age=31536000; samesite=lax${isSecure ? "; secure" : ""}`;
/** Stores a city for this browser and for the server's next rendering. */
export function saveCity(city: ShownCity, by: "hand" | "located" | "address"): void {
  const hasChanged = current !== null && current.code !== city.code;
  current = city;
  if (by !== "address") {
    safeLocalStorage.set(CHOSEN, JSON.stringify({ ...city, by }));
    document.cookie = cityCookie(city.code, location.protocol === "https:");
    if (hasChanged) notifyCityChange();
  }
  notify();
}
/**
 * Stores the person's own location for this session, with its city, and notifies components that show
 * distances.
 */
export function savePoint(point: Point, cityCode: string): void {
  safeSessionStorage.set(POINT, JSON.stringify({ ...point, cityCode }));
  notify();
}

/** The source of the stored city: chosen by hand, located, or null without one. */
export const citySource = (): "hand" | "located" | null => readChosen()?.by ?? null;

const viewpointFrom = (city: ShownCity): Viewpoint => {
  const point = savedPoint();
  return point?.cityCode === city.code
    ? { cityCode: city.code, longitude: point.longitude, latitude: point.latitude, isExact: true }
    : { cityCode: city.code, longitude: city.longitude, latitude: city.latitude, isExact: false };
};
/** The viewpoint in the browser, for a clientLoader. */
export const currentViewpoint = (): Viewpoint => viewpointFrom(current ?? defaultCity);

/** The current city: the rendered one, until another is chosen or located. */
export function useCity(): ShownCity {
  const rendered = useRouteLoaderData<RootData>("root")?.city ?? defaultCity;
  return useSyncExternalStore(
    subscribe,
    () => current ?? rendered,
    () => rendered,
  );
}
/** Number of changes of the city or the person's own location. */
export const usePlaceChanges = (): number =>
  useSyncExternalStore(
    subscribe,
    () => changes,
    () => 0,
  );

/**
 * Lets the person choose a city, or a district with its city.
 * @returns the code of a chosen district; else true when the city has changed, so that the caller reloads its data;
 * null when nothing was chosen
 */
export async function chooseCity(): Promise<string | boolean | null> {
  const before = current?.code ?? null;
  const chosen = await raiseChallenge("city", { code: before });
  if (chosen === null) return null;
  const { districtCode, ...city } = chosen;
  saveCity(city, "hand");
  return districtCode ?? city.code !== before;
}

const isCode = (text: string | null | undefined): text is string => /^[1-9]\d{5}$/.test(text ?? "");
/**
 * Code of a province's capital: its first city (GB/T 2260). Taiwan, Hong Kong and Macau have a single entry.
 */
export const provinceCapital = (provinceCode: string): string =>
  provinceCode.slice(0, 2) + (/^(71|8)/.test(provinceCode) ? "0000" : "0100");

/**
 * The city code of a request: from the address, its city or its province's capital (requirement C20),
 * otherwise from the cookie; null without a valid one.
 */
export function requestedCityCode(request: Request): string | null {
  const { searchParams } = new URL(request.url);
  const [city, province] = [searchParams.get("cityCode"), searchParams.get("provinceCode")];
  if (isCode(city)) return city;
  if (isCode(province)) return provinceCapital(province);
  const stored = new RegExp(`(?:^|;\\s*)${COOKIE}=(\\d{6})`).exec(request.headers.get("cookie") ?? "")?.[1];
  return isCode(stored) ? stored : null;
}
/** Whether an address names a city. @param search of the address */
export const isCityInAddress = (search: string): boolean =>
  requestedCityCode(new Request(new URL(search, "http://localhost"))) !== null;
