import { sessionStore } from "./storage/safe-storage.ts";
import { sessionKey } from "./storage/session-values.ts";

const LINK = sessionKey("checkIn");
const BY = sessionKey("checkInBy");

/**
 * The part of a staff link that authorizes: it comes as the address's fragment, which no server and no
 * referrer sees, and is taken out of the address before anything is tracked; for this tab it is kept.
 */
function take(): string | null {
  if (typeof document === "undefined" || !location.pathname.endsWith("/check-in")) return null;
  const given = /^#([A-Za-z0-9_-]{43})$/.exec(location.hash)?.[1];
  if (given !== undefined) {
    sessionStore.set(LINK, given);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return given ?? sessionStore.get(LINK);
}
/** Read when the page's script comes, before it is shown. */
export const checkInLink = take();

/** Who checks in, as typed; for this tab. */
export const checkInBy = {
  get: (): string => sessionStore.get(BY) ?? "",
  set: (name: string): void => sessionStore.set(BY, name),
};
