import { expect, test } from "vitest";
import { createPageCacheKey } from "./page-cache-key.ts";

const key = (url: string, cookies = {}) =>
  createPageCacheKey(`/marketing/area/activity/${url}`, cookies, () => "310100");

test("a page is cached by its path, the parameters that it reads, and the city; other parameters are ignored", () => {
  expect(key("list?utm_source=a&keyword=%E5%B1%B1&from=b")).toEqual({
    cacheKey: "/marketing/area/activity/list?keyword=%E5%B1%B1 marque_city=310100",
    url: "/marketing/area/activity/list?keyword=%E5%B1%B1",
    cookie: "marque_city=310100",
    cityCode: "310100",
    isCacheable: true,
    isPreview: false,
  });
  expect(key("list", { marque_city: "330100" })?.cookie).toBe("marque_city=330100");
  expect(key("list", { marque_city: "330100", "__Host-marque_city": "440100" })?.cookie).toBe(
    "marque_city=440100",
  );
  expect(key("list?code=c")?.isCacheable).toBe(false);
  expect(key("invited/7?sec=s")?.isCacheable).toBe(false);
  expect(key("list/x.js")).toBeNull();
  expect(key("../../etc/passwd")).toBeNull();
});
test.each(["%00", "a%00b", "a".repeat(101), ""])(
  "T10 a value that every call would refuse is left out: %s",
  (value) => {
    expect(key(`list?keyword=${value}`)?.url).toBe("/marketing/area/activity/list");
  },
);
