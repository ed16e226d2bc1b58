import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import { createAmap } from "./amap.ts";
import { createPlaces, type Location } from "./places.ts";
import { locationRoutes } from "./routes.ts";

export { cityOf } from "./cities.ts";
export type { Location } from "./places.ts";

/** Where people are, and the cities they choose from (contract section 5). */
export function createLocation({ config, log }: Pick<Kit, "config" | "log">, calls: Calls): Location {
  const places = createPlaces({ v4: config.ipDataV4, v6: config.ipDataV6 }, config.outlines);
  locationRoutes(calls, places, config.amap && createAmap(config.amap, log));
  return places;
}
