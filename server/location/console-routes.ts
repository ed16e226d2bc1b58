import { listConsoleCities, showCityOutline } from "#contract/console/content/cities.ts";
import type { OperatorRouter } from "../http/console/operator-router.ts";
import { cityOutline } from "./city-outline.ts";
import { cities } from "./cities.ts";

/** Registers the cities of the console's inputs. */
export function registerLocationConsoleCalls(calls: OperatorRouter): void {
  const listed = cities.map(({ shortName, ...city }) => ({ ...city, name: shortName }));
  calls.on(listConsoleCities, async () => ({ cities: listed }));
  calls.on(showCityOutline, async ({ cityCode }) => ({
    rings: cityOutline(cityCode).map((ring) => ring.map((point) => [...point] as [number, number])),
  }));
}
