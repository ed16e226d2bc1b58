import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bridgeHandlers, type BridgeHandler } from "#contract/host/bridge.ts";
import { setSite } from "../environment/site.ts";
import { BridgeError } from "./bridge-error.ts";
import { callBridge, pendingCallCount } from "./call.ts";
import { callNative } from "./call-native.ts";
import { siteForTests } from "../testing/test-site.ts";
import { simulatedAppKinds, enterSimulatedApp, leaveSimulatedApp } from "../testing/simulated-app.ts";

/** What a caller hears: the code, or the data. */
const outcome = (key: string, data: Readonly<Record<string, unknown>> = {}, silence?: number | null) =>
  new Promise<unknown>((resolve) =>
    callBridge(
      key,
      data,
      (error, answer) => resolve(error ? error.code : answer),
      silence === undefined ? {} : { silence },
    ),
  );
const place = { outcome: "granted", longitude: 120.15, latitude: 30.28 };
const share = { title: "t", desc: "d", link: "https://m.example/1", imgUrl: "" };

beforeEach(leaveSimulatedApp);
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  leaveSimulatedApp();
});

describe.each(simulatedAppKinds)("in %s", (kind) => {
  it("R01, R02, R03 the app finds nothing wrong with a request, and its answer arrives", async () => {
    const { log } = enterSimulatedApp(kind, { values: { city: "310100" } });
    expect(await outcome("getValue", { key: "city" })).toEqual({ value: "310100" });
    expect(log).toMatchObject([
      { direction: "out", name: "getValue", detail: { key: "city" } },
      { direction: "in", name: "getValue", result: "ok" },
    ]);
    expect(log[0]).not.toHaveProperty("result");
    expect(log[0]?.callbackId).toMatch(/^cb_[0-9a-f]{8}_\d+$/);
  });
  const calls: { [H in BridgeHandler]: [row: string, data: Record<string, unknown>, answer: unknown] } = {
    goBack: ["R04", {}, null],
    share: ["R05", share, { result: true }],
    getGeoPosition: ["R06", { ask: true }, { longitude: 120.15, latitude: 30.28, coordType: "wgs84" }],
    getValue: ["R07", { key: "none" }, { value: null }],
    setValue: ["R08", { key: "a", value: "b" }, null],
    getSxToken: ["R09", {}, { sxToken: "token-1" }],
    refreshSxToken: ["R10", {}, { sxToken: "token-2" }],
    getStatusBarHeight: ["R11", {}, { height: 40 }],
    showTitleBar: ["R12", { show: false, title: "t" }, { shown: false }],
    goToNativePage: ["R13", { page: "login" }, { result: true }],
  };
  it.each(bridgeHandlers.map((handler) => [handler, ...calls[handler]] as const))(
    "%s (%s) is answered",
    async (handler, _row, data, answer) => {
      vi.spyOn(globalThis, "fetch").mockImplementation(() =>
        Promise.resolve(Response.json({ data: { accessToken: "token-2" } })),
      );
      enterSimulatedApp(kind, { statusBar: 40, token: "token-1" }, place);
      expect(await outcome(handler, data)).toEqual(answer);
      expect(await callNative(handler, data as never)).toMatchObject(answer ?? {});
    },
  );
  it("R21 no object of the app's, for as long as a page waits: E0003, and from then on at once", async () => {
    vi.useFakeTimers();
    enterSimulatedApp(kind, { bridge: "never" });
    const heard: unknown[] = [];
    const first = outcome("goBack").then((code) => heard.push(code));
    await vi.advanceTimersByTimeAsync(2_900);
    expect(heard).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    await first;
    expect(heard).toEqual(["E0003"]);
    // No timer is run any more.
    expect(await outcome("goBack")).toBe("E0003");
  });
  it("R26 a bridge that comes late is waited for, and calls keep their order", async () => {
    const { log } = enterSimulatedApp(kind, { bridge: "late", lateMs: 300 });
    expect(
      await Promise.all([outcome("getValue", { key: "a" }), outcome("getStatusBarHeight")]),
    ).toHaveLength(2);
    expect(log.filter(({ direction }) => direction === "out").map(({ name }) => name)).toEqual([
      "getValue",
      "getStatusBarHeight",
    ]);
  });
  it("R21 a handler that the app has not: E0003", async () => {
    enterSimulatedApp(kind, { missing: ["share"] });
    expect([await outcome("share", share), await outcome("anything")]).toEqual(["E0003", "E0003"]);
  });
  it("R21 an object that throws: E0003", async () => {
    enterSimulatedApp(kind, { faults: { postMessage: { kind: "throws" } } });
    expect([await outcome("goBack"), pendingCallCount()]).toEqual(["E0003", 0]);
  });
  it.each(["badJson", "notText", "noCallbackId"])("R22 %s: E0004", async (kindOfFault) => {
    enterSimulatedApp(kind, { faults: { getStatusBarHeight: { kind: kindOfFault, times: 1 } } });
    expect([await outcome("getStatusBarHeight", {}, null), pendingCallCount()]).toEqual(["E0004", 0]);
    expect(await outcome("getStatusBarHeight")).toHaveProperty("height");
  });
  it("R22 an answer of another shape than the contract's: E0004", async () => {
    enterSimulatedApp(kind, { faults: { getStatusBarHeight: { kind: "otherShape" } } });
    await expect(callNative("getStatusBarHeight", {})).rejects.toEqual(new BridgeError("E0004"));
  });
  it("R25 an answer given twice counts once, one for somebody else not at all", async () => {
    enterSimulatedApp(kind, {
      statusBar: 9,
      faults: { getStatusBarHeight: { kind: "twice" }, getValue: { kind: "otherCallbackId" } },
    });
    const heard = vi.fn<(error: unknown, data: unknown) => void>();
    callBridge("getStatusBarHeight", {}, heard);
    expect(await outcome("getValue", { key: "a" }, 200)).toBe("E0004");
    expect(heard.mock.calls).toEqual([[null, { height: 9 }]]);
  });
  it("R26 a silent app: E0004 after the time given, and nobody waits any more", async () => {
    enterSimulatedApp(kind, { faults: { "*": { kind: "silent" } } });
    expect([await outcome("goBack", {}, 80), pendingCallCount()]).toEqual(["E0004", 0]);
  });
  it("R25, R26 an answer after that is nobody's", async () => {
    const { log } = enterSimulatedApp(kind, { faults: { goBack: { kind: "late", ms: 150 } } });
    const heard = vi.fn<(error: unknown) => void>();
    callBridge("goBack", {}, heard, { silence: 50 });
    await vi.waitFor(() => expect(log.length).toBe(2));
    expect(heard.mock.calls).toEqual([[new BridgeError("E0004"), null]]);
  });
  it.each(["E0003", "GEO_DENIED", "X-OWN-CODE"])("an app's own code comes through: %s", async (code) => {
    enterSimulatedApp(kind, { faults: { goBack: { kind: "error", code } } });
    expect(await outcome("goBack")).toBe(code);
  });
});

