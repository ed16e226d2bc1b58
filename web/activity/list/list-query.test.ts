import { expect, test } from "vitest";
import {
  listAddress,
  listArgs,
  withQueryChange,
  hiddenFields,
  listKey,
  searchLocationKey,
  parseListQuery,
  canonicalParameters,
} from "./list-query.ts";

const at = (text: string) => new URLSearchParams(text);

test("K21 an address is parsed; invalid values are ignored", () => {
  expect(
    parseListQuery(
      at("status=2&businessType=4&activityType=online&seriesCode=yuanshan&weekend=1&sort=distance"),
    ),
  ).toEqual({
    status: 2,
    businessType: 4,
    activityType: "online",
    seriesCode: "yuanshan",
    weekend: "1",
    sort: "distance",
  });
  expect(
    parseListQuery(
      at("status=9&businessType=&activityType=all&seriesCode=Y!&weekend=0&sort=price&keyword=%20"),
    ),
  ).toEqual({});
});

test("a keyword is trimmed and cut to the call's limit; one that the server ignores is ignored", () => {
  expect(parseListQuery(at(`keyword=%20${"山".repeat(60)}`)).keyword).toBe("山".repeat(40));
  expect(parseListQuery(at(`keyword=${"山".repeat(101)}`))).toEqual({});
});

test("K21 C13 a changed condition keeps all other parameters, including repeats and order", () => {
  const parameters = at("utm_source=%E4%B8%AD&status=2&a=1&a=2&cursor=abc");
  expect(listAddress(parameters, { status: 3 })).toBe("?status=3&utm_source=%E4%B8%AD&a=1&a=2");
  expect(listAddress(parameters, { status: undefined })).toBe("?utm_source=%E4%B8%AD&a=1&a=2");
  expect(listAddress(at("status=2"), { status: undefined })).toBe("");
  expect(listAddress(at("status=2"), {}, "next")).toBe("?status=2&cursor=next");
});

test("without a script a form keeps the address except its own parameter", () => {
  expect(hiddenFields(at("status=2&utm_source=x&keyword=&cursor=c"), ["status"])).toEqual([
    ["utm_source", "x"],
  ]);
});

test("the first of two values counts: a pressed chip precedes the hidden fields", () => {
  expect(parseListQuery(at("activityType=online&activityType=localoffline"))).toEqual({
    activityType: "online",
  });
  expect(parseListQuery(at("activityType=&activityType=localoffline"))).toEqual({});
});

test("hydration renders only what the server knows, in a fixed order", () => {
  const rendered = canonicalParameters(
    at("utm_source=x&cityCode=330100&keyword=a&status=2&provinceCode=bad"),
  );
  expect(rendered.toString()).toBe("status=2&keyword=a&cityCode=330100");
});

test("a city's centre is sent only if a distance is required; the person's own point always", () => {
  const centre = { cityCode: "310100", longitude: 121.5, latitude: 31.2, isExact: false };
  expect(listArgs({}, centre)).toEqual({ cityCode: "310100" });
  expect(listArgs({ sort: "distance" }, centre)).toMatchObject({
    longitude: 121.5,
    latitude: 31.2,
    sort: "distance",
  });
  expect(listArgs({}, { ...centre, isExact: true })).toMatchObject({ longitude: 121.5, latitude: 31.2 });
});

test("lists are separate by query and location; near points share a list", () => {
  const here = { cityCode: "310100", longitude: 121.50001, latitude: 31.2, isExact: true };
  expect(listKey({ status: 2 }, here)).not.toBe(listKey({ status: 3 }, here));
  expect(listKey({}, here)).not.toBe(listKey({}, { ...here, cityCode: "330100" }));
  expect(searchLocationKey(here)).toBe(searchLocationKey({ ...here, longitude: 121.50002 }));
  expect(withQueryChange({ status: 2 }, { status: undefined, weekend: "1" })).toEqual({ weekend: "1" });
});
