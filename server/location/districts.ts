import { readFileSync } from "node:fs";
import { foldForms } from "#contract/core/text.ts";
import { toSimplified } from "../core/simplified.ts";
import { citiesOfTree, makeDistrictTree } from "./divisions.ts";

/** A district, county or county-level city with its city. */
export type DistrictPlace = {
  readonly code: string;
  readonly name: string;
  readonly cityCode: string;
  readonly cityName: string;
  /**
   * LIKE patterns of the addresses in it: places have addresses but no district code, and an address either contains
   * the full name ("上海市静安区南京西路") or begins with the short one ("静安 · 大宁公园"). A short name elsewhere is
   * a street of another district ("海淀区朝阳路").
   */
  readonly addressPatterns: readonly string[];
};

/** Suffixes of districts, longest first: 浦东新区 is also written 浦东, 昆山市 is also written 昆山. */
const SUFFIX = /(?:新区|自治县|自治旗|林区|特区|[区县市旗])$/;
/** Shortest name without its suffix: 县 of one character keep it. */
const MIN_SHORT_LENGTH = 2;
/** Name without its suffix, unless a single character would remain. */
export function shortDistrictName(name: string): string {
  const short = name.replace(SUFFIX, "");
  return short.length < MIN_SHORT_LENGTH ? name : short;
}

function addressPatternsOf(name: string, cityName: string): string[] {
  const short = shortDistrictName(name);
  if (short === name) return [`%${name}%`];
  const city = cityName.replace(/市$/, "");
  const begins = ["", city, cityName].flatMap((before) => [`${before}${short} %`, `${before}${short}·%`]);
  return [`%${name}%`, ...begins];
}

let districts: ReadonlyMap<string, DistrictPlace> | null = null;
function allDistricts(): ReadonlyMap<string, DistrictPlace> {
  const entries = citiesOfTree(makeDistrictTree()).flatMap(({ city }) =>
    (city.children ?? []).map(({ code, name }): [string, DistrictPlace] => [
      code,
      {
        code,
        name,
        cityCode: city.code,
        cityName: city.name,
        addressPatterns: addressPatternsOf(name, city.name),
      },
    ]),
  );
  return new Map(entries);
}

/** The district of a code of GB/T 2260; undefined: there is none. */
export function districtOf(code: string): DistrictPlace | undefined {
  districts ??= allDistricts();
  return districts.get(code);
}

/** Pinyin and initials by code; scripts/maintenance/make-geography.ts generates the file. */
const readSounds = (): Readonly<Record<string, readonly [string, string]>> =>
  JSON.parse(readFileSync(new URL("./tables/districts.generated.json", import.meta.url), "utf8")) as Readonly<
    Record<string, readonly [string, string]>
  >;
let sounds: Readonly<Record<string, readonly [string, string]>> | null = null;
/** Shortest pinyin or initials that are searched: a single letter would find hundreds. */
const MIN_SOUND_LENGTH = 2;

/** Rank of a district for a normalised text, the best first; null: no match. */
function rankOf({ code, name }: DistrictPlace, text: string): number | null {
  const short = shortDistrictName(text);
  if (name === text) return 0;
  if (short.length >= MIN_SHORT_LENGTH && shortDistrictName(name) === short) return 1;
  if (text.length >= MIN_SHORT_LENGTH && name.startsWith(text)) return 2;
  const [pinyin = "", initials = ""] = sounds?.[code] ?? [];
  if (text.length < MIN_SOUND_LENGTH) return null;
  if (pinyin === text) return 3;
  if (initials === text) return 4;
  return text.length > MIN_SOUND_LENGTH && pinyin.startsWith(text) ? 5 : null;
}

/** Districts by name with any suffix, simplified or traditional, pinyin or initials; those of the city first, then the best matches. */
export function searchDistricts(
  keyword: string,
  cityCode: string | undefined,
  count: number,
): DistrictPlace[] {
  const text = toSimplified(foldForms(keyword))
    .toLowerCase()
    .replace(/[\s'’·-]/g, "")
    .replace(/ü/g, "v");
  districts ??= allDistricts();
  sounds ??= readSounds();
  const elsewhere = (one: DistrictPlace): number => (one.cityCode === cityCode ? 0 : 1);
  return [...districts.values()]
    .flatMap((place) => {
      const rank = rankOf(place, text);
      return rank === null ? [] : [{ place, rank }];
    })
    .sort((one, other) => elsewhere(one.place) - elsewhere(other.place) || one.rank - other.rank)
    .slice(0, count)
    .map(({ place }) => place);
}
