import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { createAmap } from "./amap.ts";
import { createLocator, type Location } from "./locator.ts";
import { locationRoutes } from "./routes.ts";

export { cityOf } from "./cities.ts";
export { divisionNameOf } from "./division-names.ts";
export { districtOf, searchDistricts, shortDistrictName, type DistrictPlace } from "./districts.ts";
export type { Location } from "./locator.ts";

/** Locating people, and the cities that they can choose (contract section 5). */
export function createLocation(
  { config, log }: Pick<AppContext, "config" | "log">,
  calls: RpcRouter,
): Location {
  const location = createLocator({ v4: config.ipDataV4, v6: config.ipDataV6 }, config.outlines);
  locationRoutes(calls, location, config.amap && createAmap(config.amap, log));
  return location;
}
