import { parseUrl, replaceAddress, type Landing } from "../navigation/address.ts";
import { loginValues } from "../storage/session-storage-keys.ts";
import { loginSecrets } from "./login-secrets.ts";
import { pendingRedirect } from "./pending-login.ts";
import type { LoginEvent } from "./login-state.ts";

/** What a landing means for a login under way; null: nothing. */
export type LoginReturn = "returned" | "returnedWithWrongState" | "returnedWithoutCode";

/**
 * Looks at what the address brought, before anything else runs: a return puts the deep link back on
 * show, letter for letter with its hash (requirement F23). A code that this tab did not ask for is
 * dropped (requirement F26).
 */
export function receiveLoginReturn({ code, state, error, tk }: Landing): LoginReturn | null {
  loginSecrets.tk = tk;
  if (pendingRedirect() === null || (code === null && error === null && state === null)) return null;
  const isOurs = state !== null && state === loginValues.get("state");
  // Without a code, and without our state: somebody else's parameter.
  if (code === null && !isOurs) return null;
  const goBack = parseUrl(loginValues.get("goBackUrl") ?? "");
  const isSamePage = goBack?.origin === location.origin && goBack.pathname === location.pathname;
  // Of a foreign return only what is known anyway: WeChat leaves its own fragment in the place of ours.
  if (isSamePage && (isOurs || goBack.search === location.search))
    replaceAddress(goBack.pathname + goBack.search + goBack.hash);
  loginValues.set("returned", "1");
  if (code === null) return "returnedWithoutCode";
  loginSecrets.code = isOurs ? code : null;
  return isOurs ? "returned" : "returnedWithWrongState";
}

/** The event of a page's load, where a login was under way in this tab. */
export function landingEventOf(returned: LoginReturn | null): LoginEvent | null {
  if (returned !== null) return { type: returned };
  if (pendingRedirect() === null) return null;
  // A code that was being exchanged is gone with the page that held it.
  return { type: loginValues.get("returned") === null ? "navigatedBack" : "exchangeInterrupted" };
}
