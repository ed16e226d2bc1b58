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

test("K21 an address is read; what means nothing counts as absent", () => {
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

test("a keyword is trimmed and cut to what the call takes; one that the server's page drops counts as absent", () => {
  expect(parseListQuery(at(`keyword=%20${"山".repeat(60)}`)).keyword).toBe("山".repeat(40));
  expect(parseListQuery(at(`keyword=${"山".repeat(101)}`))).toEqual({});
});

test("K21 C13 a changed condition leaves every other parameter as it was, repeats and order too", () => {
  const parameters = at("utm_source=%E4%B8%AD&status=2&a=1&a=2&cursor=abc");
  expect(listAddress(parameters, { status: 3 })).toBe("?status=3&utm_source=%E4%B8%AD&a=1&a=2");
  expect(listAddress(parameters, { status: undefined })).toBe("?utm_source=%E4%B8%AD&a=1&a=2");
  expect(listAddress(at("status=2"), { status: undefined })).toBe("");
  expect(listAddress(at("status=2"), {}, "next")).toBe("?status=2&cursor=next");
});

test("a form without the script keeps the address but what it sets itself", () => {
  expect(hiddenFields(at("status=2&utm_source=x&keyword=&cursor=c"), ["status"])).toEqual([
    ["utm_source", "x"],
  ]);
});

test("the first of two values of a name counts: a pressed chip goes before the hidden fields", () => {
  expect(parseListQuery(at("activityType=online&activityType=localoffline"))).toEqual({
    activityType: "online",
  });
  expect(parseListQuery(at("activityType=&activityType=localoffline"))).toEqual({});
});

test("what is rendered while hydrating is what the server knows, in one order", () => {
  const rendered = canonicalParameters(
    at("utm_source=x&cityCode=330100&keyword=a&status=2&provinceCode=bad"),
  );
  expect(rendered.toString()).toBe("status=2&keyword=a&cityCode=330100");
});

test("a city's centre is an argument only where distance is asked for; the person's own point always", () => {
  const centre = { cityCode: "310100", longitude: 121.5, latitude: 31.2, isExact: false };
  expect(listArgs({}, centre)).toEqual({ cityCode: "310100" });
  expect(listArgs({ sort: "distance" }, centre)).toMatchObject({
    longitude: 121.5,
    latitude: 31.2,
    sort: "distance",
  });
  expect(listArgs({}, { ...centre, isExact: true })).toMatchObject({ longitude: 121.5, latitude: 31.2 });
});

test("lists are kept apart by query and place, near points together", () => {
  const here = { cityCode: "310100", longitude: 121.50001, latitude: 31.2, isExact: true };
  expect(listKey({ status: 2 }, here)).not.toBe(listKey({ status: 3 }, here));
  expect(listKey({}, here)).not.toBe(listKey({}, { ...here, cityCode: "330100" }));
  expect(searchLocationKey(here)).toBe(searchLocationKey({ ...here, longitude: 121.50002 }));
  expect(withQueryChange({ status: 2 }, { status: undefined, weekend: "1" })).toEqual({ weekend: "1" });
});
