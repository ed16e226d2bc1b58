import type {
  RedirectedLogin,
  LoginEffect,
  CredentialExchange,
  LoginFailure,
  LoginEvent,
  LoginPurpose,
  LoginState,
  RedirectRound,
  LoginStep,
} from "./login-state.ts";

type EventOf<Name extends LoginEvent["type"]> = Extract<LoginEvent, { type: Name }>;

const to = (state: LoginState, ...effects: readonly LoginEffect[]): LoginStep => ({ state, effects });
const visitor: LoginState = { status: "visitor" };
const person = (isLoggedIn: boolean): LoginState => (isLoggedIn ? { status: "loggedIn" } : visitor);
const failed = (failure: LoginFailure, ...effects: readonly LoginEffect[]): LoginStep =>
  to({ status: "failed", failure }, ...effects, { type: "trackFailure", failure });

const leaveForProvider = (purpose: LoginPurpose, round: RedirectRound): LoginStep =>
  to(
    { status: "redirected", to: "provider", purpose, round },
    { type: "redirect", to: "provider", purpose, round },
  );
const leaveForWechat = (round: RedirectRound): LoginStep =>
  to({ status: "redirected", to: "wechat", round }, { type: "redirect", to: "wechat", round });
const exchanging = (exchange: CredentialExchange): LoginStep =>
  to({ status: "exchanging", exchange }, { type: "exchange", exchange });

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
        { type: "setWechatFlag", flag: 3 },
        { type: "clearPendingLogin" },
        { type: "showFailure", failure: "messagingFailed" },
      )
    : failed("ssoFailed", { type: "clearPendingLogin" }, { type: "showFailure", failure: "ssoFailed" });
}

/** A page is opened: the app is asked who is there, the mini-program logs in silently; elsewhere nothing is done unasked. */
function start({ method, isLoggedIn, isAttempted, obstacle }: EventOf<"pageOpened">): LoginStep {
  if (method === "native")
    return to(
      { status: "requestingAppToken", isRequestedByUser: false, isRenewed: false, isLoggedIn },
      { type: "requestAppToken", isRenewed: false },
    );
  if (method === "miniProgram" && !isLoggedIn && !isAttempted && obstacle === null) return leaveForWechat(1);
  return to(person(isLoggedIn));
}

function ask(state: LoginState, { method, purpose, obstacle }: EventOf<"loginRequested">): LoginStep {
  switch (method) {
    case "native":
      // Asked already, for nobody: now somebody waits.
      if (state.status === "requestingAppToken") return to({ ...state, isRequestedByUser: true });
      return to(
        {
          status: "requestingAppToken",
          isRequestedByUser: true,
          isRenewed: false,
          isLoggedIn: state.status === "loggedIn",
        },
        { type: "requestAppToken", isRenewed: false },
      );
    case "miniProgram":
      // Whoever comes back from the host's login could not be known here.
      if (obstacle === "storageBlocked")
        return purpose === "bindMobile" ? failed(obstacle) : to(visitor, { type: "offerOtherMethods" });
      return to(
        { status: "atHostLogin" },
        { type: "clearLoginFlags" },
        { type: "clearPendingLogin" },
        { type: "openHostLogin" },
      );
    case "wechat": {
      if (obstacle !== null) return failed(obstacle);
      const { state: away, effects } = leaveForWechat(1);
      return to(away, { type: "clearLoginFlags" }, { type: "clearPendingLogin" }, ...effects);
    }
    case "sso":
      return obstacle === null
        ? to({ status: "checkingProvider", purpose }, { type: "checkProvider" })
        : failed(obstacle);
  }
}

