import { loginMessages } from "#contract/errors.ts";
import { raise, toast } from "../http/challenges.ts";
import { session } from "./session.ts";
import { wayNow } from "./way.ts";

let underWay: Promise<boolean> | null = null;
let renewal: Promise<boolean> | null = null;
/** Somebody was logged in here, and a call that nobody waited for has told that they no longer are. */
let isLost = false;
session.subscribe(() => {
  if (session.token() !== null) isLost = false;
});

/** A refusal that arrives when somebody has logged in meanwhile needs no login. */
function isOutdated(refused: string | null): boolean {
  const now = session.token();
  return now !== null && now !== refused;
}

/**
 * One re-login for any number of refused calls (requirements H05–H09): true when they may be sent
 * again.
 * @param refused the token that the refused call was sent with
 */
export function loginAgain(refused: string | null): Promise<boolean> {
  if (underWay === null && isOutdated(refused)) return Promise.resolve(true);
  underWay ??= (async () => {
    // What the host does by itself is not asked of it twice.
    if (await renewal) return true;
    session.clear();
    // Whoever shows it asks the host first (log-in-by-host.ts).
    return raise("login", { reason: refused === null && !isLost ? "plain" : "expired" });
  })().finally(() => {
    underWay = null;
  });
  return underWay;
}

/**
 * The same for a call that nobody waits for: the app around this page gives a new token by itself.
 * Elsewhere whoever was logged in is told that they no longer are, and logs in when they want to.
 */
export function renewQuietly(refused: string): Promise<boolean> {
  if (isOutdated(refused)) return Promise.resolve(true);
  if (underWay !== null) return underWay;
  // The first of several refused calls says it, where there is no app to ask.
  if (wayNow() !== "native") {
    if (session.token() !== null) toast(loginMessages.tokenInvalid);
    session.clear();
    isLost = true;
    return Promise.resolve(false);
  }
  renewal ??= raise("renewal", {}).finally(() => {
    renewal = null;
  });
  return renewal;
}
