import type { CityListing, District, DistrictMatches } from "#contract/location/location.ts";

export type LetterGroup = { readonly letter: string; readonly cities: readonly CityListing[] };
/** District or county-level city found by its name, with its city. */
export type FoundDistrict = { readonly code: string; readonly name: string; readonly city: CityListing };

/** Normalises a text: no blanks and apostrophes, lower case, ü as v. */
const normalize = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s'’·-]/g, "")
    .replace(/ü/g, "v");
/** Maps v to u, since 吕梁 is typed lüliang, lvliang and luliang. */
const withoutUmlaut = (text: string): string => text.replace(/([ln])v/g, "$1u");
/** Removes the administrative suffix: 延边州 and 喀什市 match 延边 and 喀什. */
const withoutSuffix = (text: string): string => text.replace(/(?:自治州|地区|[市州盟])$/, "");

/** Removes a district's suffix: 昆山区, 昆山县 and 昆山 are all 昆山市. */
const withoutDistrictSuffix = (text: string): string => text.replace(/(?:新区|自治县|[区县市旗])$/, "");

/** Rank of a match, the best first; null: no match. */
function rankOf(city: CityListing, query: string): number | null {
  const querySound = withoutUmlaut(query);
  const shortened = withoutSuffix(query);
  if (city.shortName === query || city.name === query) return 0;
  if (city.name.startsWith(query) || (shortened.length > 1 && city.shortName === shortened)) return 1;
  const pinyin = withoutUmlaut(city.pinyin);
  if (pinyin === querySound) return 2;
  if (pinyin.startsWith(querySound)) return 3;
  if (city.initials === query) return 4;
  if (city.initials.startsWith(query)) return 5;
  return query.length > 1 && city.province.startsWith(query) ? 6 : null;
}

/**
 * Finds cities by name, full pinyin, initials, then by province. Among equals hot cities come first, then the
 * index's order. Cities of the same spelling (苏州 and 宿州) all appear.
 */
export function searchCities(
  cities: readonly CityListing[],
  hot: readonly string[],
  text: string,
): CityListing[] {
  const query = normalize(text);
  if (query === "") return [];
  const heat = (city: CityListing): number => (hot.includes(city.code) ? hot.indexOf(city.code) : hot.length);
  const found = cities.flatMap((city) => {
    const rank = rankOf(city, query);
    return rank === null ? [] : [{ city, rank }];
  });
  found.sort((one, other) => one.rank - other.rank || heat(one.city) - heat(other.city));
  return found.map(({ city }) => city);
}

/** Whether a text may be a district's name: at least two Chinese characters. */
export const mayBeDistrict = (text: string): boolean => /^\p{Script=Han}{2,}$/u.test(normalize(text));

/** Districts and county-level cities whose name starts with the text (昆山 in 苏州), at most 20. */
export function searchDistricts(
  tree: District,
  cities: readonly CityListing[],
  text: string,
): FoundDistrict[] {
  const query = normalize(text);
  if (!mayBeDistrict(query)) return [];
  const short = withoutDistrictSuffix(query);
  const cityOf = new Map(cities.map((city) => [city.code, city]));
  const nodes = (tree.children ?? []).flatMap(({ children }) => children ?? []);
  const found = nodes.flatMap((node): FoundDistrict[] => {
    const city = cityOf.get(node.code);
    const named = (node.children ?? []).filter(
      ({ name }) => name.startsWith(query) || (short.length > 1 && withoutDistrictSuffix(name) === short),
    );
    return city ? named.map(({ code, name }) => ({ code, name, city })) : [];
  });
  return found.slice(0, 20);
}

/** Whether a text is long enough to ask the server for districts: a single letter would find hundreds. */
export const mayBeDistrictSound = (text: string): boolean => normalize(text).length > 1;

/** Search results of the index, the tree and the server in one order, each city and district once. */
export function mergeMatches(
  index: { readonly cities: readonly CityListing[]; readonly hot: readonly string[] },
  text: string,
  tree: District | null,
  matches: DistrictMatches | null,
): { readonly cities: readonly CityListing[]; readonly districts: readonly FoundDistrict[] } {
  const typed = searchCities(index.cities, index.hot, text);
  const simplified = matches === null ? [] : searchCities(index.cities, index.hot, matches.keyword);
  const districts = tree === null ? [] : searchDistricts(tree, index.cities, text);
  for (const { code, name, cityCode } of matches?.districts ?? []) {
    const city = index.cities.find((one) => one.code === cityCode);
    if (city && !districts.some((one) => one.code === code)) districts.push({ code, name, city });
  }
  return { cities: [...new Set([...typed, ...simplified])], districts };
}

/** Groups the index by first letter, A to Z. */
export function groupByLetter(cities: readonly CityListing[]): LetterGroup[] {
  const groups = new Map<string, CityListing[]>();
  for (const city of cities) {
    const letter = city.pinyin.charAt(0).toUpperCase();
    const group = groups.get(letter);
    if (group) group.push(city);
    else groups.set(letter, [city]);
  }
  return [...groups].map(([letter, group]) => ({ letter, cities: group }));
}

/** Whether a city has the name of a province that it is not part of: 海南 in 青海省. */
export function namesOtherProvince(city: CityListing, cities: readonly CityListing[]): boolean {
  return (
    !city.province.startsWith(city.shortName) &&
    cities.some(({ province }) => province.startsWith(city.shortName))
  );
}

/** The province, unless it repeats the city's name as for 上海市 and 香港特别行政区. */
export const provinceNote = ({ name, province }: CityListing): string | undefined =>
  province === name ? undefined : province;
