import type { Session, UserInfo } from "#contract/session/session.ts";
import { safeLocalStorage } from "../storage/safe-storage.ts";

/** Read by app/known-person.js too, before the first paint. */
const TOKEN = "marque.session-token";
const USER = "marque.mall-user-info";
type Listener = () => void;
const listeners = new Set<Listener>();
let cached: { text: string | null; user: UserInfo | null } = { text: null, user: null };

function readUser(): UserInfo | null {
  const text = safeLocalStorage.get(USER);
  // Returns the same object as long as the text is the same, as useSyncExternalStore requires.
  if (text !== cached.text) {
    try {
      cached = { text, user: text === null ? null : (JSON.parse(text) as UserInfo) };
    } catch {
      cached = { text, user: null };
    }
  }
  return cached.user;
}
const notify = (): void => listeners.forEach((listener) => listener());

/** The stored authentication state (requirements D01, D02, D18, D19). */
export const currentSession = {
  token: (): string | null => safeLocalStorage.get(TOKEN),
  /** Null without a token. The mobile is complete: display it by `maskMobile`. */
  user: (): UserInfo | null => (safeLocalStorage.get(TOKEN) === null ? null : readUser()),
  save({ accessToken, userInfo }: Session): void {
    safeLocalStorage.set(TOKEN, accessToken);
    safeLocalStorage.set(USER, JSON.stringify(userInfo));
    notify();
  },
  clear(): void {
    safeLocalStorage.remove(TOKEN);
    safeLocalStorage.remove(USER);
    notify();
  },
  /** Calls the listener after every change, in other tabs too. @returns unsubscribe */
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    const stopOtherTabs = safeLocalStorage.onOtherTabChange(listener);
    return () => {
      listeners.delete(listener);
      stopOtherTabs();
    };
  },
};
