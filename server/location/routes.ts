import { listCities, listDistricts, locateAddress, locatePoint } from "#contract/location.ts";
import { etagOf, type CacheRule } from "../http/answer-cache.ts";
import type { Caller } from "../http/caller.ts";
import type { Calls } from "../http/calls.ts";
import { envelopeOf } from "../http/envelope.ts";
import type { Amap } from "./amap.ts";
import { cities, hotCities, placeOfCity } from "./cities.ts";
import { makeDistrictTree } from "./divisions.ts";
import { toWgs84 } from "./coordinates.ts";
import type { Location } from "./places.ts";

/** These two answers change with a release only. */
const unchanging: CacheRule = { freshMs: 3_600_000, staleMs: 86_400_000 };

/** Makes an answer once, with its strong ETag: the one that the answer cache gives visitors. */
function once<T>(make: () => T): (caller: Caller) => T {
  let made: { value: T; etag: string } | null = null;
  return (caller) => {
    if (made === null) {
      const value = make();
      made = { value, etag: etagOf(envelopeOf(value)) };
    }
    caller.reply.header("etag", made.etag);
    return made.value;
  };
}

/** @param amap asked first where there is a key for it; what it does not say, our own tables do */
export function locationRoutes(calls: Calls, location: Location, amap: Amap | null): void {
  const districts = once(makeDistrictTree);
  const cityIndex = once(() => ({ hot: [...hotCities], cities: [...cities] }));
  calls.on(listDistricts, async (_args, caller) => districts(caller), unchanging);
  calls.on(listCities, async (_args, caller) => cityIndex(caller), unchanging);
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
