import { loginValues } from "../storage/session-storage-keys.ts";
import { currentSession } from "../session/session.ts";
import { isLoginLocked } from "./login-lock.ts";
import { currentLoginMethod } from "./login-method.ts";

/**
 * Begins the page's login where there is something to begin or to end: a host that knows who is
 * there, or a login that was under way. Everybody else's login is loaded with their first wish.
 */
export async function startLogin(): Promise<void> {
  const method = currentLoginMethod();
  const hostLogsIn = method === "native" || (method === "miniProgram" && currentSession.user() === null);
  if (!hostLogsIn && loginValues.get("toSSO") === null && !isLoginLocked()) return;
  const { beginLogin } = await import("./login.ts");
  await beginLogin(true);
}
