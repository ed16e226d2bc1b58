import { areaList } from "@vant/area-data";
import { describe, expect, it } from "vitest";
import type { Organisation } from "#contract/organisation/organisation.ts";
import { readPlaces, type DemoCity, type DemoPlace } from "./places.ts";
import { demoRegionOf, demoRegions } from "./regions.ts";

const places = readPlaces();
const kilometres = (one: { longitude: number; latitude: number }, other: typeof one): number =>
  Math.hypot(
    (one.longitude - other.longitude) * 111.2 * Math.cos((one.latitude * Math.PI) / 180),
    (one.latitude - other.latitude) * 111.2,
  );

describe("places of the demo brand", () => {
  it("has at least 60 cities with codes and names of GB/T 2260", () => {
    expect(places.cities.length).toBeGreaterThanOrEqual(60);
    expect(new Set(places.cities.map(({ code }) => code)).size).toBe(places.cities.length);
    const isWrong = ({ code, name }: DemoCity) =>
      !areaList.city_list[code]?.startsWith(name) ||
      areaList.province_list[`${code.slice(0, 2)}0000`] === undefined;
    expect(places.cities.filter(isWrong)).toEqual([]);
  });

  it("has all places in China, within 60 km of their city's centre", () => {
    const isFar = (city: DemoCity) => (place: DemoPlace) =>
      kilometres(place, city) > 60 ||
      place.longitude < 73 ||
      place.longitude > 135.1 ||
      place.latitude < 18.1 ||
      place.latitude > 53.6;
    expect(places.cities.flatMap((city) => places.placesOf(city.code).filter(isFar(city)))).toEqual([]);
  });

  it("has a dealer and a spot in every city, each with an address and a note", () => {
    const lacks = ({ code }: DemoCity) => {
      const here = places.placesOf(code);
      return !here.some(({ dealer }) => dealer !== null) || !here.some(({ dealer }) => dealer === null);
    };
    expect(places.cities.filter(lacks)).toEqual([]);
    const lacksText = ({ address, note }: DemoPlace) => address.length < 5 || note.length < 6;
    expect(places.cities.flatMap(({ code }) => places.placesOf(code).filter(lacksText))).toEqual([]);
  });

  it("K14 has 120 dealers with names without the suffix, some in trial operation", () => {
    expect(places.dealers).toHaveLength(120);
    const trial = places.dealers.filter(({ status }) => status === "BC500002").map(({ name }) => name);
    expect(trial.length).toBeGreaterThanOrEqual(8);
    expect(trial).toContain("青岚中心·徐汇滨江");
    const isMisnamed = ({ name }: Organisation) =>
      !/^青岚(?:中心|空间|服务|优选)·/.test(name) || name.includes("试营业");
    expect(places.dealers.filter(isMisnamed)).toEqual([]);
    expect(places.dealers.filter(({ name }) => /[\u{10000}-\u{10FFFF}]/u.test(name))).toHaveLength(1);
  });

  it("has a unique id, code, name, phone and address for every dealer", () => {
    const distinct = (key: keyof Organisation) => new Set(places.dealers.map((dealer) => dealer[key])).size;
    expect((["id", "code", "name", "phone", "address"] as const).map(distinct)).toEqual([
      120, 120, 120, 120, 120,
    ]);
    expect(places.dealers.filter(({ phone }) => !/^0\d{2,3}-\d{7,8}$/.test(phone))).toEqual([]);
  });

  it("K05 has a region for every city, and cities in all eight regions", () => {
    const found = new Set(places.cities.map(({ code }) => demoRegionOf(code).code));
    expect(found).toEqual(new Set(demoRegions.map(({ code }) => code)));
    expect(demoRegionOf("310100").code).toBe("VWSA400000");
  });
});
