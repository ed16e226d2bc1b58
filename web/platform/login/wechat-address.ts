import { strippedSearch } from "../address.ts";
import { LONGEST } from "./authorize-address.ts";
import type { Way } from "./state.ts";

export type Scope = "snsapi_userinfo" | "snsapi_base";

/**
 * What WeChat is asked for: who the person is, with their consent; in a mini-program only then when
 * host and page both know somebody already, else silently (specification section 5, requirements E12–E14).
 */
export const scopeOf = (way: Way, isLoggedIn: boolean, isHostLoggedIn: boolean): Scope =>
  way === "miniProgram" && !(isLoggedIn && isHostLoggedIn) ? "snsapi_base" : "snsapi_userinfo";

/** The page that WeChat's code comes back to, without what an earlier login brought, and without its hash. */
export function wechatReturnAddress(href: string): string {
  const { origin, pathname, search } = new URL(href);
  const whole = origin + pathname + strippedSearch(search);
  return whole.length <= LONGEST ? whole : origin + pathname;
}

export type WechatRequest = {
  readonly appId: string;
  /** The page that is registered at WeChat and hands codes on (requirement E02). */
  readonly redirectPage: string;
  readonly returnTo: string;
  readonly scope: Scope;
  readonly state: string;
};
/** WeChat's authorize address: the parameters' order counts, the fragment is needed (platform facts section 1.2, requirement E01). */
export function wechatAddress(authorize: string, request: WechatRequest): string {
  const { appId, redirectPage, returnTo, scope, state } = request;
  const redirect = `${redirectPage}?url=${encodeURIComponent(returnTo)}`;
  const query = `appid=${appId}&redirect_uri=${encodeURIComponent(redirect)}&response_type=code&scope=${scope}&state=${state}`;
  return `${authorize}?${query}#wechat_redirect`;
}
