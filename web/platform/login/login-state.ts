import type { loginMessages } from "#contract/core/errors.ts";

/** Purposes of a redirect to the identity provider. */
export const loginPurposes = ["login", "register", "bindMobile"] as const;
export type LoginPurpose = (typeof loginPurposes)[number];

/** Value of `loginType` in the return address, by which the return is recognized (requirements F05, I02). */
export const loginTypeOf = (purpose: LoginPurpose): "SSO" | "bindMobile" =>
  purpose === "bindMobile" ? "bindMobile" : "SSO";

/** How a host logs people in (specification section 1, requirements B10–B12); one browser has one method. */
export type LoginMethod = "native" | "wechat" | "miniProgram" | "sso";
/** Why a login ended without a session; each has its sentence. */
export type LoginFailure = Exclude<keyof typeof loginMessages, "shareDone">;
/** 2: asked again after a failure. There is no third time (requirements E09, F09). */
export type RedirectRound = 1 | 2;
/** What keeps a login from leaving this page: it would not come back, or not be known when it does. */
export type RedirectObstacle = "offline" | "storageBlocked";

/** What is turned into a session by the gateway. */
export type CredentialExchange =
  | { readonly kind: "code"; readonly purpose: LoginPurpose; readonly round: RedirectRound }
  | { readonly kind: "wechatCode"; readonly round: RedirectRound }
  /** Of the native app. `isRequestedByUser`: somebody waits for it; `isLoggedIn`: there is an older session. */
  | {
      readonly kind: "token";
      readonly isRequestedByUser: boolean;
      readonly isRenewed: boolean;
      readonly isLoggedIn: boolean;
    }
  /** The provider's, for a mobile and an SMS code given in this page. */
  | { readonly kind: "smsToken" }
  /** Of the landing address. */
  | { readonly kind: "tk"; readonly isLoggedIn: boolean };

/** Where a person is gone to, while this page is left. */
export type RedirectedLogin =
  | {
      readonly status: "redirected";
      readonly to: "provider";
      readonly purpose: LoginPurpose;
      readonly round: RedirectRound;
    }
  | { readonly status: "redirected"; readonly to: "wechat"; readonly round: RedirectRound };

/** Where a login stands in this tab. It ends at visitor, loggedIn or failed. */
export type LoginState =
  | { readonly status: "visitor" }
  | { readonly status: "loggedIn" }
  | { readonly status: "failed"; readonly failure: LoginFailure }
  /** The native app is asked for its token. */
  | {
      readonly status: "requestingAppToken";
      readonly isRequestedByUser: boolean;
      readonly isRenewed: boolean;
      readonly isLoggedIn: boolean;
    }
  /** The app's own login screen lies over this page. */
  | { readonly status: "atNativeLogin" }
  /** Whether the provider answers at all, before this page is given up for it. */
  | { readonly status: "checkingProvider"; readonly purpose: LoginPurpose }
  | RedirectedLogin
  /** The mini-program's own login page lies over this one. */
  | { readonly status: "atHostLogin" }
  | { readonly status: "exchanging"; readonly exchange: CredentialExchange }
  /** This page is loaded anew. */
  | { readonly status: "reloading" };

type Leaving = { readonly method: LoginMethod; readonly obstacle: RedirectObstacle | null };

