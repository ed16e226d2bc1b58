import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import { createPlaces, type Location } from "./places.ts";
import { locationRoutes } from "./routes.ts";

export type { Location } from "./places.ts";

/** Where people are, and the cities they choose from (contract section 5). */
export function createLocation(kit: Pick<Kit, "config">, calls: Calls): Location {
  const places = createPlaces(kit.config.ipDataV4);
  locationRoutes(calls, places);
  return places;
}
