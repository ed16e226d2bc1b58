import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { HOME_PATH } from "../navigation/address.ts";
import { saveCity, currentViewpoint } from "./city.ts";
import { isLocationGranted } from "./location-permission.ts";
import { locate, type LocationResult } from "./locate.ts";
import { locateAtStart } from "./locate-at-start.ts";

vi.mock("./location-permission.ts", () => ({ isLocationGranted: vi.fn<() => Promise<boolean>>() }));
vi.mock("./locate.ts", () => ({
  locate: vi.fn<() => Promise<LocationResult>>(),
  shortCityName: (name: string) => name.replace("市", ""),
}));

const place = {
  province: "浙江省",
  provinceId: "330000",
  city: "杭州市",
  cityId: "330100",
  longitude: 120.2,
  latitude: 30.3,
};
const point = { longitude: 120.15, latitude: 30.28 };
const shanghai = { code: "310100", name: "上海", longitude: 121.48, latitude: 31.22 };
const home = location.href;
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  saveCity(shanghai, "address");
  history.replaceState(null, "", HOME_PATH);
  vi.mocked(isLocationGranted).mockReset().mockResolvedValue(true);
  vi.mocked(locate).mockReset().mockResolvedValue({ by: "point", place, point });
});
afterEach(() => history.replaceState(null, "", home));

it("J15 locates a person who has granted the permission before, at once", async () => {
  await locateAtStart();
  expect(currentViewpoint()).toEqual({ cityCode: "330100", ...point, isExact: true });
});
it("J15 once a visit", async () => {
  await locateAtStart();
  await locateAtStart();
  expect(locate).toHaveBeenCalledTimes(1);
});
it("never asks for the permission by itself", async () => {
  vi.mocked(isLocationGranted).mockResolvedValue(false);
  await locateAtStart();
  expect(locate).not.toHaveBeenCalled();
});
it("only runs on the first page", async () => {
  history.replaceState(null, "", `${HOME_PATH}list`);
  await locateAtStart();
  expect(isLocationGranted).not.toHaveBeenCalled();
});
it("J15 keeps a city chosen by hand", async () => {
  saveCity(shanghai, "hand");
  await locateAtStart();
  expect(currentViewpoint()).toMatchObject({ cityCode: "310100", isExact: false });
});
it("J15 keeps a city of the address", async () => {
  history.replaceState(null, "", `${HOME_PATH}?cityCode=310100`);
  await locateAtStart();
  expect(currentViewpoint().cityCode).toBe("310100");
});
it.each(["address", "default"] as const)("J15 ignores an estimate by %s", async (by) => {
  vi.mocked(locate).mockResolvedValue({ by, place });
  await locateAtStart();
  expect(currentViewpoint().cityCode).toBe("310100");
});
