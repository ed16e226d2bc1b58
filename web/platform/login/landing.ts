import { parsed, replaceAddress, type Landing } from "../address.ts";
import { loginValues } from "../storage/session-values.ts";
import { held } from "./held.ts";
import { awayNow } from "./memory.ts";
import type { LoginEvent } from "./state.ts";

/** What a landing means for a login under way; null: nothing. */
export type Returned = "returned" | "returnedForeign" | "givenUp";

/**
 * Looks at what the address brought, before anything else runs: a return puts the deep link back on
 * show, letter for letter with its hash (requirement F23). A code that this tab did not ask for is
 * dropped (requirement F26).
 */
export function receiveLanding({ code, state, error, tk }: Landing): Returned | null {
  held.tk = tk;
  if (awayNow() === null || (code === null && error === null && state === null)) return null;
  const isOurs = state !== null && state === loginValues.get("state");
  // Without a code, and without our state: somebody else's parameter.
  if (code === null && !isOurs) return null;
  const goBack = parsed(loginValues.get("goBackUrl") ?? "");
  const isSamePage = goBack?.origin === location.origin && goBack.pathname === location.pathname;
  // Of a foreign return only what is known anyway: WeChat leaves its own fragment in the place of ours.
  if (isSamePage && (isOurs || goBack.search === location.search))
    replaceAddress(goBack.pathname + goBack.search + goBack.hash);
  loginValues.set("returned", "1");
  if (code === null) return "givenUp";
  held.code = isOurs ? code : null;
  return isOurs ? "returned" : "returnedForeign";
}

/** The event of a page's load, where a login was under way in this tab. */
export function eventOf(returned: Returned | null): LoginEvent | null {
  if (returned !== null) return { is: returned };
  if (awayNow() === null) return null;
  // A code that was being exchanged is gone with the page that held it.
  return { is: loginValues.get("returned") === null ? "cameBack" : "cutShort" };
}
