import { expect, test } from "vitest";
import { resolveSearchLocation, serverSearchLocation } from "./search-location.ts";

const viewpoint = { cityCode: "310100", longitude: 121.5, latitude: 31.2, isExact: true };

test("C20 J15 a city in the address precedes the chosen or located one, and has no point", () => {
  expect(resolveSearchLocation(viewpoint, "330100", {})).toEqual({ cityCode: "330100", isExact: false });
  expect(resolveSearchLocation(viewpoint, "310100", {})).toEqual({ ...viewpoint });
  expect(resolveSearchLocation(viewpoint, null, {})).toEqual({ ...viewpoint });
});

test("C20 the server renders for the address's city or province before the default", () => {
  const place = (search: string) => serverSearchLocation(new Request(`http://localhost/list${search}`));
  expect(place("")).toEqual({ cityCode: "310100", isExact: false });
  expect(place("?cityCode=330100")).toEqual({ cityCode: "330100", isExact: false });
  // A province alone stands for its capital; provinces without cities stand for themselves.
  expect(place("?provinceCode=330000")).toEqual({
    provinceCode: "330000",
    cityCode: "330100",
    isExact: false,
  });
  expect(place("?provinceCode=810000")).toMatchObject({ cityCode: "810000" });
  expect(place("?provinceCode=330000&cityCode=330100")).toEqual({
    provinceCode: "330000",
    cityCode: "330100",
    isExact: false,
  });
  expect(place("?cityCode=x&provinceCode=1")).toEqual({ cityCode: "310100", isExact: false });
});
