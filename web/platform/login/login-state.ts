import type { loginMessages } from "#contract/core/errors.ts";
import type { LoginPurpose } from "../login-methods/authorize-url.ts";

/** How a host logs people in (specification section 1, requirements B10–B12); one browser has one way. */
export type LoginMethod = "native" | "wechat" | "miniProgram" | "sso";
/** Why a login ended without a session; each has its sentence. */
export type LoginFailure = Exclude<keyof typeof loginMessages, "shareDone">;
/** 2: asked again after a failure. There is no third time (requirements E09, F09). */
export type RedirectRound = 1 | 2;
/** What keeps a login from leaving this page: it would not come back, or not be known when it does. */
export type RedirectObstacle = "offline" | "storageBlocked";

/** What is turned into a session by the gateway. */
export type CredentialExchange =
  | { readonly what: "code"; readonly purpose: LoginPurpose; readonly round: RedirectRound }
  | { readonly what: "wechatCode"; readonly round: RedirectRound }
  /** Of the native app. `isWish`: somebody waits for it; `isLoggedIn`: there is an older session. */
  | {
      readonly what: "token";
      readonly isWish: boolean;
      readonly isRenewed: boolean;
      readonly isLoggedIn: boolean;
    }
  /** The provider's, for a mobile and an SMS code given in this page. */
  | { readonly what: "smsToken" }
  /** Of the landing address. */
  | { readonly what: "tk"; readonly isLoggedIn: boolean };

/** Where a person is gone to, while this page is left. */
export type RedirectedLogin =
  | {
      readonly at: "away";
      readonly to: "provider";
      readonly purpose: LoginPurpose;
      readonly round: RedirectRound;
    }
  | { readonly at: "away"; readonly to: "wechat"; readonly round: RedirectRound };

/** Where a login stands in this tab. It ends at visitor, loggedIn or failed. */
export type LoginState =
  | { readonly at: "visitor" }
  | { readonly at: "loggedIn" }
  | { readonly at: "failed"; readonly failure: LoginFailure }
  /** The native app is asked for its token. */
  | {
      readonly at: "asking";
      readonly isWish: boolean;
      readonly isRenewed: boolean;
      readonly isLoggedIn: boolean;
    }
  /** The app's own login screen lies over this page. */
  | { readonly at: "nativeLogin" }
  /** Whether the provider answers at all, before this page is given up for it. */
  | { readonly at: "checking"; readonly purpose: LoginPurpose }
  | RedirectedLogin
  /** The mini-program's own login page lies over this one. */
  | { readonly at: "atHost" }
  | { readonly at: "exchanging"; readonly exchange: CredentialExchange }
  /** This page is loaded anew. */
  | { readonly at: "reloading" };

type Leaving = { readonly way: LoginMethod; readonly obstacle: RedirectObstacle | null };

/** What happens to a login. */
export type LoginEvent =
  /** A page is opened, and nothing in its address is about a login. `isMarked`: it was tried in this visit (requirement E10). */
  | ({ readonly is: "started"; readonly isLoggedIn: boolean; readonly isMarked: boolean } & Leaving)
  /** The person wants to log in, register or bind a mobile. */
  | ({ readonly is: "asked"; readonly purpose: LoginPurpose } & Leaving)
  /** The server refused a session's token, 401 or 611 (requirements H05–H07). `isWish`: somebody waits for the call. */
  | ({ readonly is: "expired"; readonly isWish: boolean } & Leaving)
  | { readonly is: "logOutAsked"; readonly way: LoginMethod }
  /** The landing address carries a `tk`. */
  | { readonly is: "tkFound"; readonly isLoggedIn: boolean }
  /** The provider gave a token for mobile and SMS code. */
  | { readonly is: "smsTokenFound" }
  /** The app's answer: a token; the one whose session is here; none that can be used. */
  | { readonly is: "tokenFound" | "tokenSame" | "appSilent" }
  /** PF0001: nobody is logged in to the app. `isOwn`: the session that is here came of its token. */
  | { readonly is: "tokenMissing"; readonly isOwn: boolean }
  /** The app's login screen: done; closed; it has none. */
  | { readonly is: "nativeDone" | "nativeClosed" | "nativeUnable" }
  | { readonly is: "providerUp" | "providerDown" }
  /** The page could not be left after all. */
  | { readonly is: "leaveFailed" }
  /** The mini-program does not open its login page. */
  | { readonly is: "hostUnable" }
  /** This page is on show again, after the mini-program's. */
  | ({ readonly is: "seenAgain"; readonly hasMobile: boolean } & Leaving)
  /** Back with a code and the state that was sent. */
  | { readonly is: "returned" }
  /** Back with a code and another state. */
  | { readonly is: "returnedForeign" }
  /** Back without a code: the person, or the provider, gave up. */
  | { readonly is: "givenUp" }
  /** Here again with nothing in the address, by Back. */
  | { readonly is: "cameBack" }
  /** Loaded anew while a code was being exchanged; the code is gone. */
  | { readonly is: "cutShort" }
  | { readonly is: "accepted"; readonly hasMobile: boolean }
  /** No session: a code that is spent, or a gateway that fails. */
  | { readonly is: "refused" }
  /** 40102: the token is not valid (requirement H02). */
  | { readonly is: "tokenRefused" }
  /** The exchange found no network: going anywhere would end on an empty page. */
  | { readonly is: "networkLost" };

/** What is to be done then; carried out in order by runner.ts. */
export type LoginEffect =
  | { readonly do: "askApp"; readonly isRenewed: boolean }
  | { readonly do: "openNativeLogin" }
  /** After 100 ms; address and drafts stay (requirement G08). */
  | { readonly do: "reload" }
  | { readonly do: "checkProvider" }
  | {
      readonly do: "leave";
      readonly to: "provider";
      readonly purpose: LoginPurpose;
      readonly round: RedirectRound;
    }
  | { readonly do: "leave"; readonly to: "wechat"; readonly round: RedirectRound }
  | { readonly do: "openHostLogin" }
  | { readonly do: "exchange"; readonly exchange: CredentialExchange }
  /** Stores token and person (requirements D01, D02, H01). */
  | { readonly do: "keep"; readonly by: CredentialExchange["what"] }
  /** Forgets token and person (requirements D18, H02). */
  | { readonly do: "clear" }
  /** Forgets the login under way (requirements D09, D14, F11). */
  | { readonly do: "forget" }
  /** wxAuthFlag: 1 a real user with mobile, 2 a virtual one without, 3 a login error (requirement D15). */
  | { readonly do: "mark"; readonly flag: 1 | 2 | 3 }
  | { readonly do: "unmark" }
  /** Tells the mini-program around this page, if there is one, whether somebody is logged in (requirement E07). */
  | { readonly do: "tellHost"; readonly isLoggedIn: boolean }
  | { readonly do: "say"; readonly failure: LoginFailure }
  /** Counts a failure. */
  | { readonly do: "trackFailure"; readonly failure: LoginFailure }
  /** Offers the ways that need no host. */
  | { readonly do: "offer" }
  /** Counts that a link's `tk` was no good (requirement C22). */
  | { readonly do: "trackBadTk" }
  | { readonly do: "endNative" | "endSession" | "clearAll" | "goHome" | "endProvider" }
  /** Keeps the mini-program from logging in by itself whoever just logged out. */
  | { readonly do: "markLoggedOut" };

export type LoginStep = { readonly state: LoginState; readonly effects: readonly LoginEffect[] };
