import { withoutLoginParameters } from "../navigation/address.ts";
import { MAX_RETURN_URL_LENGTH } from "../login/pending-login.ts";
import type { LoginMethod } from "../login/login-state.ts";

export type WechatOauthScope = "snsapi_userinfo" | "snsapi_base";

/**
 * The OAuth scope for WeChat: with the person's consent, except in a mini-program unless host and page both
 * have a login already; then silently (specification section 5, requirements E12–E14).
 */
export const wechatScopeOf = (
  method: LoginMethod,
  isLoggedIn: boolean,
  isHostLoggedIn: boolean,
): WechatOauthScope =>
  method === "miniProgram" && !(isLoggedIn && isHostLoggedIn) ? "snsapi_base" : "snsapi_userinfo";

/**
 * The page that WeChat's code returns to, without the parameters of an earlier login and without its hash.
 */
export function wechatReturnUrl(href: string): string {
  const { origin, pathname, search } = new URL(href);
  const url = origin + pathname + withoutLoginParameters(search);
  return url.length <= MAX_RETURN_URL_LENGTH ? url : origin + pathname;
}

export type WechatAuthorizeRequest = {
  readonly appId: string;
  /** The page that is registered at WeChat and forwards codes (requirement E02). */
  readonly redirectPage: string;
  readonly returnTo: string;
  readonly scope: WechatOauthScope;
  readonly state: string;
};
/**
 * WeChat's authorize address. The order of its parameters matters, and the fragment is required
 * (platform facts section 1.2, requirement E01).
 */
export function wechatAuthorizeUrl(authorize: string, request: WechatAuthorizeRequest): string {
  const { appId, redirectPage, returnTo, scope, state } = request;
  const redirect = `${redirectPage}?url=${encodeURIComponent(returnTo)}`;
  const query = `appid=${appId}&redirect_uri=${encodeURIComponent(redirect)}&response_type=code&scope=${scope}&state=${state}`;
  return `${authorize}?${query}#wechat_redirect`;
}
