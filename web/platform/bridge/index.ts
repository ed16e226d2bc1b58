import { bridgeCodes, nativePages, nativeValues, type BridgeShare } from "#contract/host/bridge.ts";
import { BridgeError } from "./bridge-error.ts";
import { callNative } from "./call-native.ts";

/**
 * Entry of the bridge for the rest of the product. Loaded by dynamic import, and only when `hasBridge()` of
 * platform/environment/host-detection.ts returns true.
 */
export { BridgeError } from "./bridge-error.ts";
export { callNative } from "./call-native.ts";

const codeOf = (error: unknown): string | null => (error instanceof BridgeError ? error.code : null);

/**
 * Returns null when nobody is logged in to the app: no error, but no token either (requirements G02, V22).
 */
const tokenOrNull = async (answer: Promise<{ sxToken: string }>): Promise<string | null> => {
  try {
    return (await answer).sxToken;
  } catch (error) {
    if (codeOf(error) === bridgeCodes.notLoggedIn) return null;
    throw error;
  }
};
/**
 * The provider's access token from the app; null when nobody is logged in to the app.
 * @throws BridgeError after 10 s at most (requirement G10)
 */
export const nativeToken = (): Promise<string | null> => tokenOrNull(callNative("getSxToken", {}));
/** A new token, after the gateway refused the previous one. */
export const refreshNativeToken = (): Promise<string | null> => tokenOrNull(callNative("refreshSxToken", {}));

/** Opens the app's own login. @returns whether the person logged in @throws BridgeError */
export const nativeLogin = async (): Promise<boolean> =>
  (await callNative("goToNativePage", { page: nativePages.login }))?.result !== false;
/** Ends the login in the app (requirement G07). Never throws: the person is logged out here in any case. */
export async function nativeLogout(): Promise<void> {
  await callNative("goToNativePage", { page: nativePages.logout }).catch(() => {});
}

/** Stores a text in the app under a key; null removes it. @throws BridgeError */
export const setNativeValue = async (key: string, value: string | null): Promise<void> =>
  void (await callNative("setValue", { key, value }));
/** Reads a text that the app has stored under a key. @throws BridgeError */
export const nativeValue = async (key: string): Promise<string | null> =>
  (await callNative("getValue", { key })).value;
/** Passes the session's token to the app, null when it has ended (requirement D17). Never throws. */
export const shareTokenWithApp = (token: string | null): Promise<void> =>
  setNativeValue(nativeValues.token, token).catch(() => {});

/**
 * Leaves the web page for the app's previous screen.
 * @param silence ms
 * @throws BridgeError when the app does not respond
 */
export const nativeGoBack = async (silence: number): Promise<void> =>
  void (await callNative("goBack", {}, { silence }));

/** Opens the app's share sheet. @returns whether something was shared @throws BridgeError */
export const nativeShare = async (share: BridgeShare): Promise<boolean> =>
  (await callNative("share", share)).result;
/** Sets what the app's own share button shares; null removes it. Never throws. */
export const offerNativeShare = (share: BridgeShare | null): Promise<void> =>
  setNativeValue(nativeValues.share, share && JSON.stringify(share)).catch(() => {});