describe("how long a silent app is waited for", () => {
  const silent = { faults: { "*": { kind: "silent" } } };
  const settled = async (asked: Promise<unknown>): Promise<boolean> => {
    let isSettled = false;
    const note = (): void => {
      isSettled = true;
    };
    asked.then(note, note);
    await vi.advanceTimersByTimeAsync(0);
    return isSettled;
  };
  it("R26 ten seconds", async () => {
    vi.useFakeTimers();
    enterSimulatedApp("app-android", silent);
    const asked = callNative("getStatusBarHeight", {});
    await vi.advanceTimersByTimeAsync(9_900);
    expect(await settled(asked)).toBe(false);
    void asked.catch(() => {});
    await vi.advanceTimersByTimeAsync(200);
    await expect(asked).rejects.toMatchObject({ code: "E0004" });
  });
  it.each([
    ["share", (): Promise<unknown> => callNative("share", share)],
    ["login", (): Promise<unknown> => callNative("goToNativePage", { page: "login" })],
  ])(
    "R26 %s: as long as a person takes; one that is begun anew ends the one before",
    async (_name, begin) => {
      vi.useFakeTimers();
      const { log } = enterSimulatedApp("app-ios", silent);
      const asked = begin();
      await vi.advanceTimersByTimeAsync(600_000);
      expect(await settled(asked)).toBe(false);
      const again = begin();
      await expect(asked).rejects.toMatchObject({ code: "E0004" });
      expect(pendingCallCount()).toBe(1);
      const { callbackId } = log.findLast(({ direction }) => direction === "out") ?? {};
      const { QinglanBridgeCallback: answer } = window as unknown as Record<string, (text: string) => void>;
      answer?.(JSON.stringify({ callbackId, error: null, data: { result: true } }));
      expect(await again).toEqual({ result: true });
    },
  );
  it("R26 any other screen of the app's: ten seconds", async () => {
    vi.useFakeTimers();
    enterSimulatedApp("app-ios", silent);
    const asked = callNative("goToNativePage", { page: "garage" });
    void asked.catch(() => {});
    await vi.advanceTimersByTimeAsync(10_100);
    await expect(asked).rejects.toMatchObject({ code: "E0004" });
  });
});