/** A refused token is gone in any case; how another one is had depends on the host. */
function logInAgain({ method, obstacle, isRequestedByUser }: EventOf<"sessionRefused">): LoginStep {
  const after = ({ state, effects }: LoginStep): LoginStep => to(state, { type: "clearSession" }, ...effects);
  switch (method) {
    case "native":
      return after(
        to(
          { status: "requestingAppToken", isRequestedByUser, isRenewed: true, isLoggedIn: false },
          { type: "requestAppToken", isRenewed: true },
        ),
      );
    case "miniProgram":
      return after(
        obstacle === "storageBlocked"
          ? to(visitor, { type: "offerOtherMethods" })
          : to({ status: "atHostLogin" }, { type: "clearLoginFlags" }, { type: "openHostLogin" }),
      );
    case "wechat":
      return after(obstacle === null ? leaveForWechat(1) : to(visitor, { type: "offerOtherMethods" }));
    case "sso":
      return after(to(visitor, { type: "offerOtherMethods" }));
  }
}

/** The order is the specification's: the app first, then what this browser keeps (requirement G07). */
function logOut({ method }: EventOf<"logoutRequested">): LoginStep {
  const own: readonly LoginEffect[] = [
    { type: "endSession" },
    { type: "clearAllData" },
    { type: "notifyHost", isLoggedIn: false },
  ];
  switch (method) {
    case "native":
      return to(visitor, { type: "logOutOfApp" }, ...own, { type: "goHome" });
    case "miniProgram":
      return to(visitor, ...own, { type: "markLoggedOut" }, { type: "goHome" });
    case "wechat":
    case "sso":
      // Or the next login would be silent.
      return to(visitor, ...own, { type: "endProviderSession" });
  }
}

/** What the native app answered. */
function appAnswered(state: LoginState, event: LoginEvent): LoginStep | null {
  if (state.status !== "requestingAppToken") return null;
  const { isRequestedByUser, isRenewed, isLoggedIn } = state;
  switch (event.type) {
    case "appTokenReceived":
      return exchanging({ kind: "token", isRequestedByUser, isRenewed, isLoggedIn });
    case "appTokenUnchanged":
      return to({ status: "loggedIn" });
    case "appNotLoggedIn":
      if (isRequestedByUser) return to({ status: "atNativeLogin" }, { type: "openNativeLogin" });
      // The app says who is there: whoever came by it is not (requirement G02: no error).
      return event.isSessionFromApp ? to(visitor, { type: "clearSession" }) : to(person(isLoggedIn));
    case "appUnavailable":
      return isRequestedByUser ? to(visitor, { type: "offerOtherMethods" }) : to(person(isLoggedIn));
    default:
      return null;
  }
}

/** What came of the app's login screen. */
function screenAnswered(state: LoginState, type: LoginEvent["type"]): LoginStep | null {
  if (state.status !== "atNativeLogin") return null;
  if (type === "nativeLoginDone") return to({ status: "reloading" }, { type: "reload" });
  if (type === "nativeLoginClosed") return to(visitor);
  return type === "nativeLoginUnavailable" ? to(visitor, { type: "offerOtherMethods" }) : null;
}

/** What the page is left for, or could not be. */
function leaving(state: LoginState, event: LoginEvent): LoginStep | null {
  if (state.status === "checkingProvider" && event.type === "providerUp")
    return leaveForProvider(state.purpose, 1);
  if (state.status === "checkingProvider" && event.type === "providerDown") return failed("providerDown");
  if (state.status === "redirected" && event.type === "redirectFailed") return endOf(state.to);
  if (state.status !== "atHostLogin") return null;
  if (event.type === "hostLoginUnavailable") return to(visitor, { type: "offerOtherMethods" });
  if (event.type !== "pageShownAgain") return null;
  if (event.hasMobile) return to({ status: "loggedIn" });
  return event.obstacle === null
    ? leaveForWechat(1)
    : failed(event.obstacle, { type: "showFailure", failure: event.obstacle });
}

