import type { loginMessages } from "#contract/session/login-messages.ts";

/** Purpose of a redirect to the identity provider. */
export type LoginPurpose = "login" | "register" | "bindMobile";

/** Login method of a host (specification section 1, requirements B10–B12). A browser has exactly one. */
export type LoginMethod = "native" | "wechat" | "miniProgram" | "sso";
/** Why a login ended without a session. Each has a message. */
export type LoginFailure = Exclude<keyof typeof loginMessages, "shareDone">;
/** 2: repeated after a failure. There is no third round (requirements E09, F09). */
export type RedirectRound = 1 | 2;
/** Reason why a login must not leave this page: it would not return, or not be recognized when it does. */
export type RedirectObstacle = "offline" | "storageBlocked";

/** A credential that the gateway exchanges for a session. */
export type CredentialExchange =
  | { readonly kind: "code"; readonly purpose: LoginPurpose; readonly round: RedirectRound }
  | { readonly kind: "wechatCode"; readonly round: RedirectRound }
  /**
   * Token of the native app. `isByUser`: a person waits for it; `isLoggedIn`: there is an older
   * session.
   */
  | {
      readonly kind: "token";
      readonly isByUser: boolean;
      readonly isRenewed: boolean;
      readonly isLoggedIn: boolean;
    }
  /** The provider's token for a mobile and an SMS code. */
  | { readonly kind: "smsToken" }
  /** The `tk` of the landing address. */
  | { readonly kind: "tk"; readonly isLoggedIn: boolean };

/** A login by redirect while the person is away from this page. */
export type RedirectedLogin =
  | {
      readonly status: "redirected";
      readonly to: "provider";
      readonly purpose: LoginPurpose;
      readonly round: RedirectRound;
    }
  | { readonly status: "redirected"; readonly to: "wechat"; readonly round: RedirectRound };

/** State of the login in this tab. Final states: visitor, loggedIn, failed. */
export type LoginState =
  | { readonly status: "visitor" }
  | { readonly status: "loggedIn" }
  | { readonly status: "failed"; readonly failure: LoginFailure }
  /** The native app was asked for its token. */
  | {
      readonly status: "awaitingToken";
      readonly isByUser: boolean;
      readonly isRenewed: boolean;
      readonly isLoggedIn: boolean;
    }
  /** The app's own login screen is open over this page. */
  | { readonly status: "atNativeLogin" }
  /** The provider is checked before this page is left for it. */
  | { readonly status: "checking"; readonly purpose: LoginPurpose }
  | RedirectedLogin
  /** The mini-program's own login page is open over this one. */
  | { readonly status: "atHostLogin" }
  | { readonly status: "exchanging"; readonly exchange: CredentialExchange }
  /** This page is being reloaded. */
  | { readonly status: "reloading" };

type Leaving = { readonly method: LoginMethod; readonly obstacle: RedirectObstacle | null };

/** Events of a login. */
export type LoginEvent =
  /**
   * A page was opened without login parameters in its address. `isAttempted`: a login was tried in this visit
   * (requirement E10).
   */
  | ({ readonly type: "pageOpened"; readonly isLoggedIn: boolean; readonly isAttempted: boolean } & Leaving)
  /** The person wants to log in, register or bind a mobile. */
  | ({ readonly type: "loginRequested"; readonly purpose: LoginPurpose } & Leaving)
  /**
   * The server refused the session's token, 401 or 611 (requirements H05–H07). `isByUser`: a person
   * waits for the call.
   */
  | ({ readonly type: "sessionRefused"; readonly isByUser: boolean } & Leaving)
  | { readonly type: "logoutRequested"; readonly method: LoginMethod }
  /** The landing address contains a `tk`. */
  | { readonly type: "tkReceived"; readonly isLoggedIn: boolean }
  /** The provider gave a token for a mobile and an SMS code. */
  | { readonly type: "smsReceived" }
  /** Answer of the app: a token; the token that the session came from; none that can be used. */
  | { readonly type: "tokenReceived" | "tokenUnchanged" | "appUnavailable" }
  /** PF0001: nobody is logged in to the app. `isSessionFromApp`: the session came from its token. */
  | { readonly type: "appLoggedOut"; readonly isSessionFromApp: boolean }
  /** Result of the app's login screen: logged in; closed; not available. */
  | { readonly type: "nativeLoginDone" | "nativeLoginClosed" | "nativeLoginFailed" }
  | { readonly type: "providerUp" | "providerDown" }
  /** The page could not be left. */
  | { readonly type: "redirectFailed" }
  /** The mini-program did not open its login page. */
  | { readonly type: "hostLoginFailed" }
  /** This page is visible again after the mini-program's login page. */
  | ({ readonly type: "shownAgain"; readonly hasMobile: boolean } & Leaving)
  /** Returned with a code and the state that was sent. */
  | { readonly type: "returned" }
  /** Returned with a code and another state. */
  | { readonly type: "wrongState" }
  /** Returned without a code: the person, or the provider, gave up. */
  | { readonly type: "codeMissing" }
  /** Returned by Back, without login parameters in the address. */
  | { readonly type: "navigatedBack" }
  /** Reloaded while a code was being exchanged; the code is lost. */
  | { readonly type: "interrupted" }
  | { readonly type: "accepted"; readonly hasMobile: boolean }
  /** No session: the code was used already, or the gateway failed. */
  | { readonly type: "refused" }
  /** 40102: the token is not valid (requirement H02). */
  | { readonly type: "tokenRefused" }
  /** The exchange had no network: a redirect would end on an empty page. */
  | { readonly type: "networkLost" };

/** Effects to run, in order; login-runner.ts runs them. */
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
  /** Stores token and user info (requirements D01, D02, H01). */
  | { readonly type: "saveSession"; readonly by: CredentialExchange["kind"] }
  /** Removes token and user info (requirements D18, H02). */
  | { readonly type: "clearSession" }
  /** Removes the pending login's values (requirements D09, D14, F11). */
  | { readonly type: "clearPendingLogin" }
  /** wxAuthFlag: 1 a real user with mobile, 2 a virtual one without, 3 a login error (requirement D15). */
  | { readonly type: "setWechatFlag"; readonly flag: 1 | 2 | 3 }
  | { readonly type: "clearLoginFlags" }
  /** Notifies the mini-program around this page, if there is one, of the login state (requirement E07). */
  | { readonly type: "notifyHost"; readonly isLoggedIn: boolean }
  | { readonly type: "showFailure"; readonly failure: LoginFailure }
  /** Tracks a failure. */
  | { readonly type: "trackFailure"; readonly failure: LoginFailure }
  /** Offers the methods that need no host. */
  | { readonly type: "offerMethods" }
  /** Tracks a rejected `tk` of a link (requirement C22). */
  | { readonly type: "trackRejectedTk" }
  | { readonly type: "logOutOfApp" | "endSession" | "clearAllData" | "goHome" | "endProviderSession" }
  /** Keeps the mini-program from logging in automatically after a logout. */
  | { readonly type: "markLoggedOut" };

export type LoginStep = { readonly state: LoginState; readonly effects: readonly LoginEffect[] };
