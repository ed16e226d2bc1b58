import { HOME_PATH } from "../navigation/address.ts";
import { citySource, isCityInAddress, saveCity, savePoint } from "./city.ts";
import { isLocationGranted } from "./location-permission.ts";
import { safeSessionStorage } from "../storage/safe-storage.ts";
import { sessionKey } from "../storage/session-storage-keys.ts";

const DONE = sessionKey("locatedAtStart");

/**
 * Locates the person on the first page, once a visit and only when the browser would not ask: the city sheet
 * asks for the permission. Precedence (requirement J15): address, choice, location, network, default. A city
 * in the address or chosen by hand stays; the location is stored anyway, for distances within that city.
 */
export async function locateAtStart(): Promise<void> {
  if (location.pathname !== HOME_PATH || safeSessionStorage.get(DONE) === "1") return;
  if (!(await isLocationGranted())) return;
  safeSessionStorage.set(DONE, "1");
  const { locate, shortCityName } = await import("./locate.ts");
  const found = await locate({ isQuiet: true });
  if (found.by !== "point" && found.by !== "app") return;
  const { place } = found;
  if (found.by === "point") savePoint(found.point, place.cityId);
  if (isCityInAddress(location.search) || citySource() === "hand") return;
  const { longitude, latitude } = place;
  saveCity({ code: place.cityId, name: shortCityName(place.city), longitude, latitude }, "located");
}
