import { bridgeCodes, nativePages, nativeValues, type BridgeShare } from "#contract/host/bridge.ts";
import { BridgeError } from "./bridge-error.ts";
import { callNative } from "./call-native.ts";

/**
 * What the product asks of the maker's app. The only door of this folder: it is loaded by dynamic
 * import, and only where `hasBridge()` of platform/environment/host-detection.ts says so.
 */
export { BridgeError } from "./bridge-error.ts";
export { callNative } from "./call-native.ts";

const codeOf = (error: unknown): string | null => (error instanceof BridgeError ? error.code : null);

/** Nobody is logged in to the app: no error, but no token either (requirements G02, V22). */
const orNobody = async (asked: Promise<{ sxToken: string }>): Promise<string | null> => {
  try {
    return (await asked).sxToken;
  } catch (error) {
    if (codeOf(error) === bridgeCodes.notLoggedIn) return null;
    throw error;
  }
};
/**
 * The provider's access token that the app holds; null where nobody is logged in to the app.
 * @throws BridgeError after 10 s at most (requirement G10)
 */
export const nativeToken = (): Promise<string | null> => orNobody(callNative("getSxToken", {}));
/** A new one, where the gateway refused the one before. */
export const refreshNativeToken = (): Promise<string | null> => orNobody(callNative("refreshSxToken", {}));

/** Opens the app's own login. @returns whether the person logged in @throws BridgeError */
export const nativeLogin = async (): Promise<boolean> =>
  (await callNative("goToNativePage", { page: nativePages.login }))?.result !== false;
/** Ends the login in the app (requirement G07). Never throws: the person is logged out here whatever the app says. */
export async function nativeLogout(): Promise<void> {
  await callNative("goToNativePage", { page: nativePages.logout }).catch(() => {});
}

/** Keeps a text in the app under a key; null forgets it. @throws BridgeError */
export const setNativeValue = async (key: string, value: string | null): Promise<void> =>
  void (await callNative("setValue", { key, value }));
/** What the app keeps under a key. @throws BridgeError */
export const nativeValue = async (key: string): Promise<string | null> =>
  (await callNative("getValue", { key })).value;
/** Hands the session's token to the app, null when it is over (requirement D17). Never throws. */
export const handOverToken = (token: string | null): Promise<void> =>
  setNativeValue(nativeValues.token, token).catch(() => {});

/** Leaves the web page for the app's screen before it. @param silence ms @throws BridgeError where the app stays as it is */
export const nativeGoBack = async (silence: number): Promise<void> =>
  void (await callNative("goBack", {}, { silence }));

/** Opens the app's share sheet. @returns whether something was shared @throws BridgeError */
export const nativeShare = async (share: BridgeShare): Promise<boolean> =>
  (await callNative("share", share)).result;
/** What the app's own share button shares from now on; null: nothing of ours. Never throws. */
export const offerNativeShare = (share: BridgeShare | null): Promise<void> =>
  setNativeValue(nativeValues.share, share && JSON.stringify(share)).catch(() => {});
