import { beforeEach, describe, expect, it } from "vitest";
import { SdkConfigurator } from "./sdk-configurator.ts";
import type { WechatSdk } from "./sdk.ts";

type Verdict = "ready" | "refused" | "silent";
let signed: string[];
let configured: Readonly<Record<string, unknown>>[];
let verdict: (address: string) => Verdict;
let addresses: string[];
let errorListener: (problem: object) => void;
let readyListeners: (() => void)[];
let isReady: boolean;

/**
 * A fake SDK that behaves like the real one: an error comes first, then ready anyway, and ready is reported
 * only once.
 */
const sdk = {
  config(options: Readonly<Record<string, unknown>>) {
    configured.push(options);
    const result = verdict(signed.at(-1) ?? "");
    if (result === "silent") return;
    setTimeout(() => {
      if (result === "refused") errorListener({ errMsg: "config:invalid signature" });
      isReady = true;
      for (const run of readyListeners.splice(0)) run();
    });
  },
  ready(run: () => void) {
    if (isReady) run();
    else readyListeners.push(run);
  },
  error(run: (problem: object) => void) {
    errorListener = run;
  },
} as unknown as WechatSdk;
const configurator = (load: () => Promise<WechatSdk | null> = () => Promise.resolve(sdk)): SdkConfigurator =>
  new SdkConfigurator({
    load,
    sign: (address) => {
      signed.push(address);
      return Promise.resolve({ appId: "wx1", timestamp: 1, noncestr: "n", signature: `of ${address}` });
    },
    addresses: () => [...addresses],
    openTagList: () => ["wx-open-launch-app"],
  });

beforeEach(() => {
  [signed, configured, readyListeners, isReady] = [[], [], [], false];
  errorListener = () => {};
  verdict = () => "ready";
  addresses = ["first", "other"];
});

describe("E19 the configuration", () => {
  it("passes the server's signature to WeChat, under the names of WeChat's SDK", async () => {
    expect(await configurator().ready()).toBe(sdk);
    expect(configured).toEqual([
      {
        debug: false,
        appId: "wx1",
        timestamp: 1,
        nonceStr: "n",
        signature: "of first",
        jsApiList: ["updateAppMessageShareData", "updateTimelineShareData", "getLocation"],
        openTagList: ["wx-open-launch-app"],
      },
    ]);
  });
  it("is made once for an address, however many calls wait", async () => {
    const { ready } = configurator();
    await Promise.all([ready(), ready(), ready()]);
    await ready();
    expect(signed).toEqual(["first"]);
  });
  it("is made again for another address", async () => {
    const { ready } = configurator();
    await ready();
    addresses = ["second", "other"];
    expect(await ready()).toBe(sdk);
    expect(signed).toEqual(["first", "second"]);
  });
  it("follows the error, not ready: tries the other address once, and first from then on", async () => {
    const { ready } = configurator();
    verdict = (address) => (address.startsWith("other") ? "ready" : "refused");
    expect(await ready()).toBe(sdk);
    expect(signed).toEqual(["first", "other"]);
    addresses = ["second", "other 2"];
    expect(await ready()).toBe(sdk);
    expect(signed).toEqual(["first", "other", "other 2"]);
  });
  it("fails when WeChat refuses both, and is tried again on the next call", async () => {
    const { ready } = configurator();
    verdict = () => "refused";
    expect(await ready()).toBeNull();
    expect(signed).toEqual(["first", "other"]);
    verdict = () => "ready";
    expect(await ready()).toBe(sdk);
  });
  it("fails after a timeout of a silent SDK, without trying another address", async () => {
    verdict = () => "silent";
    expect(await configurator().ready()).toBeNull();
    expect(signed).toEqual(["first"]);
  });
  it("is null without an SDK, or without a signature", async () => {
    expect(await configurator(() => Promise.resolve(null)).ready()).toBeNull();
    expect(signed).toEqual([]);
    const failing = new SdkConfigurator({
      load: () => Promise.resolve(sdk),
      sign: () => Promise.reject(new Error("502")),
      addresses: () => ["first"],
      openTagList: () => [],
    });
    expect(await failing.ready()).toBeNull();
    expect(configured).toEqual([]);
  });
});
