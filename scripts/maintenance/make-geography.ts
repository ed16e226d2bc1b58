/**
 * Generates server/location/tables/cities.generated.json and districts.generated.json, the search indexes of cities and
 * districts, from the division tree, the city centres beside it, and pinyin-pro. Run it when one of these changes: `node
 * scripts/maintenance/make-geography.ts`. Generated ahead because pinyin-pro would cost the server 34 MB for
 * 372 names.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { pinyin } from "pinyin-pro";
import type { CityListing } from "#contract/location/location.ts";
import { shortDistrictName } from "../../server/location/districts.ts";
import { citiesOfTree, makeDistrictTree } from "../../server/location/divisions.ts";

const tables = new URL("../../server/location/tables/", import.meta.url);

/** Corrections of pinyin-pro's readings. */
const readings: Readonly<Record<string, string>> = { 喀什: "ka shi", 昌都: "chang du" };
/** The same for districts: characters with several readings. */
const districtReadings: Readonly<Record<string, string>> = {
  闵行: "min hang",
  番禺: "pan yu",
  六合: "lu he",
  乐清: "yue qing",
  乐亭: "lao ting",
  长子: "zhang zi",
  铅山: "yan shan",
  东阿: "dong e",
  单县: "shan xian",
  莘县: "shen xian",
  蔚县: "yu xian",
  浚县: "xun xian",
  洪洞: "hong tong",
  井陉: "jing xing",
  涡阳: "guo yang",
  荥经: "ying jing",
  尉犁: "yu li",
  牟平: "mu ping",
  中牟: "zhong mu",
};

const peoples =
  "朝鲜族|土家族|布依族|哈尼族|傈僳族|景颇族|蒙古族|哈萨克|柯尔克孜|蒙古|藏族|彝族|羌族|苗族|侗族|壮族|傣族|白族|回族|黎族";
const ending = new RegExp(`(?:(?:${peoples})*自治[州县]|特别行政区|地区|林区|[市盟省县])$`);
/** Removes the administrative suffix: 延边朝鲜族自治州 → 延边, 上海市 → 上海. */
export const shortNameOf = (name: string): string => name.replace(ending, "");

function centres(): Map<string, [number, number]> {
  const lines = readFileSync(new URL("city-centres.txt", tables), "utf8").split("\n");
  const rows = lines.filter((line) => /^\d/.test(line)).map((line) => line.split(" "));
  return new Map(
    rows.map(([code, longitude, latitude]) => [String(code), [Number(longitude), Number(latitude)]]),
  );
}

/** The index, ordered by pinyin; homophones are ordered by code. */
export function makeCities(): CityListing[] {
  const centreOf = centres();
  const cities = citiesOfTree(makeDistrictTree()).map(({ city, province }): CityListing => {
    const shortName = shortNameOf(city.name);
    const centre = centreOf.get(city.code);
    if (!centre) throw new Error(`no centre for ${city.code} ${city.name}`);
    const reading = readings[shortName] ?? pinyin(shortName, { toneType: "none", v: true });
    const syllables = reading.split(" ");
    return {
      code: city.code,
      name: city.name,
      shortName,
      province: province.name,
      pinyin: syllables.join(""),
      initials: syllables.map((syllable) => syllable.charAt(0)).join(""),
      longitude: centre[0],
      latitude: centre[1],
    };
  });
  const order = (one: CityListing, other: CityListing) =>
    one.pinyin < other.pinyin ? -1 : one.pinyin > other.pinyin ? 1 : Number(one.code) - Number(other.code);
  return cities.sort(order);
}

/** Content of the file: one city per line, for readable diffs. */
export const citiesText = (): string =>
  `[\n${makeCities()
    .map((city) => JSON.stringify(city))
    .join(",\n")}\n]\n`;

/** Pinyin and initials of each district without its suffix, by code. */
export const districtsText = (): string =>
  `{\n${citiesOfTree(makeDistrictTree())
    .flatMap(({ city }) => city.children ?? [])
    .map(({ code, name }) => {
      const short = shortDistrictName(name);
      const reading = districtReadings[short] ?? pinyin(short, { toneType: "none", v: true });
      const syllables = reading.split(" ");
      const initials = syllables.map((syllable) => syllable.charAt(0)).join("");
      return `"${code}":${JSON.stringify([syllables.join(""), initials])}`;
    })
    .join(",\n")}\n}\n`;

if (import.meta.main) {
  writeFileSync(new URL("cities.generated.json", tables), citiesText());
  writeFileSync(new URL("districts.generated.json", tables), districtsText());
}
