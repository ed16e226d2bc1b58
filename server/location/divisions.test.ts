import { describe, expect, it } from "vitest";
import { district, type District } from "#contract/location/location.ts";
import { citiesOfTree, cityCodeOfDivision, makeDistrictTree } from "./divisions.ts";

const tree = makeDistrictTree();
const everyNode = (node: District): District[] => [node, ...(node.children ?? []).flatMap(everyNode)];
const nodes = everyNode(tree);
const find = (code: string) => nodes.find((node) => node.code === code);
const codesUnder = (code: string) => find(code)?.children?.map((child) => child.code) ?? [];

describe("J13 the district tree", () => {
  it("J13 has the root cn and the contract's shape", () => {
    expect(tree.code).toBe("cn");
    expect(district.parse(tree)).toEqual(tree);
    expect(codesUnder("cn")).toHaveLength(34);
  });
  it("J13 has each six-digit code once, below its own province and city", () => {
    expect(new Set(nodes.map(({ code }) => code)).size).toBe(nodes.length);
    for (const province of tree.children ?? [])
      for (const city of province.children ?? []) {
        expect(city.code.slice(0, 2)).toBe(province.code.slice(0, 2));
        for (const { code } of city.children ?? []) expect(cityCodeOfDivision(code)).toBe(city.code);
      }
    expect(nodes.slice(1).filter(({ code, name }) => !/^[1-9]\d{5}$/.test(code) || name === "")).toEqual([]);
  });
  it.each(["110100", "120100", "310100", "500100"])(
    "J13 has the municipality %s as the only city of its province",
    (code) => {
      expect(codesUnder(`${code.slice(0, 2)}0000`)).toEqual([code]);
      expect(codesUnder(code).length).toBeGreaterThan(15);
    },
  );
  it("J13 merges Chongqing's counties and districts", () => {
    expect(codesUnder("500100")).toEqual(expect.arrayContaining(["500103", "500156", "500243"]));
    expect(find("500200")).toBeUndefined();
  });
  it("J13 shows counties directly below a province as cities, without the invented parents of the source", () => {
    expect(codesUnder("420000")).toEqual(expect.arrayContaining(["420100", "429004", "429021"]));
    expect(codesUnder("650000")).toContain("659012");
    for (const code of ["419000", "429000", "469000", "659000"]) expect(find(code)).toBeUndefined();
  });
  it("J13 omits development zones, towns with invented codes and abolished districts", () => {
    const strange = [
      "130171",
      "130390",
      "320611",
      "370634",
      "441903",
      "442001",
      "460401",
      "620290",
      "710101",
    ];
    expect(strange.filter((code) => find(code))).toEqual([]);
    expect(find("441900")).toEqual({ code: "441900", name: "东莞市" });
  });
  it("J13 is up to date", () => {
    const recent = ["330113", "410308", "540581", "653228", "659012", "232718"];
    expect(recent.filter((code) => !find(code))).toEqual([]);
  });
  it("J13 has 372 cities, including Taiwan, Hong Kong and Macau", () => {
    const codes = citiesOfTree(tree).map(({ city }) => city.code);
    expect(codes).toHaveLength(372);
    expect(codes).toEqual(expect.arrayContaining(["710000", "810000", "820000"]));
  });
});

describe("cityCodeOfDivision", () => {
  it.each([
    ["310115", "310100"],
    ["500243", "500100"],
    ["440305", "440300"],
    ["419001", "419001"],
    ["659010", "659010"],
    ["810004", "810000"],
    ["710000", "710000"],
  ])("%s belongs to %s", (code, city) => {
    expect(cityCodeOfDivision(code)).toBe(city);
  });
});
