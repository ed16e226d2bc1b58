import { safeSessionStorage } from "../storage/safe-storage.ts";
import { sessionKey } from "../storage/session-storage-keys.ts";

/**
 * The secret of a staff link. It is in the address's fragment, which no server and no referrer sees, and is
 * removed from the address before anything is tracked; it is stored for this tab. Runs when the page's script
 * is loaded, before the page is rendered.
 * @param page the end of the page's path
 */
export function consumeStaffLink(page: string, name: string): string | null {
  if (typeof document === "undefined" || !location.pathname.endsWith(`/${page}`)) return null;
  const key = sessionKey(name);
  const secret = /^#([A-Za-z0-9_-]{43})$/.exec(location.hash)?.[1];
  if (secret !== undefined) {
    safeSessionStorage.set(key, secret);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return secret ?? safeSessionStorage.get(key);
}

/** Storage of a staff person's name as typed, for this tab. */
export const staffNameStorage = (name: string) => {
  const key = sessionKey(name);
  return {
    get: (): string => safeSessionStorage.get(key) ?? "",
    set: (typed: string): void => safeSessionStorage.set(key, typed),
  };
};

/** Ends the work at a desk: forgets link and name in this tab, and loads the page anew without them. */
export function leaveDesk(linkName: string, nameOf: { set: (typed: string) => void }): void {
  nameOf.set("");
  safeSessionStorage.remove(sessionKey(linkName));
  location.reload();
}
