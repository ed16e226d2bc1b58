/** Client environments (specification section 1, platform facts sections 1 and 2). */
export const clientNames = [
  "appAndroid",
  "appIos",
  "appOther",
  "wechat",
  "wechatMiniProgram",
  "baiduMiniProgram",
  "douyinMiniProgram",
  "lifestyleMiniProgram",
  "mobileBrowser",
  "pc",
] as const;
export type ClientName = (typeof clientNames)[number];

/** Properties of the host that a page can read. */
export type HostFacts = {
  readonly userAgent: string;
  /** `window.__wxjs_environment`, if the host sets it. */
  readonly wxEnvironment?: string | undefined;
  /** `appMarker` of the brand. */
  readonly appMarker: string;
};

/** Version of the native app from its user-agent marker, null outside the app. */
export function appVersion({ userAgent, appMarker }: HostFacts): [number, number, number] | null {
  const found = new RegExp(`(?:^|\\s)${appMarker}/(\\d+)(?:\\.(\\d+))?(?:\\.(\\d+))?`, "i").exec(userAgent);
  return found ? [Number(found[1]), Number(found[2] ?? 0), Number(found[3] ?? 0)] : null;
}

/** Mini-program hosts whose web views show our pages. */
const miniProgramKinds = ["wechat", "baidu", "douyin", "xiaohongshu", "alipay"] as const;
export type MiniProgramKind = (typeof miniProgramKinds)[number];

/** WeCom has WeChat's marker, but its own mini-programs, and its users have no official account of ours. */
const isWecom = (ua: string): boolean => /wxwork/i.test(ua);
const isWechat = (ua: string): boolean => /MicroMessenger/i.test(ua) && !isWecom(ua);

/** Mini-program host of a page, null outside a mini-program and in the maker's app (requirements B04–B07). */
export function miniProgramOf(facts: HostFacts): MiniProgramKind | null {
  const { userAgent: ua } = facts;
  if (appVersion(facts)) return null;
  if (/swan\//i.test(ua)) return "baidu";
  if (/ToutiaoMicroApp/i.test(ua)) return "douyin";
  if (/xhsminiapp/i.test(ua)) return "xiaohongshu";
  if (/AlipayClient/i.test(ua) && /MiniProgram/i.test(ua)) return "alipay";
  const isInWechat =
    (facts.wxEnvironment === "miniprogram" && !isWecom(ua)) || (isWechat(ua) && /miniProgram/i.test(ua));
  return isInWechat ? "wechat" : null;
}
const clientOfMiniProgram = {
  wechat: "wechatMiniProgram",
  baidu: "baiduMiniProgram",
  douyin: "douyinMiniProgram",
  xiaohongshu: "lifestyleMiniProgram",
  alipay: "lifestyleMiniProgram",
} as const satisfies Record<MiniProgramKind, ClientName>;

/**
 * Client environment of a page. Order: the maker's app, mini-program hosts, WeChat, ordinary browsers,
 * because web views copy each other's markers (requirements B01–B09).
 */
export function clientOf(facts: HostFacts): ClientName {
  const { userAgent: ua } = facts;
  if (appVersion(facts)) {
    if (/Android/i.test(ua)) return "appAndroid";
    return /iPhone|iPad|iPod/i.test(ua) ? "appIos" : "appOther";
  }
  const kind = miniProgramOf(facts);
  if (kind !== null) return clientOfMiniProgram[kind];
  if (isWechat(ua)) return "wechat";
  return /Android|iPhone|iPad|iPod|Mobile|HarmonyOS|OpenHarmony/i.test(ua) ? "mobileBrowser" : "pc";
}

/** Whether the client is the maker's native app, on any system. */
export const isApp = (client: ClientName): boolean => client.startsWith("app");
