import {
  findDistricts,
  listCities,
  listDistricts,
  locateAddress,
  locatePoint,
  type District,
} from "#contract/location/location.ts";
import { limits } from "#contract/core/limits.ts";
import { searchKeyword } from "#contract/core/text.ts";
import { toSimplified } from "../core/simplified.ts";
import type { CacheRule } from "../http/cache/response-cache.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { Amap } from "./amap.ts";
import { cities, hotCities, placeOfCity } from "./cities.ts";
import { makeDistrictTree } from "./divisions.ts";
import { searchDistricts } from "./districts.ts";
import { toWgs84 } from "./coordinates.ts";
import type { Location } from "./locator.ts";

/** Cache rule for two large responses that change only with a release. */
const unchanging: CacheRule = { freshMs: 3_600_000, staleMs: 86_400_000, isBestCompressed: true };
/** Answers depend on the keyword and the release only. */
const SEARCH_CACHE: CacheRule = { freshMs: 60_000, staleMs: 600_000 };
const MAX_DISTRICTS = 20;

/** @param amap has priority over the own tables; null: no key is configured */
export function locationRoutes(calls: RpcRouter, location: Location, amap: Amap | null): void {
  calls.on(
    findDistricts,
    async ({ keyword, cityCode }) => {
      const word = searchKeyword(keyword, limits.maxKeywordLength);
      const districts = word === "" ? [] : searchDistricts(word, cityCode, MAX_DISTRICTS);
      return {
        keyword: toSimplified(word),
        districts: districts.map(({ code, name, cityCode: city }) => ({ code, name, cityCode: city })),
      };
    },
    SEARCH_CACHE,
  );
  let tree: District | null = null;
  calls.on(listDistricts, async () => (tree ??= makeDistrictTree()), unchanging);
  calls.on(listCities, async () => ({ hot: [...hotCities], cities: [...cities] }), unchanging);
  calls.on(locatePoint, async ({ longitude, latitude, coordType }, caller) => {
    const point = coordType === "gcj02" ? toWgs84(longitude, latitude) : ([longitude, latitude] as const);
    const city = await amap?.cityOfPoint(...point, caller.address);
    if (city) return placeOfCity(city, { longitude: point[0], latitude: point[1] });
    return location.placeOf(...point) ?? location.placeOfAddress(caller.address);
  });
  calls.on(locateAddress, async (_args, { address }) => {
    const city = await amap?.cityOfAddress(address);
    return city ? placeOfCity(city) : location.placeOfAddress(address);
  });
}
