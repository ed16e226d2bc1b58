import type { MiniProgramKind } from "./hosts.ts";

/**
 * Mini-program hosts whose web view needs a vendor script for the host object. WeChat's script is bundled.
 */
export type ScriptedHost = Exclude<MiniProgramKind, "wechat">;

/**
 * Default vendor scripts (platform facts section 2); a brand can override them. A page only loads the script
 * of its own host. null: the host provides its object itself.
 */
const hostScripts: Readonly<Record<ScriptedHost, string | null>> = {
  baidu: "https://b.bdstatic.com/searchbox/icms/searchbox/js/swan-2.0.21.js",
  douyin: "https://lf1-cdn-tos.bytegoofy.com/goofy/developer/jssdk/jssdk-1.2.0.js",
  // The vendor gives its address to registered developers only.
  xiaohongshu: null,
  alipay: "https://appx/web-view.min.js",
};

/**
 * Script of a host, null if none is needed.
 * @param overrides scripts of the brand, which override the defaults
 */
export const hostScriptOf = (
  kind: MiniProgramKind | null,
  overrides: Partial<Readonly<Record<ScriptedHost, string | undefined>>> = {},
): string | null => (kind === null || kind === "wechat" ? null : (overrides[kind] ?? hostScripts[kind]));

/**
 * Frame sources for WeChat's open tags, as its documentation requires them in a page's policy (frame-src).
 */
export const openTagFrames = "https://*.qq.com webcompt:";
