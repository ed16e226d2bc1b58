import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { createAmap } from "./amap.ts";
import { createLocator, type Location } from "./locator.ts";
import { locationRoutes } from "./routes.ts";

export { cityOf } from "./cities.ts";
export type { Location } from "./locator.ts";

/** Where people are, and the cities they choose from (contract section 5). */
export function createLocation(
  { config, log }: Pick<AppContext, "config" | "log">,
  calls: RpcRouter,
): Location {
  const places = createLocator({ v4: config.ipDataV4, v6: config.ipDataV6 }, config.outlines);
  locationRoutes(calls, places, config.amap && createAmap(config.amap, log));
  return places;
}
