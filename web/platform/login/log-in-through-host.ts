import { loginMessages } from "#contract/session/login-messages.ts";
import { showToast, type Challenges } from "../http/challenges.ts";
import { currentSession } from "../session/session.ts";
import { whenLoginSettled } from "./login-lock.ts";
import { currentLoginMethod } from "./login-method.ts";

/** Longest wait for a login that started automatically, ms. */
const SETTLE_TIMEOUT = 5_000;
const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Logs the person in without asking how, when the host can: by the app's or the mini-program's own login, and
 * by WeChat after an expired session.
 * @returns whether they are logged in now; null when they must choose a login method
 */
export async function logInThroughHost(
  reason: Challenges["login"]["args"]["reason"],
): Promise<boolean | null> {
  // A return from the provider may still be exchanged for a session: nobody is asked twice.
  await Promise.race([whenLoginSettled(), wait(SETTLE_TIMEOUT)]);
  if (currentSession.user() !== null) return true;
  const method = currentLoginMethod();
  const isRenewal = reason === "expired";
  if (method === "sso" || (method === "wechat" && !isRenewal)) return null;
  const { requestLogin, renewLogin } = await import("./login.ts");
  const { state, offersOtherMethods } = await (isRenewal ? renewLogin() : requestLogin("login"));
  return offersOtherMethods ? null : state.status === "loggedIn";
}

/** Renews the session by the app's own token, for silent calls; shows a message when there is no token. */
export async function renewSessionThroughApp(): Promise<boolean> {
  const { renewLogin } = await import("./login.ts");
  const { state } = await renewLogin(false);
  if (state.status === "visitor") showToast(loginMessages.tokenInvalid);
  return state.status === "loggedIn";
}
