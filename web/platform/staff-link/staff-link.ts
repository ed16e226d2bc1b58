import { safeSessionStorage } from "../storage/safe-storage.ts";
import { sessionKey } from "../storage/session-storage-keys.ts";

/**
 * The part of a staff link that authorizes: it comes as the address's fragment, which no server and no
 * referrer sees, and is taken out of the address before anything is tracked; for this tab it is kept.
 * Called when the page's script comes, before it is shown. @param page the last part of its path
 */
export function consumeStaffLink(page: string, name: string): string | null {
  if (typeof document === "undefined" || !location.pathname.endsWith(`/${page}`)) return null;
  const key = sessionKey(name);
  const given = /^#([A-Za-z0-9_-]{43})$/.exec(location.hash)?.[1];
  if (given !== undefined) {
    safeSessionStorage.set(key, given);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return given ?? safeSessionStorage.get(key);
}

/** Who works with a staff link, as typed; for this tab. */
export const staffNameStorage = (name: string) => {
  const key = sessionKey(name);
  return {
    get: (): string => safeSessionStorage.get(key) ?? "",
    set: (typed: string): void => safeSessionStorage.set(key, typed),
  };
};
