import { citiesOfTree, makeDistrictTree } from "./divisions.ts";

/** A district, county or county-level city with its city. */
export type DistrictPlace = {
  readonly code: string;
  readonly name: string;
  readonly cityCode: string;
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

function addressPatternsOf(name: string, cityName: string): string[] {
  const short = name.replace(SUFFIX, "");
  if (short.length < MIN_SHORT_LENGTH || short === name) return [`%${name}%`];
  const city = cityName.replace(/市$/, "");
  const begins = ["", city, cityName].flatMap((before) => [`${before}${short} %`, `${before}${short}·%`]);
  return [`%${name}%`, ...begins];
}

let districts: ReadonlyMap<string, DistrictPlace> | null = null;
function allDistricts(): ReadonlyMap<string, DistrictPlace> {
  const entries = citiesOfTree(makeDistrictTree()).flatMap(({ city }) =>
    (city.children ?? []).map(({ code, name }): [string, DistrictPlace] => [
      code,
      { code, name, cityCode: city.code, addressPatterns: addressPatternsOf(name, city.name) },
    ]),
  );
  return new Map(entries);
}

/** The district of a code of GB/T 2260; undefined: there is none. */
export function districtOf(code: string): DistrictPlace | undefined {
  districts ??= allDistricts();
  return districts.get(code);
}