/** Back from where the page was left for. A code that nobody here asked for leads nowhere (requirement F26). */
function backFrom(state: LoginState, event: LoginEvent): LoginStep | null {
  if (state.status !== "redirected") return null;
  switch (event.type) {
    case "returned":
      return exchanging(
        state.to === "wechat"
          ? { kind: "wechatCode", round: state.round }
          : { kind: "code", purpose: state.purpose, round: state.round },
      );
    case "returnedWithWrongState":
    case "exchangeInterrupted":
      return afterFailure(state);
    case "returnedWithoutCode":
    case "navigatedBack":
      // Marked, or the mini-program would go there again by itself, and Back would lead nowhere.
      return state.to === "wechat"
        ? to(visitor, { type: "setWechatFlag", flag: 3 }, { type: "clearPendingLogin" })
        : to(visitor, { type: "clearPendingLogin" });
    default:
      return null;
  }
}

function accepted(exchange: CredentialExchange, hasMobile: boolean): LoginStep {
  const isByWechat = exchange.kind === "wechatCode";
  return to(
    { status: "loggedIn" },
    { type: "saveSession", by: exchange.kind },
    ...(isByWechat ? ([{ type: "setWechatFlag", flag: hasMobile ? 1 : 2 }] as const) : []),
    ...(isByWechat || exchange.kind === "code" ? ([{ type: "clearPendingLogin" }] as const) : []),
    { type: "notifyHost", isLoggedIn: true },
  );
}

/** The exchange gave no session. */
function notAccepted(
  exchange: CredentialExchange,
  type: "refused" | "tokenRefused" | "networkLost",
): LoginStep {
  const isOffline = type === "networkLost";
  switch (exchange.kind) {
    case "code":
      return isOffline ? endOf("provider") : afterFailure({ ...exchange, to: "provider" });
    case "wechatCode":
      return isOffline ? endOf("wechat") : afterFailure({ ...exchange, to: "wechat" });
    case "tk":
      return to(person(exchange.isLoggedIn), { type: "trackRejectedTk" });
    case "smsToken":
      return type === "tokenRefused" ? failed("tokenInvalid", { type: "clearSession" }) : failed("ssoFailed");
    case "token":
      return appTokenNotAccepted(exchange, type === "tokenRefused");
  }
}
function appTokenNotAccepted(
  exchange: Extract<CredentialExchange, { kind: "token" }>,
  isRefused: boolean,
): LoginStep {
  const { isRequestedByUser, isRenewed, isLoggedIn } = exchange;
  // An outlived token is renewed by the app, once.
  if (isRefused && !isRenewed)
    return to(
      { status: "requestingAppToken", isRequestedByUser, isRenewed: true, isLoggedIn },
      { type: "requestAppToken", isRenewed: true },
    );
  if (isRefused)
    return failed("tokenInvalid", { type: "clearSession" }, { type: "showFailure", failure: "tokenInvalid" });
  // The session of before may still be good.
  return isLoggedIn && !isRequestedByUser
    ? to({ status: "loggedIn" })
    : failed("ssoFailed", { type: "showFailure", failure: "ssoFailed" });
}

function exchanged(state: LoginState, event: LoginEvent): LoginStep | null {
  if (state.status !== "exchanging") return null;
  const { exchange } = state;
  if (event.type === "accepted") return accepted(exchange, event.hasMobile);
  return event.type === "refused" || event.type === "tokenRefused" || event.type === "networkLost"
    ? notAccepted(exchange, event.type)
    : null;
}

/**
 * The login's next state and what is to be done (specification section 4). Pure. An event that has no
 * place in a state changes nothing. Per wish a page is left at most twice.
 */
export function loginReducer(state: LoginState, event: LoginEvent): LoginStep {
  switch (event.type) {
    case "pageOpened":
      return start(event);
    case "loginRequested":
      return ask(state, event);
    case "sessionRefused":
      return logInAgain(event);
    case "logoutRequested":
      return logOut(event);
    case "tkReceived":
      return exchanging({ kind: "tk", isLoggedIn: event.isLoggedIn });
    case "smsTokenReceived":
      return exchanging({ kind: "smsToken" });
    default:
      return (
        appAnswered(state, event) ??
        screenAnswered(state, event.type) ??
        leaving(state, event) ??
        backFrom(state, event) ??
        exchanged(state, event) ??
        to(state)
      );
  }
}
