import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import { isIP, isIPv4 } from "node:net";
import type Package from "ip2region";
import type { CityListing } from "#contract/location/location.ts";
import { SettingError } from "../config.ts";
import { cities, cityOf } from "./cities.ts";
import { bytesOf, XdbTable, xdbWidth } from "./xdb.ts";

// Uses require, because Node and Vitest differ in the default export of this CommonJS package.
const { default: Table } = createRequire(import.meta.url)("ip2region") as typeof Package;

/** Region of an address in an IP table; province and city may be empty, and their spellings differ. */
export type IpRegion = { readonly country: string; readonly province: string; readonly city: string };

/** Former cities that IP tables still contain, with the code of the city that they were merged into. */
const mergedCities: Readonly<Record<string, string>> = { 莱芜: "370100" };

const longestFirst = cities.toSorted((one, other) => other.shortName.length - one.shortName.length);

/**
 * The city of a region. Spellings differ between IPv4 and IPv6 ("广西" and "南宁市", "广西" and "区南宁市", "延边" and
 * "延边州"), so the name only has to start with the city's short name. A province without a city means its capital.
 * @returns null outside China or without a province
 */
export function cityOfIpRegion({ country, province, city }: IpRegion): CityListing | null {
  if (country !== "中国" || province === "") return null;
  const ofProvince = longestFirst.filter((one) => one.province.startsWith(province.slice(0, 2)));
  const name = city.replace(/^区/, "");
  const named = name === "" ? undefined : ofProvince.find(({ shortName }) => name.startsWith(shortName));
  if (named) return named;
  const merged = mergedCities[name.replace(/市$/, "")];
  if (merged) return cityOf(merged) ?? null;
  // The capital has the lowest code in every province.
  return ofProvince.reduce<CityListing | null>(
    (least, one) => (least && least.code < one.code ? least : one),
    null,
  );
}

/**
 * Parses a region text: of current files, 中国|广东省|深圳市|电信|CN, and of files before 2025, which have a world region
 * in the second field: 中国|0|广东省|深圳市|电信. A 0 means unknown.
 */
function parseIpRegion(text: string): IpRegion {
  const parts = text.split("|").map((part) => (part === "0" ? "" : part));
  const [country = "", ...others] = parts;
  const hasCode = /^[A-Z]{2}$/.test(parts.at(-1) ?? "");
  const [province = "", city = ""] = hasCode ? others : others.slice(1);
  return { country, province, city };
}

/** Paths of newer ip2region files: xdb, or the packaged formats (version 1 for IPv4, ipv6wry for IPv6); null: the packaged file. */
export type IpTableFiles = { readonly v4: string | null; readonly v6: string | null };
/** A configured file; `isXdb` false: in a packaged format. */
type AddressFile = { readonly path: string; readonly isXdb: boolean } | null;

/** Whether a file has a packaged format: ipv6wry has a magic number, version 1 the offsets of its index. */
function hasPackagedFormat(header: Buffer, size: number, family: 4 | 6): boolean {
  if (header.length < 8) return false;
  if (family === 6) return header.toString("latin1", 0, 4) === "IPDB";
  const [first, last] = [header.readUInt32LE(0), header.readUInt32LE(4)];
  return first > 0 && last >= first && last + 12 <= size && (last - first) % 12 === 0;
}
/** Validates a configured file. @throws SettingError if it is missing or in no known format, which would return wrong cities */
function fileOf(setting: string, path: string | null, family: 4 | 6): AddressFile {
  if (path === null) return null;
  const header = Buffer.alloc(256);
  let size = 0;
  try {
    const file = openSync(path, "r");
    size = fstatSync(file).size;
    readSync(file, header);
    closeSync(file);
  } catch {
    throw new SettingError(`${setting} ${path} cannot be read`);
  }
  const width = xdbWidth(header, size);
  if (width === (family === 4 ? 4 : 16)) return { path, isXdb: true };
  if (width === null && hasPackagedFormat(header, size, family)) return { path, isXdb: false };
  throw new SettingError(`${setting} ${path} contains no IPv${family} addresses in an ip2region format`);
}

/** Cities of IP addresses, from the files of the package ip2region (of 2021) or newer files. */
export class IpTable {
  readonly #v4: AddressFile;
  readonly #v6: AddressFile;
  #search: ((address: string) => IpRegion | null) | null = null;

  /** @throws SettingError with one line that names the setting of an invalid file */
  constructor(files: IpTableFiles) {
    this.#v4 = fileOf("IP_DATA_V4", files.v4, 4);
    this.#v6 = fileOf("IP_DATA_V6", files.v6, 6);
  }

  /** Reads the files into memory (11 MB, about 20 ms). */
  prepare(): (address: string) => IpRegion | null {
    this.#search ??= this.#read();
    return this.#search;
  }

  #read(): (address: string) => IpRegion | null {
    const [v4, v6] = [this.#v4, this.#v6];
    const tables = [v4, v6].flatMap((file) => (file?.isXdb ? new XdbTable(readFileSync(file.path)) : []));
    // The package always reads IPv4, so its file is loaded even if only IPv6 needs the package.
    const isNeeded = tables.length < 2;
    const packaged = isNeeded
      ? new Table({
          ...(v4?.isXdb === false && { ipv4db: v4.path }),
          ...(v6?.isXdb === false && { ipv6db: v6.path }),
          disableIpv6: v6?.isXdb === true,
        })
      : null;
    return (address) => {
      const isXdb = (isIPv4(address) ? v4 : v6)?.isXdb === true;
      if (!isXdb) return packaged?.search(address) ?? null;
      const bytes = bytesOf(address);
      const text = bytes && tables.map((table) => table.search(bytes)).find((found) => found !== null);
      return text ? parseIpRegion(text) : null;
    };
  }

  /** The city of an IPv4 or IPv6 address; null: private, foreign or unknown address, or other text. */
  cityAt(address: string): CityListing | null {
    const plain = address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
    const region = isIP(plain) === 0 ? null : this.prepare()(plain);
    return region ? cityOfIpRegion(region) : null;
  }
}
