import { readFileSync } from "node:fs";
import type { Organisation } from "#contract/organisation/organisation.ts";
import { trialStatus } from "#contract/core/limits.ts";
import type { DealerKind, SpotKind } from "../concepts/concept.ts";
import { demoId } from "../ids.ts";

/** Degrees are WGS-84. */
type Wgs84Point = { readonly longitude: number; readonly latitude: number };
export type CitySize = "metropolis" | "city" | "town";
export type DemoCity = Wgs84Point & {
  readonly code: string;
  readonly name: string;
  readonly areaCode: string;
  readonly size: CitySize;
};
/** A venue for activities. */
export type DemoPlace = Wgs84Point & {
  readonly kind: SpotKind | DealerKind;
  /** Short name, for titles. */
  readonly name: string;
  readonly address: string;
  /** Description of a spot, or directions to a dealer. */
  readonly note: string;
  /** null: a spot. */
  readonly dealer: Organisation | null;
};
export type DemoPlaces = {
  readonly cities: readonly DemoCity[];
  readonly dealers: readonly Organisation[];
  placesOf(cityCode: string): readonly DemoPlace[];
};

const operatingStatus = "BC500001";

/** Rows of a table in tables/: columns are separated by "|", lines that start with "#" are comments. */
const rowsOf = (table: string): string[][] =>
  readFileSync(new URL(`tables/${table}.txt`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("|"));

function toCity([code = "", name = "", areaCode = "", longitude, latitude, size = ""]: string[]): DemoCity {
  return {
    code,
    name,
    areaCode,
    longitude: Number(longitude),
    latitude: Number(latitude),
    size: size as CitySize,
  };
}

/** @param row a line of dealers.txt @param place its index */
function toDealer(row: string[], place: number, city: DemoCity): DemoPlace {
  const [, name = "", trial, address = "", longitude, latitude, note = ""] = row;
  const point = { longitude: Number(longitude), latitude: Number(latitude) };
  const number = String(place + 1).padStart(3, "0");
  const dealer: Organisation = {
    id: demoId("dealer", place),
    code: `QL${city.code.slice(0, 4)}${number}`,
    name,
    status: trial === "t" ? trialStatus : operatingStatus,
    address,
    // Fictional, so that the demo names no real number.
    phone: `${city.areaCode}-5550${city.areaCode.length === 3 ? "0" : ""}${number}`,
    provinceCode: `${city.code.slice(0, 2)}0000`,
    cityCode: city.code,
    ...point,
  };
  const [type = "", shortName = name] = name.split("·");
  return { ...point, kind: type.slice(-2) as DealerKind, name: shortName, address, note, dealer };
}

const toSpot = ([
  ,
  kind = "",
  name = "",
  address = "",
  longitude,
  latitude,
  note = "",
]: string[]): DemoPlace => ({
  kind: kind as SpotKind,
  name,
  address,
  longitude: Number(longitude),
  latitude: Number(latitude),
  note,
  dealer: null,
});

/** Reads the tables of tables/. @throws Error for a row of an unknown city */
export function readPlaces(): DemoPlaces {
  const cities = rowsOf("cities").map(toCity);
  const byCity = new Map(cities.map((city) => [city.code, { city, places: [] as DemoPlace[] }]));
  const entryOf = (row: string[]) => {
    const entry = byCity.get(row[0] ?? "");
    if (!entry) throw new Error(`unknown city: ${row.join("|")}`);
    return entry;
  };
  const dealers = rowsOf("dealers").map((row, place) => {
    const { city, places } = entryOf(row);
    const made = toDealer(row, place, city);
    places.push(made);
    return made;
  });
  for (const row of rowsOf("spots")) entryOf(row).places.push(toSpot(row));
  return {
    cities,
    dealers: dealers.flatMap(({ dealer }) => dealer ?? []),
    placesOf: (cityCode) => byCity.get(cityCode)?.places ?? [],
  };
}
