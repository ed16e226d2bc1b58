import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bridgeHandlers, type BridgeHandler } from "#contract/host/bridge.ts";
import { setSite } from "../environment/site.ts";
import { BridgeError } from "./bridge-error.ts";
import { callBridge, pendingCallCount } from "./call.ts";
import { callNative } from "./call-native.ts";
import { siteForTests } from "../testing/test-site.ts";
import { simulatedAppKinds, enterSimulatedApp, leaveSimulatedApp } from "../testing/simulated-app.ts";

/** Outcome of a call: the error code, or the data. */
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
  it("R01, R02, R03 a request is valid for the app, and its answer arrives", async () => {
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
  it("R21 without the app's object: E0003 after the wait for it, and then at once", async () => {
    vi.useFakeTimers();
    enterSimulatedApp(kind, { bridge: "never" });
    const received: unknown[] = [];
    const first = outcome("goBack").then((code) => received.push(code));
    await vi.advanceTimersByTimeAsync(2_900);
    expect(received).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    await first;
    expect(received).toEqual(["E0003"]);
    // No timer runs any more.
    expect(await outcome("goBack")).toBe("E0003");
  });
  it("R26 waits for a bridge that is injected late, and keeps the order of calls", async () => {
    const { log } = enterSimulatedApp(kind, { bridge: "late", lateMs: 300 });
    expect(
      await Promise.all([outcome("getValue", { key: "a" }), outcome("getStatusBarHeight")]),
    ).toHaveLength(2);
    expect(log.filter(({ direction }) => direction === "out").map(({ name }) => name)).toEqual([
      "getValue",
      "getStatusBarHeight",
    ]);
  });
  it("R21 a handler that the app does not have: E0003", async () => {
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
  it("R22 an answer with a shape outside of the contract: E0004", async () => {
    enterSimulatedApp(kind, { faults: { getStatusBarHeight: { kind: "otherShape" } } });
    await expect(callNative("getStatusBarHeight", {})).rejects.toEqual(new BridgeError("E0004"));
  });
  it("R25 a repeated answer counts once, and an answer to an unknown call is ignored", async () => {
    enterSimulatedApp(kind, {
      statusBar: 9,
      faults: { getStatusBarHeight: { kind: "twice" }, getValue: { kind: "otherCallbackId" } },
    });
    const callback = vi.fn<(error: unknown, data: unknown) => void>();
    callBridge("getStatusBarHeight", {}, callback);
    expect(await outcome("getValue", { key: "a" }, 200)).toBe("E0004");
    expect(callback.mock.calls).toEqual([[null, { height: 9 }]]);
  });
  it("R26 a silent app: E0004 after the timeout, and no call is pending", async () => {
    enterSimulatedApp(kind, { faults: { "*": { kind: "silent" } } });
    expect([await outcome("goBack", {}, 80), pendingCallCount()]).toEqual(["E0004", 0]);
  });
  it("R25, R26 an answer after the timeout is ignored", async () => {
    const { log } = enterSimulatedApp(kind, { faults: { goBack: { kind: "late", ms: 150 } } });
    const callback = vi.fn<(error: unknown) => void>();
    callBridge("goBack", {}, callback, { silence: 50 });
    await vi.waitFor(() => expect(log.length).toBe(2));
    expect(callback.mock.calls).toEqual([[new BridgeError("E0004"), null]]);
  });
  it.each(["E0003", "GEO_DENIED", "X-OWN-CODE"])("returns an app's own code: %s", async (code) => {
    enterSimulatedApp(kind, { faults: { goBack: { kind: "error", code } } });
    expect(await outcome("goBack")).toBe(code);
  });
});

describe("the timeout of a silent app", () => {
  const silent = { faults: { "*": { kind: "silent" } } };
  const settled = async (call: Promise<unknown>): Promise<boolean> => {
    let isSettled = false;
    const note = (): void => {
      isSettled = true;
    };
    call.then(note, note);
    await vi.advanceTimersByTimeAsync(0);
    return isSettled;
  };
  it("R26 is ten seconds", async () => {
    vi.useFakeTimers();
    enterSimulatedApp("app-android", silent);
    const call = callNative("getStatusBarHeight", {});
    await vi.advanceTimersByTimeAsync(9_900);
    expect(await settled(call)).toBe(false);
    void call.catch(() => {});
    await vi.advanceTimersByTimeAsync(200);
    await expect(call).rejects.toMatchObject({ code: "E0004" });
  });
  it.each([
    ["share", (): Promise<unknown> => callNative("share", share)],
    ["login", (): Promise<unknown> => callNative("goToNativePage", { page: "login" })],
  ])("R26 %s: has no timeout; a new call ends the previous one", async (_name, begin) => {
    vi.useFakeTimers();
    const { log } = enterSimulatedApp("app-ios", silent);
    const call = begin();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(await settled(call)).toBe(false);
    const again = begin();
    await expect(call).rejects.toMatchObject({ code: "E0004" });
    expect(pendingCallCount()).toBe(1);
    const { callbackId } = log.findLast(({ direction }) => direction === "out") ?? {};
    const { QinglanBridgeCallback: answer } = window as unknown as Record<string, (text: string) => void>;
    answer?.(JSON.stringify({ callbackId, error: null, data: { result: true } }));
    expect(await again).toEqual({ result: true });
  });
  it("R26 is ten seconds for any other screen of the app", async () => {
    vi.useFakeTimers();
    enterSimulatedApp("app-ios", silent);
    const call = callNative("goToNativePage", { page: "garage" });
    void call.catch(() => {});
    await vi.advanceTimersByTimeAsync(10_100);
    await expect(call).rejects.toMatchObject({ code: "E0004" });
  });
});

describe("invalid calls fail with a code, in the contract's order", () => {
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
    "R15, R19 data %o: E0001, and the app receives nothing",
    async (data) => {
      const { log } = enterSimulatedApp("app-android");
      expect(await outcome("goBack", data as Record<string, unknown>)).toBe("E0001");
      expect(log).toEqual([]);
    },
  );
  it("R15 accepts an object without prototype as a plain one", async () => {
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
  it("R18, R23 not the maker's app: E0005, but invalid arguments first", async () => {
    expect(await outcome("goBack")).toBe("E0005");
    expect(await outcome("goBack", [] as unknown as Record<string, unknown>)).toBe("E0001");
  });
  it("R20 the app's marker on another system: E0002, even with a bridge object", async () => {
    enterSimulatedApp("app-android");
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(
      "Mozilla/5.0 (Phone; OpenHarmony 5.0) ArkWeb/4.1 Mobile QinglanApp/5.1.0",
    );
    expect(await outcome("goBack")).toBe("E0002");
  });
});

it("R22 an unreadable answer fails the call that it names, and no other", async () => {
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
  // The second answer names no call and could be for two, so its call fails by the timeout.
  expect(await Promise.all(outcomes)).toEqual(["E0004", "E0004", { height: 7 }]);
});
it("a callback that throws affects neither the app nor other callers", async () => {
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
    throw new Error("error of the callback");
  });
  expect(await outcome("getStatusBarHeight")).toHaveProperty("height");
  expect(await thrown).toBe("error of the callback");
  expect(log.every(({ result }) => result === undefined || result === "ok")).toBe(true);
});