/** What happens to a login. */
export type LoginEvent =
  /** A page is opened, and nothing in its address is about a login. `isAttempted`: it was tried in this visit (requirement E10). */
  | ({ readonly type: "pageOpened"; readonly isLoggedIn: boolean; readonly isAttempted: boolean } & Leaving)
  /** The person wants to log in, register or bind a mobile. */
  | ({ readonly type: "loginRequested"; readonly purpose: LoginPurpose } & Leaving)
  /** The server refused a session's token, 401 or 611 (requirements H05–H07). `isRequestedByUser`: somebody waits for the call. */
  | ({ readonly type: "sessionRefused"; readonly isRequestedByUser: boolean } & Leaving)
  | { readonly type: "logoutRequested"; readonly method: LoginMethod }
  /** The landing address carries a `tk`. */
  | { readonly type: "tkReceived"; readonly isLoggedIn: boolean }
  /** The provider gave a token for mobile and SMS code. */
  | { readonly type: "smsTokenReceived" }
  /** The app's answer: a token; the one whose session is here; none that can be used. */
  | { readonly type: "appTokenReceived" | "appTokenUnchanged" | "appUnavailable" }
  /** PF0001: nobody is logged in to the app. `isSessionFromApp`: the session that is here came of its token. */
  | { readonly type: "appNotLoggedIn"; readonly isSessionFromApp: boolean }
  /** The app's login screen: done; closed; it has none. */
  | { readonly type: "nativeLoginDone" | "nativeLoginClosed" | "nativeLoginUnavailable" }
  | { readonly type: "providerUp" | "providerDown" }
  /** The page could not be left after all. */
  | { readonly type: "redirectFailed" }
  /** The mini-program does not open its login page. */
  | { readonly type: "hostLoginUnavailable" }
  /** This page is on show again, after the mini-program's. */
  | ({ readonly type: "pageShownAgain"; readonly hasMobile: boolean } & Leaving)
  /** Back with a code and the state that was sent. */
  | { readonly type: "returned" }
  /** Back with a code and another state. */
  | { readonly type: "returnedWithWrongState" }
  /** Back without a code: the person, or the provider, gave up. */
  | { readonly type: "returnedWithoutCode" }
  /** Here again with nothing in the address, by Back. */
  | { readonly type: "navigatedBack" }
  /** Loaded anew while a code was being exchanged; the code is gone. */
  | { readonly type: "exchangeInterrupted" }
  | { readonly type: "accepted"; readonly hasMobile: boolean }
  /** No session: a code that is spent, or a gateway that fails. */
  | { readonly type: "refused" }
  /** 40102: the token is not valid (requirement H02). */
  | { readonly type: "tokenRefused" }
  /** The exchange found no network: going anywhere would end on an empty page. */
  | { readonly type: "networkLost" };

/** What is to be done then; carried out in order by runner.ts. */
export type LoginEffect =
  | { readonly type: "requestAppToken"; readonly isRenewed: boolean }
  | { readonly type: "openNativeLogin" }
  /** After 100 ms; address and drafts stay (requirement G08). */
  | { readonly type: "reload" }
  | { readonly type: "checkProvider" }
  | {
      readonly type: "redirect";
      readonly to: "provider";
      readonly purpose: LoginPurpose;
      readonly round: RedirectRound;
    }
  | { readonly type: "redirect"; readonly to: "wechat"; readonly round: RedirectRound }
  | { readonly type: "openHostLogin" }
  | { readonly type: "exchange"; readonly exchange: CredentialExchange }
  /** Stores token and person (requirements D01, D02, H01). */
  | { readonly type: "saveSession"; readonly by: CredentialExchange["kind"] }
  /** Forgets token and person (requirements D18, H02). */
  | { readonly type: "clearSession" }
  /** Forgets the login under method (requirements D09, D14, F11). */
  | { readonly type: "clearPendingLogin" }
  /** wxAuthFlag: 1 a real user with mobile, 2 a virtual one without, 3 a login error (requirement D15). */
  | { readonly type: "setWechatFlag"; readonly flag: 1 | 2 | 3 }
  | { readonly type: "clearLoginFlags" }
  /** Tells the mini-program around this page, if there is one, whether somebody is logged in (requirement E07). */
  | { readonly type: "notifyHost"; readonly isLoggedIn: boolean }
  | { readonly type: "showFailure"; readonly failure: LoginFailure }
  /** Counts a failure. */
  | { readonly type: "trackFailure"; readonly failure: LoginFailure }
  /** Offers the ways that need no host. */
  | { readonly type: "offerOtherMethods" }
  /** Counts that a link's `tk` was no good (requirement C22). */
  | { readonly type: "trackRejectedTk" }
  | { readonly type: "logOutOfApp" | "endSession" | "clearAllData" | "goHome" | "endProviderSession" }
  /** Keeps the mini-program from logging in by itself whoever just logged out. */
  | { readonly type: "markLoggedOut" };

export type LoginStep = { readonly state: LoginState; readonly effects: readonly LoginEffect[] };
