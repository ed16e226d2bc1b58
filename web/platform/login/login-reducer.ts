import type { CredentialExchange, LoginEffect, LoginEvent, LoginState, LoginStep } from "./login-state.ts";
import {
  afterFailure,
  endOfRedirect,
  failed,
  loggedInOrVisitor,
  redirectToProvider,
  redirectToWechat,
  startExchange,
  step,
  visitor,
} from "./login-transitions.ts";

type EventOf<Name extends LoginEvent["type"]> = Extract<LoginEvent, { type: Name }>;

/**
 * A page was opened: asks the app for its token, or logs in silently in the mini-program; elsewhere nothing
 * happens without a request.
 */
function onPageOpened({ method, isLoggedIn, isAttempted, obstacle }: EventOf<"pageOpened">): LoginStep {
  if (method === "native")
    return step(
      { status: "awaitingToken", isByUser: false, isRenewed: false, isLoggedIn },
      { type: "requestAppToken", isRenewed: false },
    );
  if (method === "miniProgram" && !isLoggedIn && !isAttempted && obstacle === null)
    return redirectToWechat(1);
  return step(loggedInOrVisitor(isLoggedIn));
}

function onLoginRequested(
  state: LoginState,
  { method, purpose, obstacle }: EventOf<"loginRequested">,
): LoginStep {
  switch (method) {
    case "native":
      // The app is asked already, without a request: now a person waits for the answer.
      if (state.status === "awaitingToken") return step({ ...state, isByUser: true });
      return step(
        {
          status: "awaitingToken",
          isByUser: true,
          isRenewed: false,
          isLoggedIn: state.status === "loggedIn",
        },
        { type: "requestAppToken", isRenewed: false },
      );
    case "miniProgram":
      // Without storage the person could not be recognized after the host's login.
      if (obstacle === "storageBlocked")
        return purpose === "bindMobile" ? failed(obstacle) : step(visitor, { type: "offerMethods" });
      return step(
        { status: "atHostLogin" },
        { type: "clearLoginFlags" },
        { type: "clearPendingLogin" },
        { type: "openHostLogin" },
      );
    case "wechat": {
      if (obstacle !== null) return failed(obstacle);
      const { state: away, effects } = redirectToWechat(1);
      return step(away, { type: "clearLoginFlags" }, { type: "clearPendingLogin" }, ...effects);
    }
    case "sso":
      return obstacle === null
        ? step({ status: "checking", purpose }, { type: "checkProvider" })
        : failed(obstacle);
  }
}

/** Clears the refused session; the host decides how to get another one. */
function renewSession({ method, obstacle, isByUser }: EventOf<"sessionRefused">): LoginStep {
  const after = ({ state, effects }: LoginStep): LoginStep =>
    step(state, { type: "clearSession" }, ...effects);
  switch (method) {
    case "native":
      return after(
        step(
          { status: "awaitingToken", isByUser, isRenewed: true, isLoggedIn: false },
          { type: "requestAppToken", isRenewed: true },
        ),
      );
    case "miniProgram":
      return after(
        obstacle === "storageBlocked"
          ? step(visitor, { type: "offerMethods" })
          : step({ status: "atHostLogin" }, { type: "clearLoginFlags" }, { type: "openHostLogin" }),
      );
    case "wechat":
      return after(obstacle === null ? redirectToWechat(1) : step(visitor, { type: "offerMethods" }));
    case "sso":
      return after(step(visitor, { type: "offerMethods" }));
  }
}

/** The order follows the specification: the app first, then this browser's data (requirement G07). */
function logOut({ method }: EventOf<"logoutRequested">): LoginStep {
  const own: readonly LoginEffect[] = [
    { type: "endSession" },
    { type: "clearAllData" },
    { type: "notifyHost", isLoggedIn: false },
  ];
  switch (method) {
    case "native":
      return step(visitor, { type: "logOutOfApp" }, ...own, { type: "goHome" });
    case "miniProgram":
      return step(visitor, ...own, { type: "markLoggedOut" }, { type: "goHome" });
    case "wechat":
    case "sso":
      // Otherwise the next login would be silent.
      return step(visitor, ...own, { type: "endProviderSession" });
  }
}

/** Handles the app's answer to the token request. */
function onAppAnswer(state: LoginState, event: LoginEvent): LoginStep | null {
  if (state.status !== "awaitingToken") return null;
  const { isByUser, isRenewed, isLoggedIn } = state;
  switch (event.type) {
    case "tokenReceived":
      return startExchange({ kind: "token", isByUser, isRenewed, isLoggedIn });
    case "tokenUnchanged":
      return step({ status: "loggedIn" });
    case "appLoggedOut":
      if (isByUser) return step({ status: "atNativeLogin" }, { type: "openNativeLogin" });
      // The app reports that nobody is logged in: ends a session that came from the app (requirement G02: no
      // error).
      return event.isSessionFromApp
        ? step(visitor, { type: "clearSession" })
        : step(loggedInOrVisitor(isLoggedIn));
    case "appUnavailable":
      return isByUser ? step(visitor, { type: "offerMethods" }) : step(loggedInOrVisitor(isLoggedIn));
    default:
      return null;
  }
}

/** Handles the result of the app's login screen. */
function onNativeLoginResult(state: LoginState, type: LoginEvent["type"]): LoginStep | null {
  if (state.status !== "atNativeLogin") return null;
  if (type === "nativeLoginDone") return step({ status: "reloading" }, { type: "reload" });
  if (type === "nativeLoginClosed") return step(visitor);
  return type === "nativeLoginFailed" ? step(visitor, { type: "offerMethods" }) : null;
}

