import type { ResultOf, Send } from "#contract/core/call.ts";
import { limits } from "#contract/core/limits.ts";
import { searchKeyword } from "#contract/core/text.ts";
import {
  district,
  findDistricts,
  listCities,
  listDistricts,
  type District,
  type DistrictMatches,
} from "#contract/location/location.ts";
import { safeSessionStorage } from "../platform/storage/safe-storage.ts";

export type CityIndex = ResultOf<typeof listCities>;

/** The sheet itself shows a failed load. */
const quiet = { isSilent: true } as const;
/** Storage key (contract section 9). */
const DISTRICTS_KEY = "vw_mall.districtTree";

let index: Promise<CityIndex> | null = null;
/** Loads the city index once a visit; its ETag saves the transfer on later visits. @throws Refusal */
export function loadCities(send: Send): Promise<CityIndex> {
  index ??= send(listCities, {}, quiet).catch((error: unknown) => {
    index = null;
    throw error;
  });
  return index;
}

const districtsCache = (): District | null => {
  try {
    return district.parse(JSON.parse(safeSessionStorage.get(DISTRICTS_KEY) ?? ""));
  } catch {
    return null; // not stored, or invalid
  }
};

/** Loads the district tree once per session (requirement J14). @throws Refusal */
export async function loadDistricts(send: Send): Promise<District> {
  const stored = districtsCache();
  if (stored) return stored;
  const tree = await send(listDistricts, {}, quiet);
  safeSessionStorage.set(DISTRICTS_KEY, JSON.stringify(tree));
  return tree;
}

/** Districts by a name in simplified or traditional characters, by pinyin or initials. @throws Refusal */
export const loadDistrictMatches = (send: Send, keyword: string): Promise<DistrictMatches> =>
  send(findDistricts, { keyword: searchKeyword(keyword, limits.maxKeywordLength) }, quiet);
