import { defaultPlace } from "#contract/core/limits.ts";
import type { CityListing, LocatedPlace } from "#contract/location/location.ts";
import { IpTable, type IpTableFiles } from "./ip-table.ts";
import { cityOf, placeOfCity } from "./cities.ts";
import type { CustomOutlines } from "./custom-outlines.ts";
import { CityPolygons } from "./city-polygons.ts";

export type Location = {
  /** The city at a WGS-84 point, with that point; null: more than 15 km from every city. */
  placeOf(longitude: number, latitude: number): LocatedPlace | null;
  /** The city of an IP address, with its centre; Shanghai for unknown addresses (requirement J09). */
  placeOfAddress(address: string): LocatedPlace;
  /** City code of an IP address; null: unknown. */
  cityOfAddress(address: string): string | null;
  city(code: string): CityListing | undefined;
  /** Loads the polygons and the IP table in the background; otherwise the first use loads them. */
  prepare(): Promise<void>;
};

/** Maximum distance from a city's border, metres, because not all islands and new land are in the polygons. */
const NEAREST_CITY_METRES = 15_000;

/**
 * @param files newer ip2region files; null: the packaged ones
 * @param outlines the installation's own outlines; null: the packaged ones
 * @throws SettingError if one of them is invalid
 */
export function createLocator(files: IpTableFiles, outlines: CustomOutlines | null): Location {
  const polygons = new CityPolygons(outlines);
  const ipTable = new IpTable(files);
  return {
    placeOf(longitude, latitude) {
      const code = polygons.codeAt(longitude, latitude, NEAREST_CITY_METRES);
      const city = code === null ? undefined : cityOf(code);
      return city ? placeOfCity(city, { longitude, latitude }) : null;
    },
    placeOfAddress(address) {
      const city = ipTable.cityAt(address);
      return city ? placeOfCity(city) : defaultPlace;
    },
    cityOfAddress: (address) => ipTable.cityAt(address)?.code ?? null,
    city: cityOf,
    async prepare() {
      ipTable.prepare();
      await polygons.prepare();
    },
  };
}
