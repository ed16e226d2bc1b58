import { environmentNow } from "../environment.ts";
import { goInstead } from "../leave.ts";
import { siteNow } from "../site.ts";
import { loginValues } from "../storage/session-values.ts";
import { forgetLogin } from "./memory.ts";
import { isHostLoggedIn } from "./mini-program.ts";
import { session } from "./session.ts";
import type { Round, Way } from "./state.ts";
import { scopeOf, wechatAddress, wechatReturnAddress } from "./wechat-address.ts";

/** Leaves for WeChat's authorize page, in this page's place; the person comes back to exactly this address (requirements E01, E02). */
export function leaveForWechat(round: Round, way: Way): void {
  const { officialWxAppid: appId, officialWxRedirect: redirectPage } = environmentNow().configuration;
  const { wechatAuthorize } = siteNow();
  if (!wechatAuthorize) throw new Error("no official account is set up");
  const scope = scopeOf(way, session.user() !== null, isHostLoggedIn());
  const state = String(Date.now());
  const returnTo = wechatReturnAddress(location.href);
  forgetLogin();
  loginValues.set("state", state);
  loginValues.set("redirect_uri", returnTo);
  loginValues.set("goBackUrl", location.href);
  loginValues.set("toSSO", "wechat");
  if (round === 2) loginValues.set("getCodeFlag", "1");
  // The stand-in's is a path.
  const authorize = new URL(wechatAuthorize, location.origin).href;
  goInstead(wechatAddress(authorize, { appId, redirectPage, returnTo, scope, state }));
}
