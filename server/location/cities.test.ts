import { brotliCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { listCities } from "#contract/location/location.ts";
import { cities, cityOf, hotCities, placeOfCity } from "./cities.ts";
import { citiesOfTree, makeDistrictTree } from "./divisions.ts";

const reading = (code: string) => cityOf(code)?.pinyin;

describe("J12 the city index", () => {
  it("J12 has exactly the cities of the tree, with the same names", () => {
    const ofTree = citiesOfTree(makeDistrictTree()).map(
      ({ city, province }) => `${city.code} ${city.name} ${province.name}`,
    );
    expect(cities.map(({ code, name, province }) => `${code} ${name} ${province}`).toSorted()).toEqual(
      ofTree.toSorted(),
    );
  });
  it("J12 matches the contract and is ordered by pinyin", () => {
    expect(listCities.result.safeParse({ hot: hotCities, cities }).success).toBe(true);
    const spellings = cities.map(({ pinyin }) => pinyin);
    expect(spellings).toEqual(spellings.toSorted());
    expect(spellings.filter((text) => !/^[a-z]+$/.test(text))).toEqual([]);
  });
  it("J12 has the correct pinyin of ambiguous names", () => {
    const readings = ["653100", "540300", "141100", "500100", "350200", "341500", "340300", "140400"].map(
      reading,
    );
    expect(readings).toEqual([
      "kashi",
      "changdu",
      "lvliang",
      "chongqing",
      "xiamen",
      "luan",
      "bengbu",
      "changzhi",
    ]);
    expect(cityOf("653100")?.initials).toBe("ks");
  });
  it("J12 shortens names of every kind", () => {
    const short = [
      "310100",
      "222400",
      "532800",
      "650200",
      "232700",
      "152200",
      "429021",
      "469030",
      "810000",
      "710000",
    ];
    expect(short.map((code) => cityOf(code)?.shortName)).toEqual([
      "上海",
      "延边",
      "西双版纳",
      "克拉玛依",
      "大兴安岭",
      "兴安",
      "神农架",
      "琼中",
      "香港",
      "台湾",
    ]);
    expect(cities.filter(({ shortName }) => /(自治|地区|[市盟县]$)/.test(shortName))).toEqual([]);
  });
  it("J12 the search data of the cities take at most 5 KB compressed", () => {
    const searched = cities.map(({ code, shortName, pinyin, initials }) => [
      code,
      shortName,
      pinyin,
      initials,
    ]);
    expect(brotliCompressSync(JSON.stringify(searched)).length).toBeLessThanOrEqual(5 * 1_024);
  });
  it("J12 contains the hot cities", () => {
    expect(hotCities.map((code) => cityOf(code)?.shortName).join(" ")).toBe(
      "上海 北京 杭州 成都 广州 深圳 武汉 西安 南京",
    );
  });
});

describe("placeOfCity", () => {
  it("J11 returns province, city, their codes and the centre or the given point", () => {
    const shenzhen = cityOf("440300");
    if (!shenzhen) throw new Error("no Shenzhen");
    expect(placeOfCity(shenzhen, { longitude: 114, latitude: 22.5 })).toEqual({
      province: "广东省",
      provinceId: "440000",
      city: "深圳市",
      cityId: "440300",
      longitude: 114,
      latitude: 22.5,
    });
    expect(placeOfCity(shenzhen).latitude).toBeCloseTo(22.54, 1);
  });
});
