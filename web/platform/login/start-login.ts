import { loginValues } from "../storage/session-storage-keys.ts";
import { currentSession } from "../session/session.ts";
import { isLoginLocked } from "./login-lock.ts";
import { currentLoginMethod } from "./login-method.ts";

/**
 * Begins the page's login where something must begin or end: in a host that knows the person, or with a
 * pending login. Otherwise the login module is loaded with the first request.
 */
export async function startLogin(): Promise<void> {
  const method = currentLoginMethod();
  const hostLogsIn = method === "native" || (method === "miniProgram" && currentSession.user() === null);
  if (!hostLogsIn && loginValues.get("toSSO") === null && !isLoginLocked()) return;
  const { beginLogin } = await import("./login.ts");
  await beginLogin(true);
}
