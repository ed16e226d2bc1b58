import type { FastifyInstance } from "fastify";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { createAmap } from "./amap.ts";
import { createLocator, type Location } from "./locator.ts";
import { createMapPictures } from "./map/map-pictures.ts";
import { mapRoutes } from "./map/routes.ts";
import { locationRoutes } from "./routes.ts";

export { cities, cityOf } from "./cities.ts";
export { cityOutline } from "./city-outline.ts";
export { fromBd09, toWgs84 } from "./coordinates.ts";
export { registerLocationConsoleCalls } from "./console-routes.ts";
export { divisionNameOf } from "./division-names.ts";
export { districtOf, searchDistricts, shortDistrictName, type DistrictPlace } from "./districts.ts";
export type { Location } from "./locator.ts";

/** Locating people, the cities that they can choose (contract section 5), and maps of places. */
export function createLocation(context: AppContext, calls: RpcRouter, app: FastifyInstance): Location {
  const { config, log } = context;
  const location = createLocator({ v4: config.ipDataV4, v6: config.ipDataV6 }, config.outlines);
  locationRoutes(calls, location, config.amap && createAmap(config.amap, log));
  if (config.amap !== null) mapRoutes(context, app, createMapPictures(config.amap, log));
  return location;
}
