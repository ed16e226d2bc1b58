import { useSyncExternalStore } from "react";
import { useRouteLoaderData } from "react-router";
import { defaultCityName, defaultPlace } from "#contract/core/limits.ts";
import { raiseChallenge } from "../http/challenges.ts";
import type { RootData, ShownCity } from "../environment/site.ts";
import { safeLocalStorage, safeSessionStorage } from "../storage/safe-storage.ts";
import { notifyCityChange } from "../page-load/service-worker.ts";

/** Where a list is looked at from. */
export type Viewpoint = {
  readonly cityCode: string;
  readonly longitude: number;
  readonly latitude: number;
  /** The point is the person's own, not the city's centre: distances from it mean something. */
  readonly isExact: boolean;
};
type Point = { longitude: number; latitude: number };

/** Readable by the server, which renders for this city; kept a year. */
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
/** Counts changes of city or point. */
let changes = 0;
const tell = (): void => {
  changes++;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The person's own point as this session keeps it, with the city it lies in. */
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
 * The city to begin with. A page out of the service worker may have been rendered before another
 * one was chosen: what is remembered goes before it, unless the address asks for one (requirement J15).
 */
export const initialCity = (rendered: ShownCity): ShownCity =>
  (isCityInAddress(location.search) ? null : readChosen()) ?? rendered;
/** Takes the city that the page was rendered for; the root does it once. */
export function initializeCity(rendered: ShownCity): void {
  current ??= initialCity(rendered);
}
/** Under https its name holds it to this host and to https (`__Host-`); the server reads both names. */
export const cityCookie = (code: string, isSecure: boolean): string =>
  `${isSecure ? "__Host-" : ""}${COOKIE}=${code}; path=/; max-age=31536000; samesite=lax${isSecure ? "; secure" : ""}`;
/** Remembers a city: for this browser, and for the server's next rendering. */
export function saveCity(city: ShownCity, by: "hand" | "located" | "address"): void {
  const isOther = current !== null && current.code !== city.code;
  current = city;
  if (by !== "address") {
    safeLocalStorage.set(CHOSEN, JSON.stringify({ ...city, by }));
    document.cookie = cityCookie(city.code, location.protocol === "https:");
    if (isOther) notifyCityChange();
  }
  tell();
}
/** Keeps the person's own point for this session, with the city it lies in; whoever shows distances hears of it. */
export function savePoint(point: Point, cityCode: string): void {
  safeSessionStorage.set(POINT, JSON.stringify({ ...point, cityCode }));
  tell();
}

/** Whether somebody chose the city by hand, was located, or neither. */
export const citySource = (): "hand" | "located" | null => readChosen()?.by ?? null;

const viewpointFrom = (city: ShownCity): Viewpoint => {
  const point = savedPoint();
  return point?.cityCode === city.code
    ? { cityCode: city.code, longitude: point.longitude, latitude: point.latitude, isExact: true }
    : { cityCode: city.code, longitude: city.longitude, latitude: city.latitude, isExact: false };
};
/** The viewpoint in the browser, for a clientLoader. */
export const currentViewpoint = (): Viewpoint => viewpointFrom(current ?? defaultCity);
/** The viewpoint of the page that the server rendered, for a loader: never a person's own point. */
export const viewpointOf = (city: ShownCity): Viewpoint => ({
  cityCode: city.code,
  longitude: city.longitude,
  latitude: city.latitude,
  isExact: false,
});

/** The city on show: the rendered one, then whatever is chosen or located. */
export function useCity(): ShownCity {
  const rendered = useRouteLoaderData<RootData>("root")?.city ?? defaultCity;
  return useSyncExternalStore(
    subscribe,
    () => current ?? rendered,
    () => rendered,
  );
}
/** Another number whenever the city or the person's own point has changed. */
export const usePlaceChanges = (): number =>
  useSyncExternalStore(
    subscribe,
    () => changes,
    () => 0,
  );

/** Lets the person choose a city; true when another one is on show now, so that the caller reloads its data; null: none was chosen. */
export async function chooseCity(): Promise<boolean | null> {
  const before = current?.code ?? null;
  const chosen = await raiseChallenge("city", { code: before });
  if (chosen === null) return null;
  saveCity(chosen, "hand");
  return chosen.code !== before;
}

const isCode = (text: string | null | undefined): text is string => /^[1-9]\d{5}$/.test(text ?? "");
/** A province's first city is its capital (GB/T 2260); Taiwan, Hong Kong and Macau stand in the index whole. */
export const provinceCapital = (provinceCode: string): string =>
  provinceCode.slice(0, 2) + (/^(71|8)/.test(provinceCode) ? "0000" : "0100");

/** The city code that a request asks for: in the address, its own or its province's capital (requirement C20), else remembered in the cookie; null where neither is one. */
export function requestedCityCode(request: Request): string | null {
  const { searchParams } = new URL(request.url);
  const [city, province] = [searchParams.get("cityCode"), searchParams.get("provinceCode")];
  if (isCode(city)) return city;
  if (isCode(province)) return provinceCapital(province);
  const kept = new RegExp(`(?:^|;\\s*)${COOKIE}=(\\d{6})`).exec(request.headers.get("cookie") ?? "")?.[1];
  return isCode(kept) ? kept : null;
}
/** Whether an address asks for a city. @param search of the address */
export const isCityInAddress = (search: string): boolean =>
  requestedCityCode(new Request(new URL(search, "http://localhost"))) !== null;