describe("what stands in the way is told by code, in the contract's order", () => {
  it("R14, R19 no callback: E0001, thrown", () => {
    enterSimulatedApp("app-android");
    expect(() => callBridge("goBack", {}, undefined as unknown as () => void)).toThrow(
      new BridgeError("E0001"),
    );
  });
  class Own {}
  const cyclic: Record<string, unknown> = {};
  cyclic["itself"] = cyclic;
  it.each([[[]], [null], [new Date()], [new Own()], [new Map()], ["text"], [5], [cyclic], [{ big: 1n }]])(
    "R15, R19 data %o: E0001, and the app hears nothing",
    async (data) => {
      const { log } = enterSimulatedApp("app-android");
      expect(await outcome("goBack", data as Record<string, unknown>)).toBe("E0001");
      expect(log).toEqual([]);
    },
  );
  it("R15 an object without prototype is a plain one", async () => {
    enterSimulatedApp("app-android");
    expect(await outcome("goBack", Object.create(null) as Record<string, unknown>)).toBeNull();
  });
  it.each([[1], [undefined], [""], [null]])("R16, R19 handler %o: E0001", async (key) => {
    enterSimulatedApp("app-android");
    expect(await outcome(key as unknown as string)).toBe("E0001");
  });
  it("R17 no bridge key: E0001, outside of the app too", async () => {
    setSite({ ...siteForTests, brand: { ...siteForTests.brand, bridgeKey: "" } });
    expect(await outcome("goBack")).toBe("E0001");
  });
  it("R18, R23 not the maker's app: E0005, but bad arguments first", async () => {
    expect(await outcome("goBack")).toBe("E0005");
    expect(await outcome("goBack", [] as unknown as Record<string, unknown>)).toBe("E0001");
  });
  it("R20 the app's marker on another system: E0002, whatever is in the page", async () => {
    enterSimulatedApp("app-android");
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(
      "Mozilla/5.0 (Phone; OpenHarmony 5.0) ArkWeb/4.1 Mobile QinglanApp/5.1.0",
    );
    expect(await outcome("goBack")).toBe("E0002");
  });
});

it("R22 an unreadable answer fails the call that it names, and none of the others", async () => {
  enterSimulatedApp("app-android", {
    faults: {
      goBack: { kind: "notText" },
      getValue: { kind: "badJson" },
      getStatusBarHeight: { kind: "late", ms: 120 },
    },
    statusBar: 7,
  });
  const outcomes = [
    outcome("goBack", {}, 400),
    outcome("getValue", { key: "a" }, 60),
    outcome("getStatusBarHeight"),
  ];
  // The second names nobody and could be for two: it fails by its silence.
  expect(await Promise.all(outcomes)).toEqual(["E0004", "E0004", { height: 7 }]);
});
it("a caller that throws harms neither the app nor the other callers", async () => {
  const { log } = enterSimulatedApp("app-android");
  const thrown = new Promise((resolve) =>
    addEventListener(
      "error",
      (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        resolve((event.error as Error).message);
      },
      { once: true, capture: true },
    ),
  );
  callBridge("goBack", {}, () => {
    throw new Error("of the caller");
  });
  expect(await outcome("getStatusBarHeight")).toHaveProperty("height");
  expect(await thrown).toBe("of the caller");
  expect(log.every(({ result }) => result === undefined || result === "ok")).toBe(true);
});