/** Handles the check of the provider, a failed redirect, and the host's login page. */
function onLeaving(state: LoginState, event: LoginEvent): LoginStep | null {
  if (state.status === "checking" && event.type === "providerUp") return redirectToProvider(state.purpose, 1);
  if (state.status === "checking" && event.type === "providerDown") return failed("providerDown");
  if (state.status === "redirected" && event.type === "redirectFailed") return endOfRedirect(state.to);
  if (state.status !== "atHostLogin") return null;
  if (event.type === "hostLoginFailed") return step(visitor, { type: "offerMethods" });
  if (event.type !== "shownAgain") return null;
  if (event.hasMobile) return step({ status: "loggedIn" });
  return event.obstacle === null
    ? redirectToWechat(1)
    : failed(event.obstacle, { type: "showFailure", failure: event.obstacle });
}

/**
 * Handles the return from a redirect. A code that this tab did not request has no effect (requirement F26).
 */
function onReturn(state: LoginState, event: LoginEvent): LoginStep | null {
  if (state.status !== "redirected") return null;
  switch (event.type) {
    case "returned":
      return startExchange(
        state.to === "wechat"
          ? { kind: "wechatCode", round: state.round }
          : { kind: "code", purpose: state.purpose, round: state.round },
      );
    case "wrongState":
    case "interrupted":
      return afterFailure(state);
    case "codeMissing":
    case "navigatedBack":
      // Sets the flag, so that the mini-program does not redirect again by itself, which would break Back.
      return state.to === "wechat"
        ? step(visitor, { type: "setWechatFlag", flag: 3 }, { type: "clearPendingLogin" })
        : step(visitor, { type: "clearPendingLogin" });
    default:
      return null;
  }
}

function onAccepted(exchange: CredentialExchange, hasMobile: boolean): LoginStep {
  const isByWechat = exchange.kind === "wechatCode";
  return step(
    { status: "loggedIn" },
    { type: "saveSession", by: exchange.kind },
    ...(isByWechat ? ([{ type: "setWechatFlag", flag: hasMobile ? 1 : 2 }] as const) : []),
    ...(isByWechat || exchange.kind === "code" ? ([{ type: "clearPendingLogin" }] as const) : []),
    { type: "notifyHost", isLoggedIn: true },
  );
}

/** The exchange gave no session. */
function onNotAccepted(
  exchange: CredentialExchange,
  type: "refused" | "tokenRefused" | "networkLost",
): LoginStep {
  const isOffline = type === "networkLost";
  switch (exchange.kind) {
    case "code":
      return isOffline ? endOfRedirect("provider") : afterFailure({ ...exchange, to: "provider" });
    case "wechatCode":
      return isOffline ? endOfRedirect("wechat") : afterFailure({ ...exchange, to: "wechat" });
    case "tk":
      return step(loggedInOrVisitor(exchange.isLoggedIn), { type: "trackRejectedTk" });
    case "smsToken":
      return type === "tokenRefused" ? failed("tokenInvalid", { type: "clearSession" }) : failed("ssoFailed");
    case "token":
      return onAppTokenNotAccepted(exchange, type === "tokenRefused");
  }
}
function onAppTokenNotAccepted(
  exchange: Extract<CredentialExchange, { kind: "token" }>,
  isRefused: boolean,
): LoginStep {
  const { isByUser, isRenewed, isLoggedIn } = exchange;
  // An expired token is renewed by the app, once.
  if (isRefused && !isRenewed)
    return step(
      { status: "awaitingToken", isByUser, isRenewed: true, isLoggedIn },
      { type: "requestAppToken", isRenewed: true },
    );
  if (isRefused)
    return failed("tokenInvalid", { type: "clearSession" }, { type: "showFailure", failure: "tokenInvalid" });
  // The previous session may still be valid.
  return isLoggedIn && !isByUser
    ? step({ status: "loggedIn" })
    : failed("ssoFailed", { type: "showFailure", failure: "ssoFailed" });
}

function onExchanged(state: LoginState, event: LoginEvent): LoginStep | null {
  if (state.status !== "exchanging") return null;
  const { exchange } = state;
  if (event.type === "accepted") return onAccepted(exchange, event.hasMobile);
  return event.type === "refused" || event.type === "tokenRefused" || event.type === "networkLost"
    ? onNotAccepted(exchange, event.type)
    : null;
}

/**
 * Computes the login's next state and the effects to run (specification section 4). Pure. An event that does
 * not apply to a state changes nothing. A login request leaves the page at most twice.
 */
export function loginReducer(state: LoginState, event: LoginEvent): LoginStep {
  switch (event.type) {
    case "pageOpened":
      return onPageOpened(event);
    case "loginRequested":
      return onLoginRequested(state, event);
    case "sessionRefused":
      return renewSession(event);
    case "logoutRequested":
      return logOut(event);
    case "tkReceived":
      return startExchange({ kind: "tk", isLoggedIn: event.isLoggedIn });
    case "smsReceived":
      return startExchange({ kind: "smsToken" });
    default:
      return (
        onAppAnswer(state, event) ??
        onNativeLoginResult(state, event.type) ??
        onLeaving(state, event) ??
        onReturn(state, event) ??
        onExchanged(state, event) ??
        step(state)
      );
  }
}
