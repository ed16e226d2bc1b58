import type { Refusal } from "#contract/core/errors.ts";
import { loginMessages } from "#contract/session/login-messages.ts";
import { limits } from "#contract/core/limits.ts";
import { currentMiniProgram } from "../environment/host-detection.ts";
import { showToast } from "../http/challenges.ts";
import { reloadPage } from "../navigation/leave-page.ts";
import { loginValues } from "../storage/session-storage-keys.ts";
import { establishSession } from "../session/establish-session.ts";
import { loginSecrets } from "./login-secrets.ts";
import { clearPendingLogin, redirectObstacle } from "./pending-login.ts";
import type { LoginEffectHandlers } from "./login-runner.ts";
import { currentSession } from "../session/session.ts";
import { track } from "../tracking/track.ts";
import type { LoginEffect, CredentialExchange, LoginEvent } from "./login-state.ts";
import { currentLoginMethod } from "./login-method.ts";

/** Turns a finished action into the result of an effect that causes no event. */
const noEvent = (_done: void): null => null;
const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

// Loads the code of one kind of host only there.
const native = () => import("../login-methods/native.ts");
const sso = () => import("../login-methods/sso.ts");
const wechat = () => import("../login-methods/wechat.ts");
const miniProgram = () => import("../login-methods/mini-program.ts");
// Loaded before a logout begins (page-login.ts).
const logOut = async () => (await import("./log-out-effects.ts")).logOutEffects;

/** Redirects away from this page. If the code for that cannot be loaded, the login has failed. */
async function redirect(effect: LoginEffect & { type: "redirect" }): Promise<LoginEvent | null> {
  try {
    if (effect.to === "wechat") (await wechat()).redirectToWechat(effect.round, currentLoginMethod());
    else await (await sso()).redirectToProvider(effect.purpose, effect.round);
    return null;
  } catch {
    return { type: "redirectFailed" };
  }
}

/** Opens the mini-program's own login, and continues when the person is back. */
async function openHostLogin(): Promise<LoginEvent> {
  if ((await (await miniProgram()).openHostLogin()) === "unable") return { type: "hostLoginFailed" };
  const hasMobile = Boolean(currentSession.user()?.mobile);
  return { type: "shownAgain", method: currentLoginMethod(), obstacle: redirectObstacle(), hasMobile };
}

/** Names of the login methods in tracking events. */
const trackedNames = {
  code: "sso",
  wechatCode: "wechat",
  token: "app",
  smsToken: "sms",
  tk: "tk",
} as const satisfies Record<CredentialExchange["kind"], string>;
/** Reason why a link's `tk` was rejected, as far as the server tells. */
const tkRejectionReason = (refusal: Refusal | null): string => {
  if (refusal?.refusal === "tokenInvalid") return "refused";
  return refusal?.refusal === "conflict" ? "logged_in" : "unreached";
};

/** Saving and clearing the session, here and in the app. */
const sessionHandlers: Pick<LoginEffectHandlers, "saveSession" | "clearSession"> = {
  saveSession({ by }) {
    track("login_succeeded", { way: trackedNames[by] });
    if (loginSecrets.session) establishSession(loginSecrets.session);
    loginSecrets.session = null;
    if (currentLoginMethod() === "native")
      void native().then(({ shareSessionWithApp }) => shareSessionWithApp());
    return null;
  },
  clearSession() {
    currentSession.clear();
    if (currentLoginMethod() === "native") void native().then(({ clearSessionInApp }) => clearSessionInApp());
    return null;
  },
};

/** Handlers of the login's effects in a browser. */
export const loginEffectHandlers: LoginEffectHandlers = {
  requestAppToken: async ({ isRenewed }) => (await native()).requestAppToken(isRenewed),
  openNativeLogin: async () => (await native()).openNativeLogin(),
  reload: async () => noEvent(void wait(limits.nativeLoginReloadDelay).then(reloadPage)),
  checkProvider: async () => (await sso()).checkProvider(),
  redirect,
  openHostLogin,
  exchange: async ({ exchange }) => {
    // Loaded beside the exchange that needs it.
    if (exchange.kind === "code") sso().catch(() => {});
    return (await import("./exchange-credentials.ts")).exchangeCredentials(exchange);
  },
  ...sessionHandlers,
  clearPendingLogin: () => noEvent(clearPendingLogin()),
  setWechatFlag: ({ flag }) => noEvent(loginValues.set("wxAuthFlag", String(flag))),
  clearLoginFlags: () => noEvent(loginValues.remove("wxAuthFlag", "loggedOut")),
  notifyHost: async ({ isLoggedIn }) => {
    // Not awaited: the page does not depend on the host.
    if (currentMiniProgram() !== null)
      void miniProgram().then(({ notifyHostLogin }) => notifyHostLogin(isLoggedIn));
    return null;
  },
  showFailure: ({ failure }) => {
    const show = () => showToast(loginMessages[failure]);
    if (failure !== "messagingFailed") show();
    else void import("./offer-login-again.ts").then(({ offerLoginAgain }) => offerLoginAgain(), show);
    return null;
  },
  offerMethods: () => null,
  trackFailure: ({ failure }) =>
    noEvent(track("login_failed", { way: currentLoginMethod(), reason: failure })),
  trackRejectedTk: () => noEvent(track("tk_rejected", { reason: tkRejectionReason(loginSecrets.refusal) })),
  logOutOfApp: async (effect) => (await logOut()).logOutOfApp(effect),
  endSession: async (effect) => (await logOut()).endSession(effect),
  clearAllData: async (effect) => (await logOut()).clearAllData(effect),
  goHome: async (effect) => (await logOut()).goHome(effect),
  endProviderSession: async (effect) => (await logOut()).endProviderSession(effect),
  markLoggedOut: () => noEvent(loginValues.set("loggedOut", "1")),
};
