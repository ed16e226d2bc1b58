import type { MiniProgramKind } from "./hosts.ts";

/** Mini-program hosts whose web view gets the object to talk to by a script of the vendor's. WeChat's comes with us. */
export type ScriptedHost = Exclude<MiniProgramKind, "wechat">;

/**
 * The vendors' scripts (platform facts section 2); a brand can name others. Only the host that a page
 * runs in gets its own. Where there is none, the host is expected to bring its object along.
 */
export const hostScripts: Readonly<Record<ScriptedHost, string | null>> = {
  baidu: "https://b.bdstatic.com/searchbox/icms/searchbox/js/swan-2.0.21.js",
  douyin: "https://lf1-cdn-tos.bytegoofy.com/goofy/developer/jssdk/jssdk-1.2.0.js",
  // The vendor gives its address to registered developers only.
  xiaohongshu: null,
  alipay: "https://appx/web-view.min.js",
};

/** The script of a host, null where none is needed. @param own the brand's, which go before ours */
export const hostScriptOf = (
  kind: MiniProgramKind | null,
  own: Partial<Readonly<Record<ScriptedHost, string | undefined>>> = {},
): string | null => (kind === null || kind === "wechat" ? null : (own[kind] ?? hostScripts[kind]));

/** What WeChat draws its open tags in, as its documentation wants a page's policy to allow it (frame-src). */
export const openTagFrames = "https://*.qq.com webcompt:";
