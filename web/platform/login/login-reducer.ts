import type { LoginPurpose } from "../login-methods/authorize-url.ts";
import type {
  RedirectedLogin,
  LoginEffect,
  CredentialExchange,
  LoginFailure,
  LoginEvent,
  LoginState,
  RedirectRound,
  LoginStep,
} from "./login-state.ts";

type Happened<Name extends LoginEvent["is"]> = Extract<LoginEvent, { is: Name }>;

const to = (state: LoginState, ...effects: readonly LoginEffect[]): LoginStep => ({ state, effects });
const visitor: LoginState = { at: "visitor" };
const person = (isLoggedIn: boolean): LoginState => (isLoggedIn ? { at: "loggedIn" } : visitor);
const failed = (failure: LoginFailure, ...effects: readonly LoginEffect[]): LoginStep =>
  to({ at: "failed", failure }, ...effects, { do: "trackFailure", failure });

const leaveForProvider = (purpose: LoginPurpose, round: RedirectRound): LoginStep =>
  to({ at: "away", to: "provider", purpose, round }, { do: "leave", to: "provider", purpose, round });
const leaveForWechat = (round: RedirectRound): LoginStep =>
  to({ at: "away", to: "wechat", round }, { do: "leave", to: "wechat", round });
const exchanging = (exchange: CredentialExchange): LoginStep =>
  to({ at: "exchanging", exchange }, { do: "exchange", exchange });

/** A failure by redirect asks once more; the second one is final and told (requirements E08, E09, E18, F08–F10). */
function afterFailure(
  gone:
    | { to: "provider"; purpose: LoginPurpose; round: RedirectRound }
    | { to: "wechat"; round: RedirectRound },
) {
  if (gone.round === 1) return gone.to === "wechat" ? leaveForWechat(2) : leaveForProvider(gone.purpose, 2);
  return endOf(gone.to);
}
/** The end of a login by redirect without a session. */
function endOf(place: RedirectedLogin["to"]): LoginStep {
  return place === "wechat"
    ? failed(
        "messagingFailed",
        { do: "mark", flag: 3 },
        { do: "forget" },
        { do: "say", failure: "messagingFailed" },
      )
    : failed("ssoFailed", { do: "forget" }, { do: "say", failure: "ssoFailed" });
}

/** A page is opened: the app is asked who is there, the mini-program logs in silently; elsewhere nothing is done unasked. */
function start({ way, isLoggedIn, isMarked, obstacle }: Happened<"started">): LoginStep {
  if (way === "native")
    return to(
      { at: "asking", isWish: false, isRenewed: false, isLoggedIn },
      { do: "askApp", isRenewed: false },
    );
  if (way === "miniProgram" && !isLoggedIn && !isMarked && obstacle === null) return leaveForWechat(1);
  return to(person(isLoggedIn));
}

function ask(state: LoginState, { way, purpose, obstacle }: Happened<"asked">): LoginStep {
  switch (way) {
    case "native":
      // Asked already, for nobody: now somebody waits.
      if (state.at === "asking") return to({ ...state, isWish: true });
      return to(
        { at: "asking", isWish: true, isRenewed: false, isLoggedIn: state.at === "loggedIn" },
        { do: "askApp", isRenewed: false },
      );
    case "miniProgram":
      // Whoever comes back from the host's login could not be known here.
      if (obstacle === "storageBlocked")
        return purpose === "bindMobile" ? failed(obstacle) : to(visitor, { do: "offer" });
      return to({ at: "atHost" }, { do: "unmark" }, { do: "forget" }, { do: "openHostLogin" });
    case "wechat": {
      if (obstacle !== null) return failed(obstacle);
      const { state: away, effects } = leaveForWechat(1);
      return to(away, { do: "unmark" }, { do: "forget" }, ...effects);
    }
    case "sso":
      return obstacle === null ? to({ at: "checking", purpose }, { do: "checkProvider" }) : failed(obstacle);
  }
}

/** A refused token is gone in any case; how another one is had depends on the host. */
function logInAgain({ way, obstacle, isWish }: Happened<"expired">): LoginStep {
  const after = ({ state, effects }: LoginStep): LoginStep => to(state, { do: "clear" }, ...effects);
  switch (way) {
    case "native":
      return after(
        to({ at: "asking", isWish, isRenewed: true, isLoggedIn: false }, { do: "askApp", isRenewed: true }),
      );
    case "miniProgram":
      return after(
        obstacle === "storageBlocked"
          ? to(visitor, { do: "offer" })
          : to({ at: "atHost" }, { do: "unmark" }, { do: "openHostLogin" }),
      );
    case "wechat":
      return after(obstacle === null ? leaveForWechat(1) : to(visitor, { do: "offer" }));
    case "sso":
      return after(to(visitor, { do: "offer" }));
  }
}

/** The order is the specification's: the app first, then what this browser keeps (requirement G07). */
function logOut({ way }: Happened<"logOutAsked">): LoginStep {
  const own: readonly LoginEffect[] = [
    { do: "endSession" },
    { do: "clearAll" },
    { do: "tellHost", isLoggedIn: false },
  ];
  switch (way) {
    case "native":
      return to(visitor, { do: "endNative" }, ...own, { do: "goHome" });
    case "miniProgram":
      return to(visitor, ...own, { do: "markLoggedOut" }, { do: "goHome" });
    case "wechat":
    case "sso":
      // Or the next login would be silent.
      return to(visitor, ...own, { do: "endProvider" });
  }
}

