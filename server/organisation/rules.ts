import type { NearOrganisation, Organisation } from "#contract/organisation/organisation.ts";
import { districtOf } from "../location/index.ts";

const EARTH_RADIUS = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance between two points in WGS-84 degrees; whole metres. */
export function metresBetween(from: GeoPoint, to: GeoPoint): number {
  const lat = radians(to.latitude - from.latitude) / 2;
  const lon = radians(to.longitude - from.longitude) / 2;
  const a =
    Math.sin(lat) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(lon) ** 2;
  return Math.round(2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(a))));
}
export type GeoPoint = { readonly longitude: number; readonly latitude: number };

/** Sorts by distance if there is a point, else the city's dealers first; ties by id. */
export function nearestFirst(
  dealers: readonly Organisation[],
  point: GeoPoint | null,
  cityCode: string | undefined,
): NearOrganisation[] {
  const isInOtherCity = (dealer: Organisation): number =>
    cityCode !== undefined && dealer.cityCode !== cityCode ? 1 : 0;
  return dealers
    .map((dealer) => ({ ...dealer, distance: point && metresBetween(point, dealer) }))
    .sort(
      (a, b) => (a.distance ?? isInOtherCity(a)) - (b.distance ?? isInOtherCity(b)) || (a.id < b.id ? -1 : 1),
    );
}

/** Whether a text matches a LIKE pattern that has no wildcard but "%" at its ends. */
function matches(text: string, pattern: string): boolean {
  const part = pattern.replaceAll("%", "");
  return pattern.startsWith("%") ? text.includes(part) : text.startsWith(part);
}

/** Dealers of a district; all if it has none or is unknown, since a person has to choose one. */
export function inDistrict(
  dealers: readonly Organisation[],
  districtCode: string | undefined,
): readonly Organisation[] {
  const district = districtCode === undefined ? undefined : districtOf(districtCode);
  if (district === undefined) return dealers;
  const found = dealers.filter(
    ({ cityCode, address }) =>
      cityCode === district.cityCode && district.addressPatterns.some((pattern) => matches(address, pattern)),
  );
  return found.length > 0 ? found : dealers;
}
