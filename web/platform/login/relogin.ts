import { loginMessages } from "#contract/session/login-messages.ts";
import { raiseChallenge, showToast } from "../http/challenges.ts";
import { currentSession } from "../session/session.ts";
import { currentLoginMethod } from "./login-method.ts";

let pending: Promise<boolean> | null = null;
let renewal: Promise<boolean> | null = null;
/** Whether a silent call has found that the person's session has ended. */
let hasExpired = false;
currentSession.subscribe(() => {
  if (currentSession.token() !== null) hasExpired = false;
});

/** Whether the refused token is outdated: the person has logged in meanwhile. */
function isOutdated(refused: string | null): boolean {
  const now = currentSession.token();
  return now !== null && now !== refused;
}

/**
 * One re-login for any number of refused calls (requirements H05–H09).
 * @param refused the token that the refused call was sent with
 * @returns true when the calls may be sent again
 */
export function relogin(refused: string | null): Promise<boolean> {
  if (pending === null && isOutdated(refused)) return Promise.resolve(true);
  pending ??= (async () => {
    // A silent renewal by the host is not started twice.
    if (await renewal) return true;
    currentSession.clear();
    // The app's handler tries the host's login first (log-in-through-host.ts).
    return raiseChallenge("login", { reason: refused === null && !hasExpired ? "plain" : "expired" });
  })().finally(() => {
    pending = null;
  });
  return pending;
}

/**
 * Renews the session for silent calls: the app around this page provides a new token by itself. In other
 * hosts a message says that the login has ended, and the person logs in when they want to.
 */
export function renewSessionSilently(refused: string): Promise<boolean> {
  if (isOutdated(refused)) return Promise.resolve(true);
  if (pending !== null) return pending;
  // Without an app, only the first of several refused calls shows the message.
  if (currentLoginMethod() !== "native") {
    if (currentSession.token() !== null) showToast(loginMessages.tokenInvalid);
    currentSession.clear();
    hasExpired = true;
    return Promise.resolve(false);
  }
  renewal ??= raiseChallenge("renewal", {}).finally(() => {
    renewal = null;
  });
  return renewal;
}
