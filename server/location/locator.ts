import { defaultPlace } from "#contract/core/limits.ts";
import type { CityListing, LocatedPlace } from "#contract/location/location.ts";
import { IpTable, type IpTableFiles } from "./ip-table.ts";
import { cityOf, placeOfCity } from "./cities.ts";
import type { CustomOutlines } from "./custom-outlines.ts";
import { CityPolygons } from "./city-polygons.ts";

export type Location = {
  /** The city at a WGS-84 point, with that point; null farther than 15 km from every city. */
  placeOf(longitude: number, latitude: number): LocatedPlace | null;
  /** The city of an IP address, with its centre; Shanghai where the address tells nothing (requirement J09). */
  placeOfAddress(address: string): LocatedPlace;
  /** The city's code, where the address tells one. */
  cityOfAddress(address: string): string | null;
  city(code: string): CityListing | undefined;
  /** Loads the polygons and the table of addresses, off the critical path; else the first use does. */
  prepare(): Promise<void>;
};

/** How far from a city's drawn border it still counts, metres: islands and new land are not all drawn. */
const NEAREST_CITY_METRES = 15_000;

/**
 * @param files newer files of ip2region's; null: the packaged ones
 * @param outlines of an installation's own; null: the packaged ones
 * @throws SettingError where one of them is of no use
 */
export function createLocator(files: IpTableFiles, outlines: CustomOutlines | null): Location {
  const polygons = new CityPolygons(outlines);
  const addresses = new IpTable(files);
  return {
    placeOf(longitude, latitude) {
      const code = polygons.codeAt(longitude, latitude, NEAREST_CITY_METRES);
      const city = code === null ? undefined : cityOf(code);
      return city ? placeOfCity(city, { longitude, latitude }) : null;
    },
    placeOfAddress(address) {
      const city = addresses.cityAt(address);
      return city ? placeOfCity(city) : defaultPlace;
    },
    cityOfAddress: (address) => addresses.cityAt(address)?.code ?? null,
    city: cityOf,
    async prepare() {
      addresses.prepare();
      await polygons.prepare();
    },
  };
}
