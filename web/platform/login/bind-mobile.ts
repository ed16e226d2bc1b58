import { showToast } from "../http/challenges.ts";
import { currentLoginMethod } from "./login-method.ts";

/**
 * Leaves the page to bind a mobile, and returns with it: the mini-program's own page, otherwise the
 * provider's (requirements E16, I01).
 * @returns the message of what prevents it; null when nothing does
 */
export async function startMobileBinding(): Promise<string | null> {
  const { requestLogin, loginFailureMessage } = await import("./login.ts");
  return loginFailureMessage(
    await requestLogin("bindMobile", currentLoginMethod() === "miniProgram" ? "miniProgram" : "sso"),
  );
}
/** Starts the mobile binding, and shows a toast when something prevents it. */
export async function startMobileBindingOrToast(): Promise<void> {
  const message = await startMobileBinding();
  if (message !== null) showToast(message);
}
