import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { limits } from "#contract/core/limits.ts";
import {
  handOverToken,
  nativeLogin,
  nativeLogout,
  nativeToken,
  refreshNativeToken,
} from "../bridge/index.ts";
import { safeLocalStorage } from "../storage/safe-storage.ts";
import { loginSecrets } from "../login/login-secrets.ts";
import { currentSession } from "../session/session.ts";
import type { LoginEvent } from "../login/login-state.ts";

/** The hash of the app's token whose session is here: the same token needs no second exchange. */
const KEPT = "marque.app-token";

const silence = (time: number): Promise<never> =>
  new Promise((_resolve, reject) => setTimeout(() => reject(new Error("the app is silent")), time));

/** Asks the app for its token (requirement G01); an app that says nothing is waited for only so long (requirement G10). */
export async function requestAppToken(isRenewed: boolean): Promise<LoginEvent> {
  try {
    const asked = isRenewed ? refreshNativeToken() : nativeToken();
    const token = await Promise.race([asked, silence(limits.nativeTokenTimeout)]);
    const kept = safeLocalStorage.get(KEPT);
    if (token === null) return { type: "appNotLoggedIn", isSessionFromApp: kept !== null };
    const hash = bytesToHex(sha256(utf8ToBytes(token)));
    if (!isRenewed && kept === hash && currentSession.token() !== null) return { type: "appTokenUnchanged" };
    loginSecrets.token = token;
    loginSecrets.appTokenHash = hash;
    return { type: "appTokenReceived" };
  } catch {
    return { type: "appUnavailable" };
  }
}

/** Opens the app's own login screen; what came of it. */
export async function openNativeLogin(): Promise<LoginEvent> {
  try {
    return { type: (await nativeLogin()) ? "nativeLoginDone" : "nativeLoginClosed" };
  } catch {
    return { type: "nativeLoginUnavailable" };
  }
}

/** The session is the app's too from now on (requirement D17), and known by the token that it came of. */
export function shareSessionWithApp(): void {
  if (loginSecrets.appTokenHash === null) safeLocalStorage.remove(KEPT);
  else safeLocalStorage.set(KEPT, loginSecrets.appTokenHash);
  void handOverToken(currentSession.token());
}
/** The session is over, for the app too. */
export function clearSessionInApp(): void {
  safeLocalStorage.remove(KEPT);
  void handOverToken(null);
}

/** Logs out of the app (requirement G07). */
export const logOutOfApp = (): Promise<void> => nativeLogout();
