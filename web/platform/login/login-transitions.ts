import type {
  CredentialExchange,
  LoginEffect,
  LoginFailure,
  LoginPurpose,
  LoginState,
  LoginStep,
  RedirectedLogin,
  RedirectRound,
} from "./login-state.ts";

export const step = (state: LoginState, ...effects: readonly LoginEffect[]): LoginStep => ({
  state,
  effects,
});
export const visitor: LoginState = { status: "visitor" };
export const loggedInOrVisitor = (isLoggedIn: boolean): LoginState =>
  isLoggedIn ? { status: "loggedIn" } : visitor;
export const failed = (failure: LoginFailure, ...effects: readonly LoginEffect[]): LoginStep =>
  step({ status: "failed", failure }, ...effects, { type: "trackFailure", failure });

export const redirectToProvider = (purpose: LoginPurpose, round: RedirectRound): LoginStep =>
  step(
    { status: "redirected", to: "provider", purpose, round },
    { type: "redirect", to: "provider", purpose, round },
  );
export const redirectToWechat = (round: RedirectRound): LoginStep =>
  step({ status: "redirected", to: "wechat", round }, { type: "redirect", to: "wechat", round });
export const startExchange = (exchange: CredentialExchange): LoginStep =>
  step({ status: "exchanging", exchange }, { type: "exchange", exchange });

/**
 * Redirects once more after a failure; the second failure is final and shown (requirements E08, E09, E18,
 * F08–F10).
 */
export function afterFailure(
  redirect:
    | { to: "provider"; purpose: LoginPurpose; round: RedirectRound }
    | { to: "wechat"; round: RedirectRound },
): LoginStep {
  if (redirect.round === 1)
    return redirect.to === "wechat" ? redirectToWechat(2) : redirectToProvider(redirect.purpose, 2);
  return endOfRedirect(redirect.to);
}
/** The end of a redirect login without a session. */
export function endOfRedirect(place: RedirectedLogin["to"]): LoginStep {
  return place === "wechat"
    ? failed(
        "messagingFailed",
        { type: "setWechatFlag", flag: 3 },
        { type: "clearPendingLogin" },
        { type: "showFailure", failure: "messagingFailed" },
      )
    : failed("ssoFailed", { type: "clearPendingLogin" }, { type: "showFailure", failure: "ssoFailed" });
}
