import { describe, expect, it } from "vitest";
import { appVersion, clientOf, miniProgramOf, type ClientName } from "./hosts.ts";

const appMarker = "QinglanApp";
const client = (userAgent: string, wxEnvironment?: string): ClientName =>
  clientOf({ userAgent, appMarker, wxEnvironment });

const android =
  "Mozilla/5.0 (Linux; Android 14; 23127PN0CC Build/UKQ1.230804.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.6723.103 Mobile Safari/537.36";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";
const ipad =
  "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";
/** iPadOS requests desktop pages by default: its user agent is identical to a Mac's. */
const ipadAsMac =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15";
const harmony =
  "Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36  ArkWeb/4.1.6.1 Mobile";
const harmonyAndroid =
  "Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00; HMSCore 6.14.0.302) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36";
const windows =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";
const wechatAndroid = `${android} XWEB/1300333 MMWEBSDK/20241103 MMWEBID/8297 MicroMessenger/8.0.55.2780(0x28003737) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64`;
const wechatIphone = `${iphone} MicroMessenger/8.0.53(0x1800352e) NetType/WIFI Language/zh_CN`;

/** User agents of real clients, by host (platform facts sections 1 and 2). */
const clients: readonly [row: string, expected: ClientName, userAgent: string][] = [
  ["B01 the app on Android", "appAndroid", `${android} QinglanApp/3.2.0`],
  ["B01 the app on an Android-based HarmonyOS", "appAndroid", `${harmonyAndroid} QinglanApp/3.2.0`],
  ["B01 the app takes precedence over other markers", "appAndroid", `${wechatAndroid} QinglanApp/3.2.0`],
  ["B02 the app on iPhone", "appIos", `${iphone} QinglanApp/3.2.0`],
  ["B02 the app on iPad", "appIos", `${ipad} QinglanApp/3.2`],
  ["B02 the marker at the start", "appIos", `QinglanApp/3 ${iphone}`],
  ["the app on HarmonyOS NEXT, which has no bridge", "appOther", `${harmony} QinglanApp/3.2.0`],

  ["B03 WeChat on Android", "wechat", wechatAndroid],
  ["B03 WeChat on iPhone", "wechat", wechatIphone],
  ["B03 WeChat on HarmonyOS NEXT", "wechat", `${harmony} MicroMessenger/8.0.10 Weixin NetType/WIFI`],
  [
    "B16 WeChat on Windows",
    "wechat",
    `${windows} NetType/WIFI MicroMessenger/7.0.20.1781(0x6700143B) WindowsWechat(0x63090c11) XWEB/11581 Flue`,
  ],
  [
    "B16 WeChat on a Mac",
    "wechat",
    `${ipadAsMac} MicroMessenger/6.8.0(0x16080000) NetType/WIFI MacWechat/3.8.8(0x13080813) XWEB/1227 Flue`,
  ],
  ["B16 WeChat on iPad", "wechat", `${ipad} MicroMessenger/8.0.53(0x1800352e) NetType/WIFI Language/zh_CN`],
  [
    "B03 WeCom has WeChat's marker, but no official account of ours",
    "mobileBrowser",
    `${android} wxwork/4.1.30 MicroMessenger/7.0.1 NetType/WIFI Language/zh Lang/zh`,
  ],
  [
    "B03 WeCom on Windows",
    "pc",
    `${windows} wxwork/4.1.30 (MicroMessenger/6.2) WindowsWechat MailPlugin_Electron WeMail`,
  ],

  [
    "B04 WeChat's mini-program on iPhone",
    "wechatMiniProgram",
    `${wechatIphone} miniProgram/wx0123456789abcdef`,
  ],
  [
    "B04 WeChat's mini-program on Android",
    "wechatMiniProgram",
    `${wechatAndroid} miniProgram/wx0123456789abcdef`,
  ],
  [
    "B04 B16 WeChat's mini-program on Windows",
    "wechatMiniProgram",
    `${windows} MicroMessenger/7.0.20.1781(0x6700143B) NetType/WIFI MiniProgramEnv/Windows WindowsWechat/WMPF WindowsWechat(0x63090c11)XWEB/11581`,
  ],
  [
    "B04 a WeCom mini-program, not WeChat's",
    "mobileBrowser",
    `${android} wxwork/4.1.30 MicroMessenger/7.0.1 miniProgram/wx0123456789abcdef`,
  ],
  [
    "B04 a QQ mini-program, not WeChat's",
    "mobileBrowser",
    `${android} V1_AND_SQ_9.0.0 QQ/9.0.0.15475 NetType/WIFI miniProgram`,
  ],

  [
    "B05 Baidu's mini-program",
    "baiduMiniProgram",
    `${android} swan/2.26.0 swan-baiduboxapp/12.6.5.10 baiduboxapp/12.6.5.10 (Baidu; P1 14)`,
  ],
  ["B05 the plain Baidu app", "mobileBrowser", `${android} baiduboxapp/13.60.5.10 (Baidu; P1 14)`],
  [
    "B06 Douyin's mini-program",
    "douyinMiniProgram",
    `${iphone} aweme_30.4.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/zh ToutiaoMicroApp/2.98.0 PluginVersion/298001`,
  ],
  ["B06 the marker in any case", "douyinMiniProgram", `${android} toutiaomicroapp/3.1.0`],
  ["B06 the plain Douyin app", "mobileBrowser", `${android} aweme.lite_300400 BytedanceWebview/d8a21c6`],
  ["B07 Xiaohongshu's mini-program", "lifestyleMiniProgram", `${iphone} XHS/8.60 xhsminiapp/3.121.6`],
  ["B07 the plain Xiaohongshu app", "mobileBrowser", `${iphone} xhsdiscover/8.60.1 Xiaohongshu/8.60.1`],
  [
    "B07 Alipay's mini-program",
    "lifestyleMiniProgram",
    `${android} NebulaSDK/1.8.100112 Nebula AliApp(AP/10.6.20.8000) AlipayClient/10.6.20.8000 Language/zh-Hans MiniProgram APXWebView`,
  ],
  [
    "B07 the plain Alipay app",
    "mobileBrowser",
    `${android} NebulaSDK/1.8.100112 Nebula AliApp(AP/10.6.20.8000) AlipayClient/10.6.20.8000 Language/zh-Hans`,
  ],

  [
    "B08 Chrome on Android",
    "mobileBrowser",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
  ],
  ["B08 Safari on iPhone", "mobileBrowser", `${iphone} Version/17.5 Safari/604.1`],
  [
    "B08 Firefox on Android",
    "mobileBrowser",
    "Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0",
  ],
  ["B08 HarmonyOS NEXT's browser", "mobileBrowser", harmony],
  ["B08 HarmonyOS's browser", "mobileBrowser", harmonyAndroid],
  [
    "B16 an Android tablet",
    "mobileBrowser",
    "Mozilla/5.0 (Linux; Android 13; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
  ],
  ["B16 an iPad", "mobileBrowser", `${ipad} Version/17.5 Safari/604.1`],
  ["B16 an iPad that requests desktop pages", "pc", ipadAsMac],

  ["B09 Chrome on Windows", "pc", windows],
  ["B09 Edge", "pc", `${windows} Edg/130.0.0.0`],
  ["B09 Safari on a Mac", "pc", ipadAsMac],
  ["B09 Firefox on Linux", "pc", "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0"],
  ["B09 an empty user agent", "pc", ""],
];

