import { areaList } from "@vant/area-data";
import type { District } from "#contract/location/location.ts";

/** Codes that are not, or no longer, in GB/T 2260 (development zones, management areas, merged districts). */
const unknownCodes = new Set([
  "320112", // 江北新区, a development zone
  "320611", // 港闸区, part of 崇川区 since 2020
  "321150", // 镇江新区, a development zone
  "350402", // 梅列区, part of 三元区 since 2021
  "370634", // 长岛县, part of 蓬莱区 since 2020
  "232762", // 松岭, 新林, 呼中: management areas of 大兴安岭
  "232763",
  "232764",
  "632857", // 大柴旦: an administrative committee
]);
/** Corrected codes: the source has the statistical code of 加格达奇区. */
const corrections: Readonly<Record<string, string>> = { "232761": "232718" };
/** Prefectures without districts; the source invents codes for their towns. */
const undividedCities = new Set(["4419", "4420", "4604", "6202"]);
const municipalities = new Set(["11", "12", "31", "50"]);
/** Provinces that GB/T 2260 does not divide: Taiwan, Hong Kong, Macau. */
const undividedProvinces = new Set(["71", "81", "82"]);

/** Districts have the last digits 01–70 and 81–89; statistical zones have 71–80, codes of the source from 90. */
const isDistrict = (code: string): boolean => {
  const last = Number(code.slice(4));
  if (undividedCities.has(code.slice(0, 4)) || unknownCodes.has(code)) return false;
  return last <= 70 || (last > 80 && last < 90);
};
/** Counties directly below their province (济源, 仙桃, 琼海, 石河子 …), which are shown as cities. */
const isDirectCounty = (code: string): boolean => code.slice(2, 4) === "90";

/**
 * City code of a six-digit code: PP0100 in the four municipalities, the code itself for counties directly below a
 * province, and the province's code for undivided provinces.
 */
export function cityCodeOfDivision(code: string): string {
  const province = code.slice(0, 2);
  if (municipalities.has(province)) return `${province}0100`;
  if (undividedProvinces.has(province)) return `${province}0000`;
  return isDirectCounty(code) ? code : `${code.slice(0, 4)}00`;
}
export const provinceCodeOf = (code: string): string => `${code.slice(0, 2)}0000`;

type Named = [code: string, name: string];
const byProvince = (names: Readonly<Record<string, string>>): Map<string, Named[]> =>
  Map.groupBy(Object.entries(names), ([code]) => provinceCodeOf(code));

/** The cities of a province: prefectures with their districts, then counties directly below the province. */
function citiesOf(prefectures: readonly Named[], counties: readonly Named[]): District[] {
  // Groups by city code, because 500100 and 500200 are both Chongqing (districts and counties).
  const districtsOf = Map.groupBy(
    counties.filter(([code]) => isDistrict(code)),
    ([code]) => cityCodeOfDivision(code),
  );
  const cities = prefectures
    .filter(([code]) => cityCodeOfDivision(code) === code && !isDirectCounty(code))
    .map(([code, name]) => {
      const districts = districtsOf.get(code) ?? [];
      return withChildren(
        { code, name },
        districts.map(([own, called]) => ({ code: corrections[own] ?? own, name: called })),
      );
    });
  const direct = counties.filter(([code]) => isDirectCounty(code));
  return [...cities, ...direct.map(([code, name]) => ({ code, name }))];
}
const withChildren = (node: District, children: District[]): District =>
  children.length > 0 ? { ...node, children } : node;

/**
 * Provinces, cities and districts of GB/T 2260 below the root "cn" (requirement J13). Cities without districts and
 * provinces without cities have no `children`.
 */
export function makeDistrictTree(): District {
  const [prefectures, counties] = [byProvince(areaList.city_list), byProvince(areaList.county_list)];
  const provinces = Object.entries(areaList.province_list).map(([code, name]) => {
    const isUndivided = undividedProvinces.has(code.slice(0, 2));
    const cities = isUndivided ? [] : citiesOf(prefectures.get(code) ?? [], counties.get(code) ?? []);
    return withChildren({ code, name }, cities);
  });
  return { code: "cn", name: "中国", children: provinces };
}

/** All cities of the tree with their provinces; an undivided province is its own city. */
export function citiesOfTree(tree: District): { city: District; province: District }[] {
  return (tree.children ?? []).flatMap((province) =>
    (province.children ?? [province]).map((city) => ({ city, province })),
  );
}
