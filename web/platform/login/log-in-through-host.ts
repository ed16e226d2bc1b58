import { loginMessages } from "#contract/core/errors.ts";
import { showToast, type Challenges } from "../http/challenges.ts";
import { currentSession } from "../session/session.ts";
import { whenLoginSettled } from "./login-lock.ts";
import { currentLoginMethod } from "./login-method.ts";

/** A login that began by itself is waited for, but not longer than somebody would, ms. */
const LONGEST = 5_000;
const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Logs the person in without asking them anything, where the host can: by the app's or the
 * mini-program's own login, and WeChat's once more where a session has ended.
 * @returns whether they are logged in now; null where they are to be asked how
 */
export async function logInThroughHost(
  reason: Challenges["login"]["args"]["reason"],
): Promise<boolean | null> {
  // A return from the provider may be on its way to be a session: nobody is asked twice.
  await Promise.race([whenLoginSettled(), wait(LONGEST)]);
  if (currentSession.user() !== null) return true;
  const method = currentLoginMethod();
  const isRenewal = reason === "expired";
  if (method === "sso" || (method === "wechat" && !isRenewal)) return null;
  const { requestLogin, renewLogin } = await import("./login.ts");
  const { state, offersOtherMethods } = await (isRenewal ? renewLogin() : requestLogin("login"));
  return offersOtherMethods ? null : state.status === "loggedIn";
}

/** A new session of the app's own token, for calls that nobody waits for; where there is none, that is said. */
export async function renewSessionThroughApp(): Promise<boolean> {
  const { renewLogin } = await import("./login.ts");
  const { state } = await renewLogin(false);
  if (state.status === "visitor") showToast(loginMessages.tokenInvalid);
  return state.status === "loggedIn";
}
