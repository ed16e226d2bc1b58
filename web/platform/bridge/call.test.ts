import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { demoBrand } from "#contract/demo-brand.ts";
import { setSite } from "../site.ts";
import { BridgeError } from "./bridge-error.ts";
import { call, waitingCalls } from "./call.ts";
import { callNative, nativeToken } from "./index.ts";
import { resetPort } from "./port.ts";

const android = "Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36 QinglanApp/3.2.0";
let posted: Record<string, unknown>[];
/** An app that keeps what is posted and answers with what a test says. */
function app(answer: (request: Record<string, unknown>) => unknown = () => undefined): void {
  Object.assign(window, {
    QinglanBridge: {
      postMessage(text: string) {
        const request = JSON.parse(text) as Record<string, unknown>;
        posted.push(request);
        const said = answer(request);
        if (said !== undefined) say({ callbackId: request["callbackId"], error: null, data: said });
      },
    },
  });
}
const sayAnything = (answer: unknown): void =>
  (window as unknown as { QinglanBridgeCallback(answer: unknown): void }).QinglanBridgeCallback(answer);
const say = (answer: unknown): void => sayAnything(JSON.stringify(answer));
const outcome = (key: string, data: Readonly<Record<string, unknown>> = {}, silence?: number | null) =>
  new Promise<string>((resolve) =>
    call(
      key,
      data,
      (error, answer) => resolve(error ? error.code : JSON.stringify(answer)),
      silence === undefined ? {} : { silence },
    ),
  );
beforeEach(() => {
  posted = [];
  resetPort();
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "k" });
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(android);
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(window, "QinglanBridge");
});

it("R01–R03 a request is JSON with key, data, callbackId and the fixed signature", async () => {
  app(() => ({ value: "v" }));
  expect(await outcome("getValue", { key: "a" })).toBe('{"value":"v"}');
  expect(posted).toEqual([
    {
      key: "getValue",
      data: { key: "a" },
      callbackId: expect.stringMatching(/^cb_[0-9a-f]{8}_\d+$/),
      appSign: "8254c329a92850f6d539dd376f4816ee2764517da5e0235514af433164480d7a",
    },
  ]);
});

describe("what stands in the way is told by code, in the contract's order", () => {
  it("R14, R19 no callback: E0001, thrown", () => {
    expect(() => call("goBack", {}, undefined as unknown as () => void)).toThrow(new BridgeError("E0001"));
  });
  class Own {}
  const cyclic: Record<string, unknown> = {};
  cyclic["itself"] = cyclic;
  it.each([[[]], [null], [new Date()], [new Own()], ["text"], [5], [cyclic], [{ big: 1n }]])(
    "R15, R19 data %o: E0001",
    async (data) => {
      app();
      expect(await outcome("goBack", data as Record<string, unknown>)).toBe("E0001");
      expect(posted).toEqual([]);
    },
  );
  it("R23 no app: E0005", async () => {
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (X11; Linux) Chrome/130.0");
    app();
    expect(await outcome("goBack")).toBe("E0005");
  });
});
it.each([["{"], [5], ["{}"], [null], ["null"], [{ error: null }]])(
  "R22 the answer %o: E0004",
  async (answer) => {
    app();
    const asked = outcome("goBack", {}, null);
    await vi.waitFor(() => expect(posted.length).toBe(1));
    sayAnything(answer);
    expect([await asked, waitingCalls()]).toEqual(["E0004", 0]);
  },
);
it("G02, V22 nobody logged in to the app is null, no error", async () => {
  app();
  const asked = nativeToken();
  await vi.waitFor(() => expect(posted.length).toBe(1));
  say({ callbackId: posted[0]?.["callbackId"], error: { code: "PF0001", message: "" }, data: null });
  expect(await asked).toBeNull();
});
it("R22 an answer of another shape than the contract's is E0004", async () => {
  app(() => ({ token: "other name" }));
  await expect(callNative("getSxToken", {})).rejects.toMatchObject({ code: "E0004" });
});
