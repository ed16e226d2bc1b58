import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { currentMiniProgram } from "../environment/host-detection.ts";
import { setSite } from "../environment/site.ts";
import { siteForTests } from "../testing/test-site.ts";
import { setUserAgent, fakeWechatBridge, userAgents } from "../testing/fake-wechat.ts";
import { goToHostLogin, hostLoginUrl, miniProgram, postToHost } from "./index.ts";

type Call = { readonly name: string; readonly options: unknown };
let calls: Call[];
/** A fake vendor object that answers like the real one. */
const vendor = (environment: object = { miniprogram: true }, fails: readonly string[] = []) => ({
  ...Object.fromEntries(
    ["navigateTo", "redirectTo", "reLaunch", "navigateBack"].map((name) => [
      name,
      ({ success, fail, ...options }: { success(): void; fail(): void }) => {
        calls.push({ name, options });
        setTimeout(fails.includes(name) ? fail : success);
      },
    ]),
  ),
  postMessage: (message: unknown) => void calls.push({ name: "postMessage", options: message }),
  getEnv: (answer: (environment: object) => void) => void setTimeout(() => answer(environment)),
});
const names = ["wx", "swan", "tt", "xhs", "my"] as const;

beforeEach(() => {
  calls = [];
  setSite(siteForTests);
});
afterEach(() => {
  for (const name of names) Reflect.deleteProperty(window, name);
  for (const script of document.querySelectorAll("head script[src^='https:']")) script.remove();
});
const addedScripts = () =>
  [...document.querySelectorAll<HTMLScriptElement>("head script[src^='https:']")].map(({ src }) => src);

const hosts = [
  ["B05", "baidu", "swan", (object: object) => ({ webView: object }), { smartprogram: true }],
  ["B06", "douyin", "tt", (object: object) => ({ miniProgram: object }), { miniprogram: true }],
  ["B07", "xiaohongshu", "xhs", (object: object) => ({ miniProgram: object }), { miniprogram: true }],
  ["B07", "alipay", "my", (object: object) => object, { miniprogram: true }],
] as const;

describe.each(hosts)("%s %s", (_row, kind, name, wrap, environment) => {
  beforeEach(() => {
    setUserAgent(userAgents[kind]);
    Object.assign(window, { [name]: wrap(vendor(environment)) });
  });
  it("is detected and called through its own object; no script is loaded when the object exists", async () => {
    const host = await miniProgram();
    expect(host?.kind).toBe(kind);
    expect(await host?.getEnv()).toBe(true);
    expect(await host?.navigateTo("/pages/a")).toBe(true);
    expect(await host?.navigateBack()).toBe(true);
    expect(calls).toEqual([
      { name: "navigateTo", options: { url: "/pages/a" } },
      { name: "navigateBack", options: { delta: 1 } },
    ]);
    expect(addedScripts()).toEqual([]);
  });
  it("E07 is notified of the login state", async () => {
    await postToHost({ isLogin: true });
    const message = kind === "alipay" ? { isLogin: true } : { data: { isLogin: true } };
    expect(calls).toEqual([{ name: "postMessage", options: message }]);
  });
});

describe("B04 WeChat, by the real SDK", () => {
  it("E07 E16 goes through WeChat's bridge", async () => {
    setUserAgent(`${userAgents.android} miniProgram/wx6d61727175650003`);
    const invoked = fakeWechatBridge();
    await postToHost({ isLogin: true });
    expect(await goToHostLogin()).toBe(true);
    expect(invoked.map(({ name, argument }) => [name, argument["name"], argument["arg"]])).toEqual([
      ["invokeMiniProgramAPI", "postMessage", { isLogin: true }],
      ["invokeMiniProgramAPI", "navigateTo", { url: hostLoginUrl("/pages/login/index") }],
    ]);
  });
});

describe("E16 H07 the host's login page", () => {
  it("gets the address to return to: this page without login parameters", () => {
    const here = location.href;
    history.replaceState(null, "", "/offline/7?a=1&code=C&state=S&tk=T#h");
    const url = new URL(hostLoginUrl("/pages/login/index"), "https://host");
    expect(url.pathname).toBe("/pages/login/index");
    expect(url.searchParams.get("returnUrl")).toBe(`${location.origin}/offline/7?a=1#h`);
    history.replaceState(null, "", here);
  });
  it("replaces this page when the host has no room for another", async () => {
    setUserAgent(userAgents.douyin);
    Object.assign(window, { tt: { miniProgram: vendor({}, ["navigateTo"]) } });
    expect(await goToHostLogin()).toBe(true);
    expect(calls.map(({ name }) => name)).toEqual(["navigateTo", "redirectTo"]);
  });
  it("does not exist outside of a mini-program, and no script is loaded for it", async () => {
    for (const host of ["safari", "android"] as const) {
      setUserAgent(userAgents[host]);
      expect(currentMiniProgram()).toBeNull();
      expect(await goToHostLogin()).toBe(false);
      await postToHost({ isLogin: true });
    }
    expect(addedScripts()).toEqual([]);
  });
});

describe("hosts with missing parts", () => {
  it("a host without its object loads its vendor's script, and no other vendor's", async () => {
    const appended = vi.spyOn(document.head, "append").mockImplementation((...nodes) => {
      // Replaces the vendor's server: the script defines the object.
      for (const node of nodes as HTMLScriptElement[]) {
        calls.push({ name: "script", options: node.src });
        Object.assign(window, { swan: { webView: vendor({ smartprogram: true }) } });
        node.dispatchEvent(new Event("load"));
      }
    });
    setUserAgent(userAgents.baidu);
    const host = await miniProgram();
    expect(await host?.navigateTo("/pages/a")).toBe(true);
    await miniProgram();
    expect(calls.map(({ options }) => options)).toEqual([
      "https://b.bdstatic.com/searchbox/icms/searchbox/js/swan-2.0.21.js",
      { url: "/pages/a" },
    ]);
    appended.mockRestore();
  });
  it("a silent host, one that throws and one without an object each give an answer", async () => {
    setUserAgent(userAgents.alipay);
    Object.assign(window, {
      my: {
        navigateTo: () => {},
        getEnv: () => {},
        postMessage: () => {
          throw new Error();
        },
      },
    });
    const host = await miniProgram();
    host?.postMessage({ isLogin: true });
    expect(await Promise.all([host?.navigateTo("/a"), host?.redirectTo("/a"), host?.getEnv()])).toEqual([
      false,
      false,
      false,
    ]);
    setUserAgent(userAgents.xiaohongshu);
    expect(await goToHostLogin()).toBe(false);
  });
});
