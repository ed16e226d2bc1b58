import { safeSessionStorage } from "./safe-storage.ts";

/** Keys of the session storage have one prefix (contract section 9, requirement D06). */
export const sessionKey = (name: string): string => `vw_mall.${name}`;

/** Values that a login stores (requirements D07–D15). */
export type LoginValue =
  /** The authorize request's state: a timestamp. */
  | "state"
  /** "1": redirected to the provider; "2": redirected again after a failure. */
  | "SSOLoginFlag"
  /** The provider's authorize address of the redirect. */
  | "redirect_SSO"
  /** Exactly the redirect_uri of the authorize request. */
  | "redirect_uri"
  /** "1": redirected to WeChat again after a failure. */
  | "getCodeFlag"
  /** "1": a real user with mobile; "2": a virtual one without; "3": WeChat's login failed. */
  | "wxAuthFlag"
  /** "1": the return was detected (app/landing.js), and its code is being exchanged. */
  | "returned"
  /** "true": the mini-program reports that its own user is logged in. */
  | "isLogin"
  /** "1": logged out in a mini-program, which would log in again automatically. */
  | "loggedOut"
  /**
   * Purpose of the redirect: "login", "register" or "bindMobile" at the provider, or "wechat". Set while the
   * person is away.
   */
  | "toSSO"
  /** The deep link to return to, with its hash. */
  | "goBackUrl";

/** Values of the pending login in this tab. */
export const loginValues = {
  get: (name: LoginValue): string | null => safeSessionStorage.get(sessionKey(name)),
  set: (name: LoginValue, value: string): void => safeSessionStorage.set(sessionKey(name), value),
  remove: (...names: LoginValue[]): void =>
    names.forEach((name) => safeSessionStorage.remove(sessionKey(name))),
};
