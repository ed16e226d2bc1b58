import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { citiesText, districtsText, shortNameOf } from "./make-geography.ts";

it("J12 the committed city index is up to date", () => {
  const committed = new URL("../../server/location/tables/cities.generated.json", import.meta.url);
  expect(citiesText()).toBe(readFileSync(committed, "utf8"));
});
it("K29 the committed district index is up to date", () => {
  const committed = new URL("../../server/location/tables/districts.generated.json", import.meta.url);
  expect(districtsText()).toBe(readFileSync(committed, "utf8"));
});

it.each([
  ["湘西土家族苗族自治州", "湘西"],
  ["克孜勒苏柯尔克孜自治州", "克孜勒苏"],
  ["锡林郭勒盟", "锡林郭勒"],
  ["吉林市", "吉林"],
  ["香港特别行政区", "香港"],
])("J12 the short name of %s is %s", (name, shortName) => {
  expect(shortNameOf(name)).toBe(shortName);
});
