import { loginValues } from "../storage/session-values.ts";
import { session } from "./session.ts";
import { isLoginHeld } from "./settled.ts";
import { wayNow } from "./way.ts";

/**
 * Begins the page's login where there is something to begin or to end: a host that knows who is
 * there, or a login that was under way. Everybody else's login is loaded with their first wish.
 */
export async function startLogin(): Promise<void> {
  const way = wayNow();
  const isByHost = way === "native" || (way === "miniProgram" && session.user() === null);
  if (!isByHost && loginValues.get("toSSO") === null && !isLoginHeld()) return;
  const { begin } = await import("./login.ts");
  await begin(true);
}
