import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hasBridge } from "../environment/host-detection.ts";
import { isLocationRejected, locate } from "../location/locate.ts";
import { sharePage, offerShare } from "../share/share.ts";
import { fakeServer } from "../testing/fake-server.ts";
import { createAppFrame } from "./app-frame.ts";
import {
  shareTokenWithApp,
  nativeLogin,
  nativeLogout,
  nativeToken,
  nativeValue,
  refreshNativeToken,
  setNativeValue,
} from "./index.ts";
import { simulatedAppKinds, enterSimulatedApp, leaveSimulatedApp } from "../testing/simulated-app.ts";

beforeEach(() => {
  leaveSimulatedApp();
  sessionStorage.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
  leaveSimulatedApp();
});

it.each([
  ["2.9.9", false],
  ["3.0.0", true],
  ["3", true],
  ["10.0", true],
])("R24 version %s: the product uses the bridge: %s", (version, expected) => {
  enterSimulatedApp("app-android", { version });
  expect(hasBridge()).toBe(expected);
});
it("R24, B10 no bridge in an ordinary browser", () => {
  expect(hasBridge()).toBe(false);
});

describe.each(simulatedAppKinds)("the app's login, in %s", (kind) => {
  it("G01, B10 returns the app's token", async () => {
    const { requestsTo } = enterSimulatedApp(kind, { token: "t-1" });
    expect([await nativeToken(), requestsTo("getSxToken")]).toEqual(["t-1", [{}]]);
  });
  it("G02, V22 without a login in the app: no token, no error", async () => {
    enterSimulatedApp(kind);
    expect([await nativeToken(), await refreshNativeToken()]).toEqual([null, null]);
  });
  it.each(["E0003", "E9999"])("throws any other code: %s", async (code) => {
    enterSimulatedApp(kind, { faults: { getSxToken: { kind: "error", code } } });
    await expect(nativeToken()).rejects.toMatchObject({ code });
  });
  it("R10 returns a new token", async () => {
    fakeServer(() => ({ code: "00", data: { accessToken: "t-2" } }));
    enterSimulatedApp(kind, { token: "t-1" });
    expect([await refreshNativeToken(), await nativeToken()]).toEqual(["t-2", "t-2"]);
  });
  it("a cancelled login returns false", async () => {
    enterSimulatedApp(kind, { login: "cancelled" });
    expect(await nativeLogin()).toBe(false);
  });
  it("G07 logout ends the app's login, and never fails", async () => {
    const { state } = enterSimulatedApp(kind, { token: "t-1" });
    await nativeLogout();
    expect(state.isLoggedIn).toBe(false);
    enterSimulatedApp(kind, { missing: ["goToNativePage"] });
    await expect(nativeLogout()).resolves.toBeUndefined();
  });
  it("D17, R07, R08 the app stores values, the session's token among them", async () => {
    const { state } = enterSimulatedApp(kind);
    await setNativeValue("a", "中 \u2028 \"'\\");
    expect(await nativeValue("a")).toBe("中 \u2028 \"'\\");
    await setNativeValue("a", null);
    expect(await nativeValue("a")).toBeNull();
    await shareTokenWithApp("s-1");
    expect(state.values).toEqual({ sxToken: "s-1" });
  });
});

