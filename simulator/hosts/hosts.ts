import { readFileSync } from "node:fs";
import type { ClientName } from "#contract/host/hosts.ts";
import { appKinds, type NativeScenario } from "./native-app.ts";

/**
 * Outcomes of a position source: the browser's, WeChat's or the native app's.
 * city: only an approximate position; the native app answers the city, others a position within kilometres.
 */
const locationOutcomes = ["granted", "city", "denied", "timeout", "unavailable"] as const;

/**
 * Behaviour of a simulated host; JSON, read by the injected scripts as `window.__marqueHost.scenario`.
 * Omitted fields mean a healthy host with a person who is not logged in.
 */
export type HostScenario = {
  /** WGS-84 degrees. Absent: the browser's own position. */
  readonly location?: {
    readonly outcome: (typeof locationOutcomes)[number];
    readonly longitude?: number;
    readonly latitude?: number;
    /** City of that position, for an app that answers only the city. */
    readonly cityCode?: string;
  };
  readonly wechat?: {
    /** invalid: `wx.config` is answered with an invalid signature, whatever was sent. */
    readonly signature?: "ok" | "invalid";
    /** late: the bridge is injected 300 ms after the page; silent: it never answers. */
    readonly bridge?: "ok" | "late" | "silent";
  };
  /** Scenario of the maker's app. */
  readonly native?: NativeScenario;
  /** loginAs: person who logs in on the mini-program's own page, by a name of simulated WeChat's people. */
  readonly miniProgram?: { readonly loginAs?: string };
};

/** Simulated hosts, by the name in their origin: `wechat.lab.localhost`. */
export const hostKinds = [
  ...appKinds,
  "wechat",
  "wechat-mini",
  "baidu",
  "douyin",
  "xiaohongshu",
  "alipay",
  "phone",
  "pc",
] as const;
export type HostKind = (typeof hostKinds)[number];

export type SimulatedHost = {
  /** Name in the lab, and a hint about detection and login. */
  readonly name: string;
  readonly hint: string;
  readonly icon: "app" | "chat" | "mini" | "web" | "pc";
  /** Bar above the page: none, a title bar, a mini-program's, or an address bar. */
  readonly bar: "none" | "title" | "mini" | "address";
  /** Expected detection by the app (requirements B01–B09). */
  readonly client: ClientName;
  readonly userAgent: string;
  /** Size of the page's window in CSS px, without the host's bars. */
  readonly viewport: { readonly width: number; readonly height: number };
  readonly isMobile: boolean;
  /**
   * Whether its pages may have service workers: the web views of iOS and of mini-programs do not support
   * them.
   */
  readonly hasWorkers: boolean;
  /** Injected before the app's own scripts, in this order. */
  readonly scripts: readonly string[];
};

const android = (rest: string): string =>
  `Mozilla/5.0 (Linux; Android 15; PGT-AN20 Build/AP3A.240905.015; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.6723.103 Mobile Safari/537.36 ${rest}`.trim();
const iphone = (rest: string): string =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`;
const wechat =
  "XWEB/1300333 MMWEBSDK/20241103 MMWEBID/2247 MicroMessenger/8.0.55.2780(0x28003737) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64";

/** Current version of the app; a scenario can override it. */
const APP_VERSION = "3.2.0";

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasWorkers: true } as const;
const miniProgram = (name: string, client: ClientName, script: string, marks: string): SimulatedHost => ({
  ...phone,
  hasWorkers: false,
  name,
  hint: `${marks.split(" ", 1)[0]} · SSO`,
  icon: "mini",
  bar: "mini",
  client,
  userAgent: android(marks),
  scripts: ["page", "browser", "native-screens", "payment", "mini-pages", "mini-program", script],
});

const nativeApp = (name: string, system: string, client: ClientName, userAgent: string): SimulatedHost => ({
  ...phone,
  name,
  hint: `${system} · 原生令牌`,
  icon: "app",
  bar: "none",
  client,
  userAgent,
  scripts: ["page", "browser", "native-screens", "payment", "native-app"],
});

/** User agents from the hosts' documentation and from real clients; only the markers matter. */
export const simulatedHosts: Readonly<Record<HostKind, SimulatedHost>> = {
  "app-android": nativeApp("原生 App 安卓", "Android 15", "appAndroid", android("")),
  "app-ios": {
    ...nativeApp("原生 App iOS", "iOS 18", "appIos", iphone("Mobile/15E148")),
    hasWorkers: false,
  },
  wechat: {
    ...phone,
    name: "微信浏览器",
    hint: "MicroMessenger/8.0 · 公众号 OAuth",
    icon: "chat",
    bar: "title",
    client: "wechat",
    userAgent: android(wechat),
    scripts: ["page", "browser", "native-screens", "payment", "wechat"],
  },
  "wechat-mini": {
    ...phone,
    hasWorkers: false,
    name: "微信小程序",
    hint: "miniProgram web-view",
    icon: "mini",
    bar: "mini",
    client: "wechatMiniProgram",
    userAgent: android(`${wechat} miniProgram/wx6d61727175650003`),
    scripts: ["page", "browser", "native-screens", "payment", "mini-pages", "wechat"],
  },
  baidu: miniProgram(
    "百度小程序",
    "baiduMiniProgram",
    "baidu",
    "swan/2.26.0 swan-baiduboxapp/12.6.5.10 baiduboxapp/12.6.5.10 (Baidu; P1 15)",
  ),
  douyin: miniProgram(
    "抖音小程序",
    "douyinMiniProgram",
    "douyin",
    "ToutiaoMicroApp/3.30.0 aweme_310100 BytedanceWebview/d8a21c6 NetType/wifi",
  ),
  xiaohongshu: miniProgram(
    "小红书小程序",
    "lifestyleMiniProgram",
    "xiaohongshu",
    "xhsminiapp/3.120.2 XiaoHongShu/8.60.0",
  ),
  alipay: miniProgram(
    "支付宝小程序",
    "lifestyleMiniProgram",
    "alipay",
    "AlipayClient/10.6.60.8000 MiniProgram NebulaSDK/1.8.100112 AliApp(AP/10.6.60.8000)",
  ),
  phone: {
    ...phone,
    name: "手机浏览器",
    hint: "Safari 18 · SSO",
    icon: "web",
    bar: "address",
    client: "mobileBrowser",
    userAgent: iphone("Version/18.1 Mobile/15E148 Safari/604.1"),
    scripts: ["page", "browser"],
  },
  pc: {
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    hasWorkers: true,
    name: "电脑浏览器",
    hint: "Chrome 130 · SSO",
    icon: "pc",
    bar: "address",
    client: "pc",
    userAgent:
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
    scripts: ["page", "browser"],
  },
};

const isApp = (kind: HostKind): boolean => appKinds.some((one) => one === kind);

/** User agent seen by page and server. @param marker the brand's, only for the native app */
export function userAgentOf(kind: HostKind, marker: string, version = APP_VERSION): string {
  const { userAgent } = simulatedHosts[kind];
  return isApp(kind) ? `${userAgent} ${marker}/${version}` : userAgent;
}

const textOf = (name: string): string => readFileSync(new URL(`${name}.js`, import.meta.url), "utf8");

/**
 * Concatenated scripts of a host, to run before all scripts of the page; `window.__marqueHost` is set before.
 */
export const hostScriptText = (kind: HostKind): string => simulatedHosts[kind].scripts.map(textOf).join("\n");