it.each(clients)("%s is detected as %s", (_row, expected, userAgent) => {
  expect(client(userAgent)).toBe(expected);
});

describe("similar markers", () => {
  it.each([
    ["within a word", `${android} MyQinglanApp/3.2.0`],
    ["without a version", `${android} QinglanApp`],
    ["with a longer name", `${android} QinglanAppLite/3.2.0`],
  ])("B01 a marker %s is ignored", (_what, userAgent) => {
    expect(client(userAgent)).toBe("mobileBrowser");
  });
  it.each([
    [`${android} QinglanApp/3.2.0`, [3, 2, 0]],
    [`${android} qinglanapp/12`, [12, 0, 0]],
    [`${android} QinglanApp/2.10.4-beta`, [2, 10, 4]],
    [android, null],
  ] as const)("R24 the version of %s", (userAgent, version) => {
    expect(appVersion({ userAgent, appMarker })).toEqual(version);
  });
});

describe("window.__wxjs_environment", () => {
  it("B04 identifies WeChat's mini-program, also before its user agent does", () => {
    expect(client(wechatIphone, "miniprogram")).toBe("wechatMiniProgram");
    expect(client(wechatIphone, "browser")).toBe("wechat");
  });
  it("B01 is ignored in the maker's app and in WeCom", () => {
    expect(client(`${android} QinglanApp/3.2.0`, "miniprogram")).toBe("appAndroid");
    expect(client(`${android} wxwork/4.1.30 MicroMessenger/7.0.1`, "miniprogram")).toBe("mobileBrowser");
  });
});

it("B04–B07 miniProgramOf finds the host of every mini-program client", () => {
  for (const [, expected, userAgent] of clients) {
    const isMiniProgram = expected.endsWith("MiniProgram");
    expect([userAgent, miniProgramOf({ userAgent, appMarker }) !== null]).toEqual([userAgent, isMiniProgram]);
  }
});