describe("sharing in the app", () => {
  const shared = {
    title: "莫干山",
    text: "首批",
    path: "/marketing/area/activity/offline/1",
    imageUrl: "/media/1",
  };
  const { origin } = location;
  const sent = {
    title: "莫干山",
    desc: "首批",
    link: `${origin}${shared.path}`,
    imgUrl: `${origin}/media/1`,
  };
  it("R05, K20, V26 the app's share sheet gets full addresses", async () => {
    const { requestsTo } = enterSimulatedApp("app-ios");
    expect([await sharePage(shared), requestsTo("share")]).toEqual(["shared", [sent]]);
  });
  it("a closed share sheet is respected", async () => {
    enterSimulatedApp("app-android", { share: "closed" });
    expect(await sharePage(shared)).toBe("cancelled");
  });
  it("K20 without the app's share handler, the browser shares", async () => {
    enterSimulatedApp("app-android", { missing: ["share"] });
    Object.defineProperty(navigator, "share", { configurable: true, value: () => Promise.resolve() });
    expect(await sharePage(shared)).toBe("shared");
    Reflect.deleteProperty(navigator, "share");
  });
  it("R05 the app's own share button gets the data of the current page, and loses it afterwards", async () => {
    const { state } = enterSimulatedApp("app-android");
    const withdraw = offerShare(shared);
    await vi.waitFor(() => expect(JSON.parse(state.values["share"] ?? "null")).toEqual(sent));
    withdraw();
    await vi.waitFor(() => expect(state.values).toEqual({}));
  });
});

describe("location in the app", () => {
  const hangzhou = {
    province: "浙江省",
    provinceId: "330000",
    city: "杭州市",
    cityId: "330100",
    longitude: 120.1453,
    latitude: 30.2824,
  };
  const beijing = {
    code: "110100",
    name: "北京市",
    shortName: "北京",
    province: "北京市",
    pinyin: "beijing",
    initials: "bj",
    longitude: 116.41,
    latitude: 39.9,
  };
  let requests: string[];
  beforeEach(() => {
    requests = [];
    vi.spyOn(navigator.geolocation, "getCurrentPosition").mockImplementation(
      () => void requests.push("browser"),
    );
    fakeServer(({ name, url }) => {
      requests.push(name + decodeURIComponent(url.search));
      return { code: "00", data: name === "cities" ? { hot: [], cities: [beijing] } : hangzhou };
    });
  });
  const point = { longitude: 120.15, latitude: 30.28 };

  it("J01, R06, J08 asks only the app", async () => {
    const { requestsTo } = enterSimulatedApp("app-android", {}, { outcome: "granted", ...point });
    expect(await locate()).toMatchObject({ by: "point", place: hangzhou });
    expect([requests, requestsTo("getGeoPosition")]).toEqual([
      ["location-log?longitude=120.15&latitude=30.28"],
      [{ ask: true }],
    ]);
  });
  it("J01 the server converts GCJ-02, and the converted point is the person's own", async () => {
    enterSimulatedApp("app-ios", { position: { ...point, coordType: "gcj02" } });
    expect(await locate()).toMatchObject({ by: "point", point: { longitude: 120.1453, latitude: 30.2824 } });
    expect(requests).toEqual(["location-log?longitude=120.15&latitude=30.28&coordType=gcj02"]);
  });
  it("J05, J06 refused: sets the flag and tries nothing else", async () => {
    enterSimulatedApp("app-ios", {}, { outcome: "denied" });
    expect([await locate(), isLocationRejected(), requests]).toEqual([{ by: "denied" }, true, []]);
  });
  it.each([
    ["no position", {}, "unavailable"],
    ["zeros", { position: { longitude: 0, latitude: 0 } }, "granted"],
    ["degrees that are none", { position: { longitude: 200, latitude: 95 } }, "granted"],
    ["no such handler", { missing: ["getGeoPosition"] }, "granted"],
    ["an unreadable answer", { faults: { getGeoPosition: { kind: "badJson" } } }, "granted"],
  ])("J07 %s: by the network's address", async (_name, native, outcome) => {
    enterSimulatedApp("app-android", native, { outcome, ...point });
    expect(await locate()).toEqual({ by: "address", place: hangzhou });
    expect([isLocationRejected(), requests]).toEqual([false, ["location-ip"]]);
  });
  it.each([
    ["the codes of a city chosen in the app", { cityCode: "110100", provinceCode: "110000" }],
    ["a province: its capital", { provinceCode: "110000" }],
    ["nothing: the default app codes (J10)", {}],
  ])("J10 %s", async (_name, position) => {
    enterSimulatedApp("app-android", { position });
    expect(await locate()).toMatchObject({
      by: "app",
      place: {
        provinceId: "110000",
        province: "北京市",
        cityId: "110100",
        city: "北京市",
        longitude: 116.41,
      },
    });
  });
  it("J10 a quiet question: the app asks nobody, and its default codes are not used", async () => {
    const { requestsTo } = enterSimulatedApp("app-android", { position: {} });
    expect([await locate({ isQuiet: true }), requestsTo("getGeoPosition")]).toMatchObject([
      { by: "address" },
      [{ ask: false }],
    ]);
  });
});

