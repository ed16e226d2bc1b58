import { parseUrl, replaceAddress, type Landing } from "../navigation/address.ts";
import { loginValues } from "../storage/session-storage-keys.ts";
import { loginSecrets } from "./login-secrets.ts";
import { pendingRedirect } from "./pending-login.ts";
import type { LoginEvent } from "./login-state.ts";

/** Meaning of a landing for a pending login; null: none. */
export type LoginReturn = "returned" | "wrongState" | "codeMissing";

/**
 * Reads the login parameters of the address before anything else runs. After a return it restores the deep
 * link exactly, with its hash (requirement F23). A code that this tab did not request is dropped (requirement
 * F26).
 */
export function receiveLoginReturn({ code, state, error, tk }: Landing): LoginReturn | null {
  loginSecrets.tk = tk;
  if (pendingRedirect() === null || (code === null && error === null && state === null)) return null;
  const isOurs = state !== null && state === loginValues.get("state");
  // Without a code and without our state: another application's parameter.
  if (code === null && !isOurs) return null;
  const returnUrl = parseUrl(loginValues.get("goBackUrl") ?? "");
  const isSamePage = returnUrl?.origin === location.origin && returnUrl.pathname === location.pathname;
  // A foreign return restores only what is known anyway: WeChat replaces our fragment with its own.
  if (isSamePage && (isOurs || returnUrl.search === location.search))
    replaceAddress(returnUrl.pathname + returnUrl.search + returnUrl.hash);
  loginValues.set("returned", "1");
  if (code === null) return "codeMissing";
  loginSecrets.code = isOurs ? code : null;
  return isOurs ? "returned" : "wrongState";
}

/** The event of a page load while a login was pending in this tab. */
export function landingEventOf(returned: LoginReturn | null): LoginEvent | null {
  if (returned !== null) return { type: returned };
  if (pendingRedirect() === null) return null;
  // The code that was being exchanged is lost with the page that held it.
  return { type: loginValues.get("returned") === null ? "navigatedBack" : "interrupted" };
}
