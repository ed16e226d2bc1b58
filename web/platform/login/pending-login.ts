import { randomHex } from "../http/random-ids.ts";
import { safeSessionStorage } from "../storage/safe-storage.ts";
import { loginValues, sessionKey } from "../storage/session-storage-keys.ts";
import type { LoginPurpose, RedirectedLogin, RedirectObstacle, RedirectRound } from "./login-state.ts";

/**
 * Longest return address: the provider accepts up to 4096 characters. A longer deep link is restored from
 * `goBackUrl`.
 */
export const MAX_RETURN_URL_LENGTH = 3_500;

/** Key of a PKCE verifier. Verifiers are stored by state, so that a return finds its own. */
export const verifierKey = (state: string): string => sessionKey(`verifier.${state}`);

const isPurpose = (text: string | null): text is LoginPurpose =>
  text === "login" || text === "register" || text === "bindMobile";
const roundOf = (isSecond: boolean): RedirectRound => (isSecond ? 2 : 1);

/** The pending redirect of this tab, from the session storage (contract section 9); null without one. */
export function pendingRedirect(): RedirectedLogin | null {
  const to = loginValues.get("toSSO");
  if (to === "wechat")
    return { status: "redirected", to: "wechat", round: roundOf(loginValues.get("getCodeFlag") !== null) };
  return isPurpose(to)
    ? {
        status: "redirected",
        to: "provider",
        purpose: to,
        round: roundOf(loginValues.get("SSOLoginFlag") === "2"),
      }
    : null;
}

/**
 * A state for WeChat's authorize page: the timestamp that the specification asks for, and 128 random bits, so that no
 * other site can guess it and send this browser back with a code of its own (login CSRF). WeChat allows
 * letters and digits only. The provider's state stays the bare timestamp: its codes are bound to this browser by PKCE.
 */
export const newWechatState = (): string => `${Date.now()}r${randomHex(16)}`;

/** Removes the values of the pending login after it has ended (requirements F11, D08, D09, D14). */
export function clearPendingLogin(): void {
  safeSessionStorage.remove(verifierKey(loginValues.get("state") ?? ""));
  loginValues.remove(
    "state",
    "SSOLoginFlag",
    "getCodeFlag",
    "redirect_SSO",
    "redirect_uri",
    "toSSO",
    "goBackUrl",
    "returned",
  );
}

/**
 * Reason why a login must not leave this page. Without storage nothing would be known of it afterwards
 * (requirement D19).
 */
export function redirectObstacle(): RedirectObstacle | null {
  if (navigator.onLine === false) return "offline";
  return safeSessionStorage.isPersistent() ? null : "storageBlocked";
}