describe("the page's frame", () => {
  const root = document.documentElement;
  const frame = () => [
    root.style.getPropertyValue("--statusbar"),
    root.dataset["titleBar"],
    root.dataset["app"],
  ];
  const stored = () => JSON.parse(localStorage.getItem("marque.app-frame") ?? "null") as unknown;
  afterEach(() => {
    root.style.removeProperty("--statusbar");
    delete root.dataset["titleBar"];
    delete root.dataset["app"];
  });
  it("R11, R12 applies the status bar's height and hides the app's title bar", async () => {
    const { requestsTo } = enterSimulatedApp("app-ios", { statusBar: 47 });
    document.title = "活动列表 - 青岚汽车";
    const page = createAppFrame();
    await page.enterPage();
    expect(frame()).toEqual(["47px", undefined, ""]);
    expect(requestsTo("showTitleBar")).toEqual([{ show: false, title: "活动列表 - 青岚汽车" }]);
    expect(stored()).toEqual({ top: 47, bar: false });
    await page.enterPage();
    expect([requestsTo("getStatusBarHeight").length, requestsTo("showTitleBar").length]).toEqual([1, 2]);
  });
  it("R12 ignores an outdated answer", async () => {
    enterSimulatedApp("app-android", { bridge: "never" });
    const posted: { key: string; callbackId: string }[] = [];
    Object.assign(window, {
      QinglanBridge: {
        postMessage: (text: string) => void posted.push(JSON.parse(text) as (typeof posted)[0]),
      },
    });
    const answer = (callbackId: string | undefined, data: unknown) =>
      (window as unknown as { QinglanBridgeCallback(text: string): void }).QinglanBridgeCallback(
        JSON.stringify({ callbackId, error: null, data }),
      );
    const page = createAppFrame();
    const both = [page.enterPage(), page.enterPage()];
    await vi.waitFor(() => expect(posted.length).toBeGreaterThanOrEqual(3));
    for (const { key, callbackId } of posted)
      if (key === "getStatusBarHeight") answer(callbackId, { height: 20 });
    const [first, second] = posted.filter(({ key }) => key === "showTitleBar");
    answer(second?.callbackId, { shown: false });
    answer(first?.callbackId, { shown: true });
    await Promise.all(both);
    expect(frame()).toEqual(["20px", undefined, ""]);
  });
  it("R12 an app that keeps its title bar: ours is hidden, and the status bar is the app's", async () => {
    enterSimulatedApp("app-android", { statusBar: 30, titleBar: "always" });
    await createAppFrame().enterPage();
    expect(frame()).toEqual(["0px", "host", ""]);
  });
  it("R12 shows the app's title bar when our pages are left; the stored layout stays", async () => {
    const { requestsTo } = enterSimulatedApp("app-android", { statusBar: 30 });
    const page = createAppFrame();
    await page.enterPage();
    const before = stored();
    await page.leavePages();
    expect(requestsTo("showTitleBar").at(-1)).toEqual({ show: true, title: "" });
    expect([stored(), root.dataset["titleBar"]]).toEqual([before, undefined]);
  });
  it.each([{ faults: { "*": { kind: "error", code: "E0003" } } }, { faults: { "*": { kind: "badJson" } } }])(
    "R11 an app without a valid answer changes nothing: %o",
    async (native) => {
      localStorage.removeItem("marque.app-frame");
      enterSimulatedApp("app-android", native);
      const page = createAppFrame();
      await page.enterPage();
      expect([frame().slice(0, 2), stored()]).toEqual([["", undefined], null]);
    },
  );
});
