import { expect, test } from "vitest";
import { trafficSources, searchKeywordFallbacks } from "#contract/tracking/names.ts";
import { activityIdOf, cleanAddress, pagePropertiesOf, isPreview, pageKeyOf } from "./page-properties.ts";
import { campaignProperties, trafficSourceOf } from "./traffic-source.ts";

const app = "https://m.example/marketing/area/activity/";

test("X16 an address is tracked without login and link parameters", () => {
  expect(cleanAddress(`${app}list?a=1&code=X&a=2&state=Y&tk=Z&iss=I&loginType=SSO&b=%E4%B8%AD#h`)).toBe(
    `${app}list?a=1&a=2&b=%E4%B8%AD#h`,
  );
  expect(cleanAddress("http://[broken")).toBe("");
});

test("an address is cut to the collector's length", () => {
  const long = `${app}list?keyword=${"a".repeat(5_000)}`;
  expect(cleanAddress(long)).toBe(long.slice(0, 1_024));
  expect(pagePropertiesOf(`${app}${"a".repeat(5_000)}`, "t").$url_path).toHaveLength(1_024);
});

test("X04 a page is identified by its path, and for the form by its activity", () => {
  const same = [`${app}list`, `${app}list?cityCode=310100`, `${app}list?keyword=a#b`];
  expect(new Set(same.map(pageKeyOf)).size).toBe(1);
  const form = `${app}offline/signUpUser?activityId=`;
  expect(
    new Set([app, `${app}offline/1`, `${app}offline/2`, `${form}1`, `${form}2`].map(pageKeyOf)).size,
  ).toBe(5);
});

test.each([
  [`${app}offline/12?a=1`, "12"],
  [`${app}online/12`, "12"],
  [`${app}coupon/result/12`, "12"],
  [`${app}offline/signUpUser?activityId=12`, "12"],
  [`${app}list`, undefined],
])("the activity of %s is %s", (address, id) => expect(activityIdOf(address)).toBe(id));

test("C17 C18 C19 only preview=1 at an address that ends in 00 is a preview", () => {
  expect(isPreview(`${app}online/00?preview=1`)).toBe(true);
  for (const address of ["online/00", "online/00?preview=01", "online/100?preview=1", "online/1?preview=1"])
    expect([address, isPreview(app + address)]).toEqual([address, false]);
});

test.each([
  ["", "", "direct", searchKeywordFallbacks.direct],
  ["", "?utm_medium=x", "paid", searchKeywordFallbacks.direct],
  ["https://www.baidu.com/s?wd=%E9%9D%92%E5%B2%9A", "", "search", "青岚"],
  ["https://m.sm.cn/", "", "search", searchKeywordFallbacks.none],
  ["https://weibo.com/u/1", "", "social", searchKeywordFallbacks.none],
  ["https://news.example/a", "", "referral", searchKeywordFallbacks.none],
  ["https://notbaidu.community/", "", "referral", searchKeywordFallbacks.none],
] as const)("from %s with %s: %s", (referrer, search, kind, word) => {
  expect(trafficSourceOf(referrer, search)).toEqual({
    traffic_source_type: trafficSources[kind],
    search_keyword: word,
    referrer,
  });
});

test("C25 the five campaign parameters under Sensors' names, the first of repeated ones", () => {
  const search =
    "?utm_source=a&utm_medium=b&utm_campaign=c&utm_term=d&utm_content=e&utm_id=f&utm_source=g&other=h";
  expect(campaignProperties(search, "$latest_")).toEqual({
    $latest_utm_source: "a",
    $latest_utm_medium: "b",
    $latest_utm_campaign: "c",
    $latest_utm_term: "d",
    $latest_utm_content: "e",
  });
});
