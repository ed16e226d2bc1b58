import { expect, test } from "vitest";
import { pastedPoint, pointInWgs84 } from "./pasted-point.ts";

test("a point is read in either order and with any words around it; others are none", () => {
  expect(pastedPoint("121.473701, 31.230416")).toEqual([121.473701, 31.230416]);
  expect(pastedPoint(" 31.230416，121.473701 ")).toEqual([121.473701, 31.230416]);
  expect(pastedPoint("经度 121.4737 纬度 31.2304")).toEqual([121.4737, 31.2304]);
  for (const text of ["", "121.47", "121.47, 131.2", "1, 2, 3", "121.4, 31.2, 5"])
    expect(pastedPoint(text)).toBeNull();
});

test("points of Chinese maps are turned into WGS-84; those of GPS stay", async () => {
  const [east, north] = await pointInWgs84([121.4737, 31.2304], "GCJ02");
  expect(east).toBeCloseTo(121.4692, 3);
  expect(north).toBeCloseTo(31.2323, 3);
  expect(await pointInWgs84([121.4737, 31.2304], "WGS84")).toEqual([121.4737, 31.2304]);
});
