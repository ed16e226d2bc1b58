import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { demoBrand } from "#contract/core/demo-brand.ts";
import type { LocatedPlace } from "#contract/location/location.ts";
import { isLocationGranted } from "./location-permission.ts";
import { isLocationRejected, locate, shortCityName } from "./locate.ts";
import { setSite } from "../environment/site.ts";
import { fakeServer } from "../testing/fake-server.ts";

const hangzhou: LocatedPlace = {
  province: "浙江省",
  provinceId: "330000",
  city: "杭州市",
  cityId: "330100",
  longitude: 120.2,
  latitude: 30.3,
};
const point = { longitude: 120.15, latitude: 30.28 };
/** Names of the calls made, in order. */
let called: string[];
let answers: Record<string, unknown>;
let options: PositionOptions | undefined;
const failure = (code: number) => ({
  code,
  PERMISSION_DENIED: 1,
  POSITION_UNAVAILABLE: 2,
  TIMEOUT: 3,
  message: "",
});
function mockBrowserLocation(answer: { point: typeof point } | { code: number }): void {
  vi.spyOn(navigator.geolocation, "getCurrentPosition").mockImplementation((done, failed, given) => {
    options = given;
    if ("point" in answer) done({ coords: answer.point, timestamp: 0 } as GeolocationPosition);
    else failed?.(failure(answer.code) as GeolocationPositionError);
  });
}
beforeEach(() => {
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "k" });
  sessionStorage.clear();
  called = [];
  answers = { "location-log": hangzhou, "location-ip": hangzhou };
  fakeServer(({ name, url }) => {
    called.push(name + url.search);
    return answers[name] === undefined ? null : { code: "00", data: answers[name] };
  });
});
afterEach(() => vi.restoreAllMocks());

describe("locating", () => {
  it("J03, J04, J08, J11 by the browser, with the contract's timeouts", async () => {
    mockBrowserLocation({ point });
    expect(await locate()).toEqual({ by: "point", place: hangzhou, point });
    expect(options).toEqual({ timeout: 3000, maximumAge: 500_000 });
    expect(called).toEqual(["location-log?longitude=120.15&latitude=30.28"]);
  });
  it("J05, J06 refused: sets the flag and tries nothing else", async () => {
    mockBrowserLocation({ code: 1 });
    expect(await locate()).toEqual({ by: "denied" });
    expect([isLocationRejected(), called]).toEqual([true, []]);
    expect(Object.keys(sessionStorage)).toEqual(["vw_mall.locationRejected"]);
  });
  it("J16 a person who allows it later is located, and the flag is removed", async () => {
    mockBrowserLocation({ code: 1 });
    await locate();
    vi.mocked(navigator.geolocation.getCurrentPosition).mockRestore();
    mockBrowserLocation({ point });
    expect(await locate()).toMatchObject({ by: "point" });
    expect(isLocationRejected()).toBe(false);
  });
  it.each([
    [2, "unavailable"],
    [3, "timed out"],
  ])("J07 code %i, %s: by the network's address", async (code) => {
    mockBrowserLocation({ code });
    expect(await locate()).toEqual({ by: "address", place: hangzhou });
    expect([isLocationRejected(), called]).toEqual([false, ["location-ip"]]);
  });
  it("J07 J16 an unanswered question: after a while by the network's address, without the flag", async () => {
    vi.useFakeTimers();
    vi.spyOn(navigator.geolocation, "getCurrentPosition").mockImplementation(() => {});
    const located = locate();
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(await located).toEqual({ by: "address", place: hangzhou });
    expect(isLocationRejected()).toBe(false);
  });
  it("J07 a location that the server cannot resolve: by the network's address", async () => {
    mockBrowserLocation({ point });
    delete answers["location-log"];
    expect(await locate()).toEqual({ by: "address", place: hangzhou });
  });
  it("J09 without any answer: the default, Shanghai", async () => {
    mockBrowserLocation({ code: 2 });
    answers = {};
    expect(await locate()).toMatchObject({
      by: "default",
      place: { cityId: "310100", provinceId: "310000", longitude: 121.48, latitude: 31.22 },
    });
  });
  it("J06 plain http does not count as a refusal", async () => {
    mockBrowserLocation({ code: 1 });
    vi.spyOn(globalThis, "isSecureContext", "get").mockReturnValue(false);
    expect(await locate()).toMatchObject({ by: "address" });
    expect([isLocationRejected(), await isLocationGranted()]).toEqual([false, false]);
  });
});

it.each([
  ["上海市", "上海"],
  ["阿里地区", "阿里"],
  ["兴安盟", "兴安"],
  ["恩施土家族苗族自治州", "恩施"],
  ["西双版纳傣族自治州", "西双版纳"],
  ["博尔塔拉蒙古自治州", "博尔塔拉"],
  ["克孜勒苏柯尔克孜自治州", "克孜勒苏"],
  ["海西蒙古族藏族自治州", "海西"],
  ["甘孜藏族自治州", "甘孜"],
  ["沙市", "沙市"],
  ["", ""],
])("the short name of %s is %s", (name, short) => {
  expect(shortCityName(name)).toBe(short);
});
