import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { currentMiniProgram } from "../environment/host-detection.ts";
import { setSite } from "../environment/site.ts";
import { siteForTests } from "../testing/test-site.ts";
import { setUserAgent, fakeWechatBridge, userAgents } from "../testing/fake-wechat.ts";
import { goToHostLogin, hostLoginUrl, miniProgram, postToHost } from "./index.ts";

type Call = { readonly name: string; readonly given: unknown };
let calls: Call[];
/** A vendor's object that answers like the real one. */
const vendor = (environment: object = { miniprogram: true }, fails: readonly string[] = []) => ({
  ...Object.fromEntries(
    ["navigateTo", "redirectTo", "reLaunch", "navigateBack"].map((name) => [
      name,
      ({ success, fail, ...given }: { success(): void; fail(): void }) => {
        calls.push({ name, given });
        setTimeout(fails.includes(name) ? fail : success);
      },
    ]),
  ),
  postMessage: (given: unknown) => void calls.push({ name: "postMessage", given }),
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
  it("is known, and speaks through its own object; no script is loaded for what is there", async () => {
    const host = await miniProgram();
    expect(host?.kind).toBe(kind);
    expect(await host?.getEnv()).toBe(true);
    expect(await host?.navigateTo("/pages/a")).toBe(true);
    expect(await host?.navigateBack()).toBe(true);
    expect(calls).toEqual([
      { name: "navigateTo", given: { url: "/pages/a" } },
      { name: "navigateBack", given: { delta: 1 } },
    ]);
    expect(addedScripts()).toEqual([]);
  });
  it("E07 is told who is there", async () => {
    await postToHost({ isLogin: true });
    const message = kind === "alipay" ? { isLogin: true } : { data: { isLogin: true } };
    expect(calls).toEqual([{ name: "postMessage", given: message }]);
  });
});

describe("B04 wechat, by the real SDK", () => {
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
  it("knows where to come back to: this page, without what a login brought", () => {
    const here = location.href;
    history.replaceState(null, "", "/offline/7?a=1&code=C&state=S&tk=T#h");
    const url = new URL(hostLoginUrl("/pages/login/index"), "https://host");
    expect(url.pathname).toBe("/pages/login/index");
    expect(url.searchParams.get("returnUrl")).toBe(`${location.origin}/offline/7?a=1#h`);
    history.replaceState(null, "", here);
  });
  it("takes this page's place where the host has no room for another", async () => {
    setUserAgent(userAgents.douyin);
    Object.assign(window, { tt: { miniProgram: vendor({}, ["navigateTo"]) } });
    expect(await goToHostLogin()).toBe(true);
    expect(calls.map(({ name }) => name)).toEqual(["navigateTo", "redirectTo"]);
  });
  it("is none outside of a mini-program, and nothing is loaded for it", async () => {
    for (const host of ["safari", "android"] as const) {
      setUserAgent(userAgents[host]);
      expect(currentMiniProgram()).toBeNull();
      expect(await goToHostLogin()).toBe(false);
      await postToHost({ isLogin: true });
    }
    expect(addedScripts()).toEqual([]);
  });
});

describe("what a host lacks", () => {
  it("a host without its object gets its vendor's script, and nobody else's", async () => {
    const appended = vi.spyOn(document.head, "append").mockImplementation((...nodes) => {
      // The vendor's server is not asked: its script brings the object.
      for (const node of nodes as HTMLScriptElement[]) {
        calls.push({ name: "script", given: node.src });
        Object.assign(window, { swan: { webView: vendor({ smartprogram: true }) } });
        node.dispatchEvent(new Event("load"));
      }
    });
    setUserAgent(userAgents.baidu);
    const host = await miniProgram();
    expect(await host?.navigateTo("/pages/a")).toBe(true);
    await miniProgram();
    expect(calls.map(({ given }) => given)).toEqual([
      "https://b.bdstatic.com/searchbox/icms/searchbox/js/swan-2.0.21.js",
      { url: "/pages/a" },
    ]);
    appended.mockRestore();
  });
  it("a silent host, one that throws, and one without any object: an answer all the same", async () => {
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
