import { currentEnvironment } from "../environment/environment.ts";
import { replaceLocation } from "../navigation/leave-page.ts";
import { currentSite } from "../environment/site.ts";
import { loginValues } from "../storage/session-storage-keys.ts";
import { clearPendingLogin, newWechatState } from "../login/pending-login.ts";
import { isHostLoggedIn } from "./mini-program.ts";
import { currentSession } from "../session/session.ts";
import type { RedirectRound, LoginMethod } from "../login/login-state.ts";
import { wechatScopeOf, wechatAuthorizeUrl, wechatReturnUrl } from "./wechat-authorize-url.ts";

/**
 * Replaces this page by WeChat's authorize page; the person returns to exactly this address (requirements
 * E01, E02).
 */
export function redirectToWechat(round: RedirectRound, method: LoginMethod): void {
  const { officialWxAppid: appId, officialWxRedirect: redirectPage } = currentEnvironment().configuration;
  const { wechatAuthorize } = currentSite();
  if (!wechatAuthorize) throw new Error("no official account is set up");
  const scope = wechatScopeOf(method, currentSession.user() !== null, isHostLoggedIn());
  const state = newWechatState();
  const returnTo = wechatReturnUrl(location.href);
  clearPendingLogin();
  loginValues.set("state", state);
  loginValues.set("redirect_uri", returnTo);
  loginValues.set("goBackUrl", location.href);
  loginValues.set("toSSO", "wechat");
  if (round === 2) loginValues.set("getCodeFlag", "1");
  // The simulator's address is a path.
  const authorize = new URL(wechatAuthorize, location.origin).href;
  replaceLocation(wechatAuthorizeUrl(authorize, { appId, redirectPage, returnTo, scope, state }));
}
