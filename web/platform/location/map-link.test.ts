import { expect, test } from "vitest";
import { mapLink } from "./map-link.ts";

test("a map link contains the place's name and declares its coordinates as WGS-84", () => {
  const url = new URL(mapLink({ longitude: 121.46, latitude: 31.18, name: "龙腾大道 2555 号 & 北门" }));
  expect(url.origin + url.pathname).toBe("https://uri.amap.com/marker");
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    position: "121.46,31.18",
    name: "龙腾大道 2555 号 & 北门",
    coordinate: "wgs84",
  });
});