/** What the native app answered. */
function appAnswered(state: LoginState, event: LoginEvent): LoginStep | null {
  if (state.at !== "asking") return null;
  const { isWish, isRenewed, isLoggedIn } = state;
  switch (event.is) {
    case "tokenFound":
      return exchanging({ what: "token", isWish, isRenewed, isLoggedIn });
    case "tokenSame":
      return to({ at: "loggedIn" });
    case "tokenMissing":
      if (isWish) return to({ at: "nativeLogin" }, { do: "openNativeLogin" });
      // The app says who is there: whoever came by it is not (requirement G02: no error).
      return event.isOwn ? to(visitor, { do: "clear" }) : to(person(isLoggedIn));
    case "appSilent":
      return isWish ? to(visitor, { do: "offer" }) : to(person(isLoggedIn));
    default:
      return null;
  }
}

/** What came of the app's login screen. */
function screenAnswered(state: LoginState, is: LoginEvent["is"]): LoginStep | null {
  if (state.at !== "nativeLogin") return null;
  if (is === "nativeDone") return to({ at: "reloading" }, { do: "reload" });
  if (is === "nativeClosed") return to(visitor);
  return is === "nativeUnable" ? to(visitor, { do: "offer" }) : null;
}

/** What the page is left for, or could not be. */
function leaving(state: LoginState, event: LoginEvent): LoginStep | null {
  if (state.at === "checking" && event.is === "providerUp") return leaveForProvider(state.purpose, 1);
  if (state.at === "checking" && event.is === "providerDown") return failed("providerDown");
  if (state.at === "away" && event.is === "leaveFailed") return endOf(state.to);
  if (state.at !== "atHost") return null;
  if (event.is === "hostUnable") return to(visitor, { do: "offer" });
  if (event.is !== "seenAgain") return null;
  if (event.hasMobile) return to({ at: "loggedIn" });
  return event.obstacle === null
    ? leaveForWechat(1)
    : failed(event.obstacle, { do: "say", failure: event.obstacle });
}

/** Back from where the page was left for. A code that nobody here asked for leads nowhere (requirement F26). */
function backFrom(state: LoginState, event: LoginEvent): LoginStep | null {
  if (state.at !== "away") return null;
  switch (event.is) {
    case "returned":
      return exchanging(
        state.to === "wechat"
          ? { what: "wechatCode", round: state.round }
          : { what: "code", purpose: state.purpose, round: state.round },
      );
    case "returnedForeign":
    case "cutShort":
      return afterFailure(state);
    case "givenUp":
    case "cameBack":
      // Marked, or the mini-program would go there again by itself, and Back would lead nowhere.
      return state.to === "wechat"
        ? to(visitor, { do: "mark", flag: 3 }, { do: "forget" })
        : to(visitor, { do: "forget" });
    default:
      return null;
  }
}

function accepted(exchange: CredentialExchange, hasMobile: boolean): LoginStep {
  const isByWechat = exchange.what === "wechatCode";
  return to(
    { at: "loggedIn" },
    { do: "keep", by: exchange.what },
    ...(isByWechat ? ([{ do: "mark", flag: hasMobile ? 1 : 2 }] as const) : []),
    ...(isByWechat || exchange.what === "code" ? ([{ do: "forget" }] as const) : []),
    { do: "tellHost", isLoggedIn: true },
  );
}

/** The exchange gave no session. */
function notAccepted(
  exchange: CredentialExchange,
  is: "refused" | "tokenRefused" | "networkLost",
): LoginStep {
  const isOffline = is === "networkLost";
  switch (exchange.what) {
    case "code":
      return isOffline ? endOf("provider") : afterFailure({ ...exchange, to: "provider" });
    case "wechatCode":
      return isOffline ? endOf("wechat") : afterFailure({ ...exchange, to: "wechat" });
    case "tk":
      return to(person(exchange.isLoggedIn), { do: "trackBadTk" });
    case "smsToken":
      return is === "tokenRefused" ? failed("tokenInvalid", { do: "clear" }) : failed("ssoFailed");
    case "token":
      return appTokenNotAccepted(exchange, is === "tokenRefused");
  }
}
function appTokenNotAccepted(
  exchange: Extract<CredentialExchange, { what: "token" }>,
  isRefused: boolean,
): LoginStep {
  const { isWish, isRenewed, isLoggedIn } = exchange;
  // An outlived token is renewed by the app, once.
  if (isRefused && !isRenewed)
    return to({ at: "asking", isWish, isRenewed: true, isLoggedIn }, { do: "askApp", isRenewed: true });
  if (isRefused) return failed("tokenInvalid", { do: "clear" }, { do: "say", failure: "tokenInvalid" });
  // The session of before may still be good.
  return isLoggedIn && !isWish
    ? to({ at: "loggedIn" })
    : failed("ssoFailed", { do: "say", failure: "ssoFailed" });
}

function exchanged(state: LoginState, event: LoginEvent): LoginStep | null {
  if (state.at !== "exchanging") return null;
  const { exchange } = state;
  if (event.is === "accepted") return accepted(exchange, event.hasMobile);
  return event.is === "refused" || event.is === "tokenRefused" || event.is === "networkLost"
    ? notAccepted(exchange, event.is)
    : null;
}

/**
 * The login's next state and what is to be done (specification section 4). Pure. An event that has no
 * place in a state changes nothing. Per wish a page is left at most twice.
 */
export function loginReducer(state: LoginState, event: LoginEvent): LoginStep {
  switch (event.is) {
    case "started":
      return start(event);
    case "asked":
      return ask(state, event);
    case "expired":
      return logInAgain(event);
    case "logOutAsked":
      return logOut(event);
    case "tkFound":
      return exchanging({ what: "tk", isLoggedIn: event.isLoggedIn });
    case "smsTokenFound":
      return exchanging({ what: "smsToken" });
    default:
      return (
        appAnswered(state, event) ??
        screenAnswered(state, event.is) ??
        leaving(state, event) ??
        backFrom(state, event) ??
        exchanged(state, event) ??
        to(state)
      );
  }
}
