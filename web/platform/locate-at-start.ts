import { HOME } from "./address.ts";
import { chosenBy, isCityAsked, keepCity, keepPoint } from "./city.ts";
import { isLocationGranted } from "./location-granted.ts";
import { sessionStore } from "./storage/safe-storage.ts";
import { sessionKey } from "./storage/session-values.ts";

const DONE = sessionKey("locatedAtStart");

/**
 * Locates whoever opens the first page, once a visit and only where the browser would not ask:
 * the question itself is the city sheet's. Order (requirement J15): address, hand, located, network,
 * default. A city in the address or chosen by hand stays; the point is kept all the same, for
 * distances within that city.
 */
export async function locateAtStart(): Promise<void> {
  if (location.pathname !== HOME || sessionStore.get(DONE) === "1") return;
  if (!(await isLocationGranted())) return;
  sessionStore.set(DONE, "1");
  const { locate, shortCityName } = await import("./location.ts");
  const found = await locate({ isQuiet: true });
  if (found.by !== "point" && found.by !== "app") return;
  const { place } = found;
  if (found.by === "point") keepPoint(found.point, place.cityId);
  if (isCityAsked(location.search) || chosenBy() === "hand") return;
  const { longitude, latitude } = place;
  keepCity({ code: place.cityId, name: shortCityName(place.city), longitude, latitude }, "located");
}
