import { clientNow, hasBridge } from "../client.ts";
import { siteNow } from "../site.ts";
import type { Way } from "./state.ts";

/**
 * How this host logs people in: the maker's app by its token, WeChat by its official account, all
 * others at the provider (requirements B10–B12). An app that cannot be asked is a browser like others.
 */
export function wayNow(): Way {
  if (hasBridge()) return "native";
  const client = clientNow();
  if (!siteNow().wechatAuthorize) return "sso";
  if (client === "wechatMiniProgram") return "miniProgram";
  return client === "wechat" ? "wechat" : "sso";
}
