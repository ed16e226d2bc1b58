import { sessionStore } from "../storage/safe-storage.ts";
import { loginValues, sessionKey } from "../storage/session-values.ts";
import { purposes, type Purpose } from "./authorize-address.ts";
import type { Away, Obstacle, Round } from "./state.ts";

/** Verifiers are kept by state, so that a return finds its own. */
export const verifierKey = (state: string): string => sessionKey(`verifier.${state}`);

const isPurpose = (text: string | null): text is Purpose => purposes.some((purpose) => purpose === text);
const roundOf = (isSecond: boolean): Round => (isSecond ? 2 : 1);

/** Where this tab's person was sent to, as the session storage has it (contract section 9); null: nowhere. */
export function awayNow(): Away | null {
  const to = loginValues.get("toSSO");
  if (to === "wechat")
    return { at: "away", to: "wechat", round: roundOf(loginValues.get("getCodeFlag") !== null) };
  return isPurpose(to)
    ? { at: "away", to: "provider", purpose: to, round: roundOf(loginValues.get("SSOLoginFlag") === "2") }
    : null;
}

/** The login under way is over, one way or the other (requirements F11, D08, D09, D14). */
export function forgetLogin(): void {
  sessionStore.remove(verifierKey(loginValues.get("state") ?? ""));
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

/** What keeps a login from leaving this page; without a storage nothing would be known of it afterwards (requirement D19). */
export function obstacleNow(): Obstacle | null {
  if (navigator.onLine === false) return "offline";
  return sessionStore.lasts() ? null : "storageBlocked";
}
