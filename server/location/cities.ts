import { readFileSync } from "node:fs";
import type { CityListing, LocatedPlace } from "#contract/location/location.ts";
import { provinceCodeOf } from "./divisions.ts";

/** Cities at the top of the city sheet, in this order. */
export const hotCities: readonly string[] = [
  "310100",
  "110100",
  "330100",
  "510100",
  "440100",
  "440300",
  "420100",
  "610100",
  "320100",
];

/** All cities, ordered by pinyin; scripts/maintenance/make-geography.ts generates the file. */
export const cities: readonly CityListing[] = JSON.parse(
  readFileSync(new URL("./tables/cities.generated.json", import.meta.url), "utf8"),
) as CityListing[];
const byCode = new Map(cities.map((city) => [city.code, city]));

export const cityOf = (code: string): CityListing | undefined => byCode.get(code);

/** A city as a place, at the given WGS-84 point, by default at its centre. */
export const placeOfCity = (
  city: CityListing,
  at: { longitude: number; latitude: number } = city,
): LocatedPlace => ({
  province: city.province,
  provinceId: provinceCodeOf(city.code),
  city: city.name,
  cityId: city.code,
  longitude: at.longitude,
  latitude: at.latitude,
});
