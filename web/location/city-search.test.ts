import { describe, expect, it } from "vitest";
import type { CityListing, District } from "#contract/location/location.ts";
import {
  groupByLetter,
  mayBeDistrict,
  namesOtherProvince,
  provinceNote,
  searchCities,
  searchDistricts,
} from "./city-search.ts";
import { cities, city, hot } from "./testing/cities.ts";

const find = (text: string) => searchCities(cities, hot, text).map(({ shortName }) => shortName);

describe("J12 searching cities", () => {
  it("J12 by full name or its beginning", () => {
    expect(find("上海")).toEqual(["上海"]);
    expect(find("上海市")).toEqual(["上海"]);
    expect(find("长")).toEqual(["长春", "长沙"]);
    expect(find("延边州")).toEqual(["延边"]);
    expect(find("广州")).toEqual(["广州"]);
  });
  it("J12 by full pinyin or its beginning, with blanks and capitals", () => {
    expect(find("shanghai")).toEqual(["上海"]);
    expect(find("Shang Hai")).toEqual(["上海"]);
    expect(find("chang")).toEqual(["长春", "长沙"]);
    expect(find("xi'an")[0]).toBe("西安");
  });
  it("J12 by initials, hot cities first", () => {
    expect(find("cq")).toEqual(["重庆"]);
    expect(find("bj")).toEqual(["北京", "宝鸡"]);
    expect(find("sz")).toEqual(["深圳", "苏州", "宿州"]);
  });
  it("J12 name before pinyin before initials", () => {
    expect(find("xian")).toEqual(["西安", "咸宁"]);
    expect(find("sh")).toEqual(["上海", "深圳", "商洛"]);
    expect(find("s")[0]).toBe("上海");
    expect(find("suzhou")).toEqual(["苏州", "宿州"]);
  });
  it("J12 with every spelling of ü", () => {
    expect([find("lvliang"), find("luliang"), find("lüliang"), find("ll")]).toEqual(
      Array.from({ length: 4 }, () => ["吕梁"]),
    );
  });
  it("J12 by province, after cities of that name", () => {
    expect(find("海南")).toEqual(["海南", "海口", "三亚"]);
    expect(find("广东省")).toEqual(["广州", "深圳"]);
  });
  it("J12 nothing for empty texts, blanks and nonsense", () => {
    expect([find(""), find("  "), find("东京"), find("qqq"), find("*"), find("(")]).toEqual([
      [],
      [],
      [],
      [],
      [],
      [],
    ]);
  });
});

describe("J12 J14 searching districts", () => {
  const tree: District = {
    code: "cn",
    name: "中国",
    children: [
      {
        code: "320000",
        name: "江苏省",
        children: [{ code: "320500", name: "苏州市", children: [{ code: "320583", name: "昆山市" }] }],
      },
      { code: "710000", name: "台湾省" },
    ],
  };
  const found = (text: string) =>
    searchDistricts(tree, cities, text).map((one) => `${one.name} ${one.city.code}`);
  it("J18 finds it with any suffix, and tells its code", () => {
    expect(["昆山区", "昆山县", "昆山"].map(found)).toEqual(
      Array.from({ length: 3 }, () => ["昆山市 320500"]),
    );
    expect(searchDistricts(tree, cities, "昆山")[0]?.code).toBe("320583");
  });
  it("J12 finds the city of a county-level city", () => {
    expect([found("昆山"), found("昆山市")]).toEqual([["昆山市 320500"], ["昆山市 320500"]]);
  });
  it("J12 requires at least two Chinese characters", () => {
    expect([found("昆"), found("kunshan"), found("")]).toEqual([[], [], []]);
    expect(["昆山", "昆 山", "昆", "ks"].map(mayBeDistrict)).toEqual([true, true, false, false]);
  });
});

it("J12 the province is added where it differs from the name", () => {
  expect(["310100", "220200", "440300"].map((code) => provinceNote(city(code)))).toEqual([
    undefined,
    "吉林省",
    "广东省",
  ]);
});

describe("J12 the list by letters", () => {
  it("J12 groups by the first letter in the index's order", () => {
    const letters = groupByLetter([city("340800"), city("110100"), city("610300")]);
    expect(letters.map(({ letter, cities: group }) => letter + group.length)).toEqual(["A1", "B2"]);
  });
  it("J12 distinguishes a prefecture from a province of the same name", () => {
    const inQinghai = cities.find(({ shortName, province }) => shortName === "海南" && province === "青海省");
    expect(namesOtherProvince(inQinghai as CityListing, cities)).toBe(true);
    expect(namesOtherProvince(city("220200"), cities)).toBe(false);
    expect(namesOtherProvince(city("310100"), cities)).toBe(false);
  });
});
