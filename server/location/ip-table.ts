import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import { isIP, isIPv4 } from "node:net";
import type Package from "ip2region";
import type { CityListing } from "#contract/location/location.ts";
import { SettingError } from "../config.ts";
import { cities, cityOf } from "./cities.ts";
import { bytesOf, XdbTable, xdbWidth } from "./xdb.ts";

// By require: Node and Vitest disagree about the default export of this CommonJS package.
const { default: Table } = createRequire(import.meta.url)("ip2region") as typeof Package;

/** What a table of addresses says about one; province and city may be empty, in several spellings. */
export type IpRegion = { readonly country: string; readonly province: string; readonly city: string };

/** Names that are no longer; the tables of addresses still have them. */
const mergedCities: Readonly<Record<string, string>> = { 莱芜: "370100" };

const longestFirst = cities.toSorted((one, other) => other.shortName.length - one.shortName.length);

/**
 * The city a region's names mean. Spellings differ between IPv4 and IPv6 ("广西" and "南宁市",
 * "广西" and "区南宁市", "延边" and "延边州"), so the short name only has to stand at the front.
 * A province alone means its capital. Null outside China or where there is no province.
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
 * Names as a file of today says them, 中国|广东省|深圳市|电信|CN, and as those before 2025 do, with a part of the
 * world in the second place: 中国|0|广东省|深圳市|电信. A 0 is what is not known.
 */
export function parseIpRegion(text: string): IpRegion {
  const parts = text.split("|").map((part) => (part === "0" ? "" : part));
  const [country = "", ...others] = parts;
  const hasCode = /^[A-Z]{2}$/.test(parts.at(-1) ?? "");
  const [province = "", city = ""] = hasCode ? others : others.slice(1);
  return { country, province, city };
}

/** Newer files of ip2region's: xdb, or the packaged ones' formats (version 1 for IPv4, ipv6wry for IPv6); null: the packaged one. */
export type IpTableFiles = { readonly v4: string | null; readonly v6: string | null };
/** A file as the settings name it; `isXdb` false: of the packaged one's format. */
type AddressFile = { readonly path: string; readonly isXdb: boolean } | null;

/** The packaged formats: two numbers say where the index of version 1 begins and ends, ipv6wry names itself. */
function isOfPackage(header: Buffer, size: number, family: 4 | 6): boolean {
  if (header.length < 8) return false;
  if (family === 6) return header.toString("latin1", 0, 4) === "IPDB";
  const [first, last] = [header.readUInt32LE(0), header.readUInt32LE(4)];
  return first > 0 && last >= first && last + 12 <= size && (last - first) % 12 === 0;
}
/** @throws SettingError where there is no such file, or it is none of these: it would tell wrong cities, or none */
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
  if (width === null && isOfPackage(header, size, family)) return { path, isXdb: false };
  throw new SettingError(`${setting} ${path} holds no IPv${family} addresses in a format of ip2region's`);
}

/** Where addresses are, by package ip2region (its files are of 2021) or newer files. */
export class IpTable {
  readonly #v4: AddressFile;
  readonly #v6: AddressFile;
  #search: ((address: string) => IpRegion | null) | null = null;

  /** @throws SettingError one line naming the setting whose file is of no use */
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
    // The package reads both families, or IPv4 alone: where one is needed the other's packaged file may come along.
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

  /** The city of an IPv4 or IPv6 address; null for private, foreign, unknown ones and other text. */
  cityAt(address: string): CityListing | null {
    const plain = address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
    const region = isIP(plain) === 0 ? null : this.prepare()(plain);
    return region ? cityOfIpRegion(region) : null;
  }
}
