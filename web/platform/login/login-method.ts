import { currentClient, hasBridge } from "../environment/host-detection.ts";
import { currentSite } from "../environment/site.ts";
import type { LoginMethod } from "./login-state.ts";

/**
 * The login method of this host: the maker's app by its token, WeChat by its official account, all others at
 * the provider (requirements B10–B12). An app without a usable bridge counts as a browser.
 */
export function currentLoginMethod(): LoginMethod {
  if (hasBridge()) return "native";
  const client = currentClient();
  if (!currentSite().wechatAuthorize) return "sso";
  if (client === "wechatMiniProgram") return "miniProgram";
  return client === "wechat" ? "wechat" : "sso";
}
