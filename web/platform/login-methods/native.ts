import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { limits } from "#contract/core/limits.ts";
import {
  shareTokenWithApp,
  nativeLogin,
  nativeLogout,
  nativeToken,
  refreshNativeToken,
} from "../bridge/index.ts";
import { safeLocalStorage } from "../storage/safe-storage.ts";
import { loginSecrets } from "../login/login-secrets.ts";
import { currentSession } from "../session/session.ts";
import type { LoginEvent } from "../login/login-state.ts";

/**
 * Local storage key of the hash of the app's token that the session came from: the same token needs no second
 * exchange.
 */
const TOKEN_HASH_KEY = "marque.app-token";

const rejectAfter = (time: number): Promise<never> =>
  new Promise((_resolve, reject) => setTimeout(() => reject(new Error("the app is silent")), time));

/**
 * Asks the app for its token (requirement G01), with a timeout for an app that does not answer (requirement
 * G10).
 */
export async function requestAppToken(isRenewed: boolean): Promise<LoginEvent> {
  try {
    const request = isRenewed ? refreshNativeToken() : nativeToken();
    const token = await Promise.race([request, rejectAfter(limits.nativeTokenTimeout)]);
    const knownHash = safeLocalStorage.get(TOKEN_HASH_KEY);
    if (token === null) return { type: "appLoggedOut", isSessionFromApp: knownHash !== null };
    const hash = bytesToHex(sha256(utf8ToBytes(token)));
    if (!isRenewed && knownHash === hash && currentSession.token() !== null)
      return { type: "tokenUnchanged" };
    loginSecrets.token = token;
    loginSecrets.appTokenHash = hash;
    return { type: "tokenReceived" };
  } catch {
    return { type: "appUnavailable" };
  }
}

/** Opens the app's own login screen. @returns its result */
export async function openNativeLogin(): Promise<LoginEvent> {
  try {
    return { type: (await nativeLogin()) ? "nativeLoginDone" : "nativeLoginClosed" };
  } catch {
    return { type: "nativeLoginFailed" };
  }
}

/** Shares the session with the app (requirement D17), and stores the hash of the token that it came from. */
export function shareSessionWithApp(): void {
  if (loginSecrets.appTokenHash === null) safeLocalStorage.remove(TOKEN_HASH_KEY);
  else safeLocalStorage.set(TOKEN_HASH_KEY, loginSecrets.appTokenHash);
  void shareTokenWithApp(currentSession.token());
}
/** Removes the session from the app. */
export function clearSessionInApp(): void {
  safeLocalStorage.remove(TOKEN_HASH_KEY);
  void shareTokenWithApp(null);
}

/** Logs out of the app (requirement G07). */
export const logOutOfApp = (): Promise<void> => nativeLogout();
