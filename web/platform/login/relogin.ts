import { loginMessages } from "#contract/core/errors.ts";
import { raiseChallenge, showToast } from "../http/challenges.ts";
import { currentSession } from "../session/session.ts";
import { currentLoginMethod } from "./login-method.ts";

let underWay: Promise<boolean> | null = null;
let renewal: Promise<boolean> | null = null;
/** Somebody was logged in here, and a call that nobody waited for has told that they no longer are. */
let isLost = false;
currentSession.subscribe(() => {
  if (currentSession.token() !== null) isLost = false;
});

/** A refusal that arrives when somebody has logged in meanwhile needs no login. */
function isOutdated(refused: string | null): boolean {
  const now = currentSession.token();
  return now !== null && now !== refused;
}

/**
 * One re-login for any number of refused calls (requirements H05–H09): true when they may be sent
 * again.
 * @param refused the token that the refused call was sent with
 */
export function relogin(refused: string | null): Promise<boolean> {
  if (underWay === null && isOutdated(refused)) return Promise.resolve(true);
  underWay ??= (async () => {
    // What the host does by itself is not asked of it twice.
    if (await renewal) return true;
    currentSession.clear();
    // Whoever shows it asks the host first (log-in-by-host.ts).
    return raiseChallenge("login", { reason: refused === null && !isLost ? "plain" : "expired" });
  })().finally(() => {
    underWay = null;
  });
  return underWay;
}

/**
 * The same for a call that nobody waits for: the app around this page gives a new token by itself.
 * Elsewhere whoever was logged in is told that they no longer are, and logs in when they want to.
 */
export function renewSessionSilently(refused: string): Promise<boolean> {
  if (isOutdated(refused)) return Promise.resolve(true);
  if (underWay !== null) return underWay;
  // The first of several refused calls says it, where there is no app to ask.
  if (currentLoginMethod() !== "native") {
    if (currentSession.token() !== null) showToast(loginMessages.tokenInvalid);
    currentSession.clear();
    isLost = true;
    return Promise.resolve(false);
  }
  renewal ??= raiseChallenge("renewal", {}).finally(() => {
    renewal = null;
  });
  return renewal;
}
