import { createRequire } from "node:module";
import type Package from "ip2region";
import type { City } from "#contract/location.ts";
import { cities, cityOf } from "./cities.ts";

// By require: Node and Vitest disagree about the default export of this CommonJS package.
const { default: Table } = createRequire(import.meta.url)("ip2region") as typeof Package;

/** What a table of addresses says about one; province and city may be empty, in several spellings. */
export type Region = { readonly country: string; readonly province: string; readonly city: string };

/** Names that are no longer; the tables of addresses still have them. */
const mergedCities: Readonly<Record<string, string>> = { 莱芜: "370100" };

const longestFirst = cities.toSorted((one, other) => other.shortName.length - one.shortName.length);

/**
 * The city a region's names mean. Spellings differ between IPv4 and IPv6 ("广西" and "南宁市",
 * "广西" and "区南宁市", "延边" and "延边州"), so the short name only has to stand at the front.
 * A province alone means its capital. Null outside China or where there is no province.
 */
export function cityOfRegion({ country, province, city }: Region): City | null {
  if (country !== "中国" || province === "") return null;
  const ofProvince = longestFirst.filter((one) => one.province.startsWith(province.slice(0, 2)));
  const name = city.replace(/^区/, "");
  const named = name === "" ? undefined : ofProvince.find(({ shortName }) => name.startsWith(shortName));
  if (named) return named;
  const merged = mergedCities[name.replace(/市$/, "")];
  if (merged) return cityOf(merged) ?? null;
  // The capital has the lowest code in every province.
  return ofProvince.reduce<City | null>((least, one) => (least && least.code < one.code ? least : one), null);
}

/** Newer files of ip2region's own formats (version 1 for IPv4, ipv6wry for IPv6); null: the packaged one. */
export type AddressFiles = { readonly v4: string | null; readonly v6: string | null };

/** Where addresses are, by package ip2region (its files are of 2021). */
export class AddressTable {
  readonly #files: AddressFiles;
  #table: InstanceType<typeof Table> | null = null;

  constructor(files: AddressFiles) {
    this.#files = files;
  }

  /** Reads the files into memory (11 MB, about 20 ms). */
  prepare(): void {
    const { v4, v6 } = this.#files;
    this.#table ??= new Table({ ...(v4 !== null && { ipv4db: v4 }), ...(v6 !== null && { ipv6db: v6 }) });
  }

  /** The city of an IPv4 or IPv6 address; null for private, foreign, unknown ones and other text. */
  cityAt(address: string): City | null {
    this.prepare();
    const region = this.#table?.search(address.replace(/%.*$/, ""));
    return region ? cityOfRegion(region) : null;
  }
}
